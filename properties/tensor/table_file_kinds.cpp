#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const std::string kData = SEXTANT_DATA_DIR "/";
const std::string kFiles = kData + "files/";

TEST(TableFile, IsToldByItsFirstBytesWhateverItsName) {
  const Directory directory;
  const std::string path = directory / "t.bin";
  const auto copied = [&](const std::string& from) {
    write_file(path, contents(from));
    return path;
  };
  EXPECT_EQ(open_table({copied(kData + "llama3_cos_f32_p0.npy")}).rows(), 128u);
  EXPECT_EQ(open_table({copied(kFiles + "alone.safetensors")}).rows(), 4u);
  EXPECT_EQ(open_table({copied(kFiles + "alone.npz")}).rows(), 4u);
  EXPECT_EQ(open_table({copied(kFiles + "few.gguf"), "f32"}).rows(), 4u);
  EXPECT_EQ(open_table({copied(kFiles + "alone.pt")}).rows(), 4u);
  EXPECT_EQ(open_table({copied(kFiles + "model.onnx"), "f32"}).rows(), 4u);
  EXPECT_THAT(error_of_table({kData + "llama3_cos_f32_p0.npy", "cos"}),
              HasSubstr("holds one array, without a name; leave out --tensor"));
  EXPECT_EQ(arrays_of({kData + "llama3_cos_f32_p0.npy"}).size(), 1u);
}

/// The numbers of a .npy file without its header are the same table.
TEST(TableFile, OfNumbersAloneIsReadByFormatAndShape) {
  const Directory directory;
  const std::string path = directory / "t.bin";
  const std::pair<const char*, Format> all[] = {{"llama3_cos_f32_p8064", kFloat32},
                                                {"llama3_cos_bf16_p8064", kBfloat16},
                                                {"exp_log_f32_to_f16_d96_p4096", kFloat16},
                                                {"exp_log_f64_d96_p1000000", kFloat64}};
  for (const auto& [name, format] : all) {
    const std::string npy = kData + name + ".npy";
    const Table with_header = open_npy(npy, format);
    write_file(path, contents(npy).substr(with_header.storage().offset));
    const std::vector<std::uint64_t> shape = with_header.storage().shape;
    const Table table = open_table({path, {}, format, shape});
    EXPECT_EQ(table.format(), format);
    EXPECT_EQ(patterns(table), patterns(with_header)) << name;
    EXPECT_EQ(open_vectors({path, {}, {}, shape}, format).shape, shape);
  }
}

TEST(TableFile, OfNumbersAloneIsAsLongAsItsShape) {
  const Directory directory;
  const std::string path = directory / "t.bin";
  write_file(path, std::string(48, '\1'));
  const auto refusal = [&](std::vector<std::uint64_t> shape, std::optional<Format> format) {
    return error_of_table({path, {}, format, std::move(shape)});
  };
  EXPECT_THAT(refusal({3, 5}, kFloat32),
              HasSubstr("shape (3, 5) of float32 needs 60 bytes, 48 are there; say its --shape"));
  EXPECT_THAT(refusal({3, 3}, kFloat32), HasSubstr("has more bytes than the 36 of shape (3, 3)"));
  EXPECT_THAT(refusal({std::uint64_t{1} << 62, 4}, kFloat32),
              HasSubstr("more than a file can hold"));
  EXPECT_THAT(refusal({0, 4}, kFloat32), HasSubstr("holds no numbers"));
  EXPECT_THAT(refusal({3, 4}, {}), HasSubstr("add --format float32"));
  EXPECT_THAT(
      error_of_table({path, {}, kFloat32}),
      HasSubstr("is no .npy, .npz, .safetensors, .gguf, .pt or .onnx file; if it holds numb"));
  write_file(path, "");
  EXPECT_THAT(refusal({3, 4}, kFloat32), HasSubstr("48 bytes, 0 are there"));
  EXPECT_THAT(error_of_table({path}), HasSubstr("is empty"));
}

TEST(TableFile, OfAnotherKindSaysWhatConvertsIt) {
  struct Foreign {
    const char* name;
    std::string bytes;
    const char* what;
    const char* by;
  };
  const std::string nothing(32, '\1');
  const Foreign all[] = {
      {"t.h5", "\x89HDF\r\n\x1a\n" + nothing, "an HDF5 file", "h5py.File(sys.argv[1])['NAME']"},
      {"t.bin", "\x80\2\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19." + nothing, "a Python pickle, as Py",
       "torch.save(torch.load(sys.argv[1]"},
      {"t.bin", "\x80\4\x95" + nothing + ".", "a Python pickle", "pickle.load(open(sys.argv[1]"},
      {"t.pth", nothing, "a PyTorch file by its name", "torch.load(sys.argv[1]"},
      {"t.parquet", "PAR1" + nothing, "a Parquet file", "pandas.read_parquet"},
      {"t.mat", "MATLAB 5.0 MAT-file" + nothing, "a MATLAB file", "scipy.io.loadmat"},
      {"t.json", "[[1.0, 2.0]]", "JSON text by its name", "json.load(open(sys.argv[1]))"},
      {"t.csv", "1.0,2.0\n3.0,4.0\n", "text", "delimiter=','"},
      {"t", "1.0 2.0\n3.0 4.0\n", "text", "numpy.loadtxt(sys.argv[1], 'float32')"}};
  const Directory directory;
  for (const Foreign& foreign : all) {
    write_file(directory / foreign.name, foreign.bytes);
    const std::string error = error_of_table({directory / foreign.name});
    EXPECT_THAT(error, HasSubstr(std::string("': is ") + foreign.what));
    EXPECT_THAT(error, HasSubstr("; convert it: python3 -c \"import sys, "));
    EXPECT_THAT(error, HasSubstr(foreign.by));
    EXPECT_THAT(error, EndsWith(")\" FILE"));
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  EXPECT_THAT(error_of_table({directory / "none.npy"}), HasSubstr("No such file or directory"));
}

/// Numbers that begin as pickles or text do, for some bytes, are numbers: 1 in bfloat16 is 80 3f.
TEST(TableFile, OfNumbersAloneIsNeitherPickleNorText) {
  const Directory directory;
  const std::string path = directory / "t.bin";
  std::string cosines;
  for (int k = 0; k < 64; ++k) cosines += "\x80\x3f";
  for (const std::string& bytes : {cosines, "\x80\2\x95" + cosines, std::string(20, '?') + cosines,
                                   std::string("\x80\2\0", 3) + cosines + "."}) {
    write_file(path, bytes);
    EXPECT_THAT(error_of_table({path}), HasSubstr("say which: --format float32 --shape"));
  }
  write_file(path, cosines);
  EXPECT_EQ(open_table({path, {}, kBfloat16, std::vector<std::uint64_t>{8, 8}}).rows(), 8U);
}

PROPERTY(TableFile, TakesShapesAsTheyAreWritten) {
  const auto shape = *draw::such_that(
      draw::container<std::vector<std::uint64_t>>(draw::arbitrary<std::uint64_t>()),
      [](const auto& all) { return !all.empty() && all.size() < 9; });
  std::string text;
  for (const std::uint64_t n : shape) text += (text.empty() ? "" : "x") + std::to_string(n);
  RC_ASSERT(read_shape(text) == shape);
  for (const std::string& wrong : {"x" + text, text + "x", text + ",3", text + " ", "-" + text})
    RC_ASSERT_THROWS_AS(read_shape(wrong), Error);
}

TEST(TableFile, TakesNoOtherShapes) {
  for (const char* wrong : {"", "x", "3x", "x3", "3X4", "3*4", "3x-4", "3.0x4", "1e3x4", "(3, 4)",
                            "18446744073709551616", "1x1x1x1x1x1x1x1x1"})
    EXPECT_THAT(error_of([&] { read_shape(wrong); }), HasSubstr("such as 4096x128")) << wrong;
}

}  // namespace
}  // namespace sextant
