#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tensor/npy_files.hpp"
#include "tensor/onnx_files.hpp"
#include "tensor/table_files.hpp"
#include "tensor/torch_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

/// The patterns 0x30 … 0x3b: 0.5 to 1.375 in float8_e4m3fn, 0.125 to 0.875 in float8_e5m2.
std::string twelve_bytes() {
  std::string bytes;
  for (int i = 0; i < 12; ++i) bytes += static_cast<char>(0x30 + i);
  return bytes;
}

void expect_twelve(const TableFile& from, const Format& format) {
  const Table table = open_table(from);
  EXPECT_EQ(table.format(), format);
  ASSERT_EQ(table.rows(), 4u);
  const auto bits = patterns(table);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(bits[i], 0x30 + i);
  const bool e4m3 = format == kFloat8E4m3fn;
  EXPECT_EQ(table.number(bits[0]), e4m3 ? 0.5 : 0.125);
  EXPECT_EQ(table.number(bits[11]), e4m3 ? 1.375 : 0.875);
  EXPECT_EQ(patterns(table.transposed())[1], 0x33u);
  std::vector<std::byte> elements(12);
  table.read_elements(0, 4, elements);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(elements.data()), 12), twelve_bytes());
}

/// Version 3 of tensors in pickles names the type of the numbers, not the storage.
TEST(EightBitTables, HaveATypeApartFromTheirStorage) {
  const Directory directory;
  const std::string path = directory / "t.pt";
  const auto error = [&](const std::string& dtype) {
    write_file(path, torch_bytes(pickled_state(pickled_tensor_v3(12, pickled(4) + pickled(3),
                                                                 pickled(3) + pickled(1), dtype)),
                                 twelve_bytes()));
    return error_of_table({path});
  };
  EXPECT_THAT(error("float8_e4m3fnuz"), HasSubstr("holds no float16"));
  EXPECT_THAT(error("float32"), HasSubstr("reaches beyond its storage of 3 numbers"));
  EXPECT_THAT(error("uint64"), HasSubstr("has a storage of 12 bytes"));
  EXPECT_THAT(error("load"), HasSubstr("it needs 'torch.load', and nothing in a file is executed"));
}

TEST(EightBitTables, AreReadFromEveryKindOfFile) {
  const Directory directory;
  for (const Format& format : {kFloat8E4m3fn, kFloat8E5m2}) {
    const bool e4m3 = format == kFloat8E4m3fn;
    const std::string header =
        fmt::format(R"({{"t": {{"dtype": "{}", "shape": [4, 3], "data_offsets": [0, 12]}}}})",
                    e4m3 ? "F8_E4M3" : "F8_E5M2");
    const std::string safetensors = directory / "t.safetensors";
    write_file(safetensors, safetensors_bytes(header, twelve_bytes()));
    expect_twelve({safetensors}, format);

    const std::string onnx = directory / "t.onnx";
    const std::uint64_t type = e4m3 ? 17 : 19;
    for (const std::string& numbers : {wire(9, twelve_bytes()), wire(5, twelve_bytes())}) {
      write_file(onnx, onnx_model(wire(5, onnx_tensor("t", {4, 3}, type, numbers))));
      expect_twelve({onnx}, format);
    }
    write_file(onnx, onnx_model(wire(5, onnx_tensor("t", {4, 3}, type, wire(5, varint(256))))));
    EXPECT_THAT(error_of_table({onnx}), HasSubstr("a number of more than 8 bits"));

    for (const char* descr : {"|u1", "|i1", "|V1"}) {
      const std::string npy = directory / "t.npy";
      write_file(npy, npy_bytes(1, dictionary(descr, false, "(4, 3)"), twelve_bytes()));
      TableFile file{npy};
      EXPECT_THAT(error_of_table(file), HasSubstr("holds no float16"));
      file.format = format;
      expect_twelve(file, format);
      file.format = kFloat16;
      EXPECT_THAT(error_of_table(file), HasSubstr("holds no float16"));
    }

    // PyTorch 2 writes tensors of these types by _rebuild_tensor_v3 (torch/_tensor.py).
    const std::string torch = directory / "t.pt";
    const auto state = [&](long bytes) {
      return torch_bytes(pickled_state(pickled_tensor_v3(bytes, pickled(4) + pickled(3),
                                                         pickled(3) + pickled(1), format.name())),
                         twelve_bytes());
    };
    write_file(torch, state(12));
    expect_twelve({torch}, format);
    write_file(torch, state(13));
    EXPECT_THAT(error_of_table({torch}), HasSubstr("has a storage of 12 bytes"));

    const std::string raw = directory / "t.bin";
    write_file(raw, twelve_bytes());
    TableFile file{raw};
    file.format = format;
    file.shape = {4, 3};
    expect_twelve(file, format);
    file.shape = {4, 4};
    EXPECT_THAT(error_of_table(file), HasSubstr("needs 16 bytes, 12 are there"));
  }
}

/// Two numbers each, in either byte order.
TEST(ComplexTables, AreTheirRealAndImaginaryParts) {
  const Directory directory;
  const auto bytes = [](int size, ByteOrder order) {
    std::string numbers;
    for (int i = 0; i < 12; ++i) {
      const double value = i / 8.0;
      numbers += size == 4 ? number_bytes(std::bit_cast<std::uint32_t>(static_cast<float>(value)),
                                          4, order)
                           : number_bytes(std::bit_cast<std::uint64_t>(value), 8, order);
    }
    return numbers;
  };
  const auto expect = [&](const std::string& path, const Format& format) {
    const Table table = open_table({path});
    EXPECT_EQ(table.format(), format);
    EXPECT_TRUE(table.storage().complex);
    ASSERT_EQ(table.rows(), 2u);
    ASSERT_EQ(table.columns(), 6u);
    const auto bits = patterns(table);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(table.number(bits[i]), static_cast<double>(i) / 8) << path;
    EXPECT_EQ(open_vectors({path}).shape, (std::vector<std::uint64_t>{2, 6}));
  };
  const std::string npy = directory / "t.npy";
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    for (const int size : {4, 8}) {
      const std::string descr =
          (order == ByteOrder::little ? "<c" : ">c") + std::to_string(2 * size);
      write_file(npy, npy_bytes(1, dictionary(descr, false, "(2, 3)"), bytes(size, order)));
      expect(npy, size == 4 ? kFloat32 : kFloat64);
    }
  }
  const std::string little = bytes(4, ByteOrder::little);
  const std::string safetensors = directory / "t.safetensors";
  write_file(safetensors,
             safetensors_bytes(
                 R"({"t": {"dtype": "C64", "shape": [2, 3], "data_offsets": [0, 48]}})", little));
  expect(safetensors, kFloat32);
  const std::string onnx = directory / "t.onnx";
  for (const std::uint64_t field : {4, 9}) {
    write_file(onnx, onnx_model(wire(5, onnx_tensor("t", {2, 3}, 14, wire(field, little)))));
    expect(onnx, kFloat32);
  }
  write_file(npy, npy_bytes(1, dictionary("<c8", true, "(2, 3)"), little));
  const Table by_columns = open_table({npy});
  const auto bits = patterns(by_columns);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t column = 0; column < 6; ++column)
      EXPECT_EQ(by_columns.number(bits[row * 6 + column]),
                static_cast<double>(2 * (column / 2 * 2 + row) + column % 2) / 8);
  write_file(npy, npy_bytes(1, dictionary("<c8", true, "(6,)"), little));
  EXPECT_EQ(open_table({npy}).columns(), 12u) << "one axis has one order";
  write_file(npy, npy_bytes(1, dictionary("<c8", false, "(2, 9223372036854775808)"), little));
  EXPECT_THAT(error_of_table({npy}), HasSubstr("more than a file can hold"));
  write_file(npy, npy_bytes(1, dictionary("<c8", false, "(2, 4)"), little));
  EXPECT_THAT(error_of_table({npy}), HasSubstr("is truncated"));
  write_file(npy, npy_bytes(1, dictionary("<c32", false, "(2, 3)"), little + little));
  EXPECT_THAT(error_of_table({npy}), HasSubstr("complex64 and complex128 are read"));
}

/// NumPy wrote (i − 5)/8 with imaginary part 0.
TEST(ComplexTables, AreReadFromNumPy) {
  const Table table = open_table({SEXTANT_DATA_DIR "/npy/complex.npy"});
  ASSERT_EQ(table.rows(), 3u);
  ASSERT_EQ(table.columns(), 8u);
  const auto bits = patterns(table);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(table.number(bits[2 * i]), (static_cast<double>(i) - 5) / 8);
    EXPECT_EQ(table.number(bits[2 * i + 1]), 0);
  }
}

/// state.pt has a complex64 tensor of (table, table): each number is in both parts.
TEST(ComplexTables, AreReadFromPyTorch) {
  const Table table = open_table({SEXTANT_DATA_DIR "/files/state.pt", "others.4"});
  EXPECT_TRUE(table.storage().complex);
  EXPECT_EQ(table.columns(), 6u);
  const auto bits = patterns(table);
  for (std::size_t i = 0; i < 24; i += 2) EXPECT_EQ(bits[i], bits[i + 1]);
  EXPECT_FALSE(open_table({SEXTANT_DATA_DIR "/files/few.gguf", "f32"}).storage().complex);
}

}  // namespace
}  // namespace sextant
