#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/onnx_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::uint64_t kMost = ~std::uint64_t{0};
const std::string kNumbers(48, '\0');  // of a [4, 3] table

std::string sound() { return onnx_model(wire(5, onnx_tensor("w", {4, 3}, 1, wire(9, kNumbers)))); }
std::string with_tensor(const std::vector<std::uint64_t>& shape, std::uint64_t type,
                        const std::string& numbers) {
  return onnx_model(wire(5, onnx_tensor("w", shape, type, numbers)));
}

void expect_refused(const std::string& bytes, const std::string& complaint) {
  const Directory directory;
  const std::string path = directory / "t.onnx";
  write_file(path, bytes);
  EXPECT_FALSE(is_table_or_refused({path}, bytes, 256)) << complaint;
  const std::string error = error_of_table({path});
  EXPECT_THAT(error, StartsWith(in_quotes(path) + ": "));
  EXPECT_THAT(error, HasSubstr(complaint));
}

TEST(MalformedOnnx, IsReadOnlyIfNothingIsMissing) {
  const std::string good = sound();
  const Directory directory;
  const std::string path = directory / "t.onnx";
  write_file(path, good);
  EXPECT_EQ(open_table({path}).rows(), 4u);
  for (std::size_t length = 1; length < good.size(); ++length) {
    write_file(path, good.substr(0, length));
    const std::string error = error_of_table({path});
    const bool before_the_graph = length == 2 || length == 8;  // a model without a graph
    EXPECT_THAT(error, HasSubstr(before_the_graph ? "holds no tensor" : "damaged")) << length;
  }
  expect_refused("\x0b", "a field of an unknown kind begins before byte 1");
  expect_refused("\x0f", "a field of an unknown kind");
  expect_refused(std::string(1, '\0') + "\1", "a field that is no field ends before byte 2");
  expect_refused(std::string(11, '\xff'), "a number is cut or too long before byte 10");
  expect_refused(std::string(9, '\xff') + "\2", "a number is cut or too long");
}

TEST(MalformedOnnx, HasLengthsThatAreTooLong) {
  for (const std::uint64_t length : {std::uint64_t{1} << 31, std::uint64_t{1} << 63, kMost}) {
    for (const std::uint64_t field : {2, 7, 20})
      expect_refused(wire(1, std::uint64_t{8}) + varint(field << 3 | 2) + varint(length) + "abc",
                     "a field that is longer than its message begins before byte");
    for (const std::uint64_t field : {1, 5, 9})
      expect_refused(onnx_model(varint(field << 3 | 2) + varint(length) + "abc") + kNumbers,
                     "a field that is longer than its message begins");
  }
  expect_refused(onnx_model(wire(5, wire(8, std::string(65536, 'x')))),
                 "a text says that it has 65536 bytes; at most 65535 are read");
  std::string deep = wire(5, onnx_tensor("w", {4, 3}, 1, wire(9, kNumbers)));
  for (int k = 0; k < 100; ++k) deep = wire(1, wire(5, wire(6, deep)));
  expect_refused(onnx_model(deep), "has graphs too deep in graphs");
}

TEST(MalformedOnnx, HasATensorThatDoesNotFit) {
  const std::string raw = wire(9, kNumbers);
  expect_refused(with_tensor({4, 4}, 1, raw),
                 "tensor 'w' is truncated: shape (4, 4) of float32 needs 64 bytes, 48 are there");
  expect_refused(with_tensor({4, 2}, 1, raw), "has more bytes than the 32 of shape (4, 2)");
  expect_refused(with_tensor({kMost, 3}, 1, raw), "more than a file can hold");
  expect_refused(with_tensor({kMost / 2, kMost / 2}, 1, raw), "more than a file can hold");
  expect_refused(with_tensor({0, 3}, 1, raw), "holds no numbers");
  expect_refused(with_tensor({}, 1, raw), "shape () is a single number");
  expect_refused(with_tensor(std::vector<std::uint64_t>(65, 1), 1, raw), "of more than 64 axes");
  expect_refused(with_tensor({4, 3}, 1, ""), "needs 48 bytes, 0 are there");
  expect_refused(with_tensor({4, 3}, 11, wire(4, kNumbers)), "needs 96 bytes, 0 are there");
  expect_refused(with_tensor({4, 3}, 1, raw + raw), "has its numbers in pieces; save it again");
  expect_refused(with_tensor({4, 3}, 18, raw),
                 "holds no float16, bfloat16, float32 or float64 (dt");
  expect_refused(with_tensor({4, 3}, kMost, raw), "(dtype 'ONNX-184467440737095");
  expect_refused(with_tensor({4, 3}, 8, raw), "holds text (dtype 'STRING')");
  expect_refused(with_tensor({4, 3}, 10, wire(5, std::string(11, '\1'))),
                 "has 11 numbers where its shape needs 12; save it again");
  expect_refused(with_tensor({4, 3}, 10, wire(5, std::string(11, '\1') + "\x81") + wire(20, "\1")),
                 "a number is cut or too long");
  expect_refused(onnx_model(wire(5, wire(1, "\4\x83") + wire(2, std::uint64_t{1}) + raw)),
                 "a number is cut or too long");
  expect_refused(with_tensor({4, 3}, 10, wire(5, varint(65536))), "a number of more than 16 bits");
  expect_refused(with_tensor({1 << 20, 1 << 20}, 16, wire(5, std::string(11, '\1'))),
                 "has 11 numbers where its shape needs 1099511627776");
  expect_refused(onnx_model(wire(5, onnx_tensor("w", {4, 3}, 1, raw)) +
                            wire(5, onnx_tensor("w", {4, 3}, 1, raw))),
                 "tensor 'w' is there twice");
  expect_refused(onnx_model(""), "holds no tensor");
}

TEST(MutatedOnnx, IsAnErrorOrATable) {
  const Directory directory;
  const std::string path = directory / "t.onnx";
  const std::string node = wire(2, "w") + wire(4, "Constant");
  Mutator mutated(
      20170907,
      {sound(), with_tensor({4, 3}, 16, wire(5, std::string(12, '\1'))),
       onnx_model(wire(1, node + wire(5, wire(5, onnx_tensor("", {4, 3}, 1, wire(4, kNumbers)))))),
       contents(SEXTANT_DATA_DIR "/files/outside.onnx")},
      {80, 0, 20});
  int tables = 0;
  constexpr int cases = 20'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = mutated();
    write_file(path, bytes);
    const auto tensor = i % 2 == 0 ? std::optional<std::string>("w") : std::nullopt;
    tables += is_table_or_refused({path, tensor}, bytes, 256) ? 1 : 0;
    if (HasFailure()) {
      write_file("mutated.onnx", bytes);
      FAIL() << "case " << i << ", kept as mutated.onnx";
    }
  }
  EXPECT_GT(tables, 500);  // otherwise the test is only about errors
  EXPECT_GT(cases - tables, 5'000);
  RecordProperty("tables", tables);
}

}  // namespace
}  // namespace sextant
