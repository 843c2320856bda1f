#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Malformed {
  std::string bytes;
  std::string complaint;
};

const std::string kSmall(48, '\0');  // the numbers of a [3, 4] F32 tensor
const std::string kTensor = R"("w":{"dtype":"F32","shape":[3,4],"data_offsets":[0,48]})";

std::string with_header(const std::string& header) { return safetensors_bytes(header, kSmall); }
std::string with_tensor(const std::string& inside) {
  return with_header("{\"w\":{" + inside + "}}");
}
/// A second tensor beside one that is well.
std::string beside(const std::string& second, const std::string& more = "") {
  return safetensors_bytes("{" + kTensor + "," + second + "}", kSmall + more);
}

void expect_refused(const std::vector<Malformed>& all) {
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  for (const Malformed& wrong : all) {
    write_file(path, wrong.bytes);
    const std::string error = error_of_table({path});
    EXPECT_THAT(error, StartsWith(in_quotes(path) + ": "));
    EXPECT_THAT(error, HasSubstr(wrong.complaint));
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_EQ(contents(path), wrong.bytes);
  }
}

TEST(MalformedSafetensors, IsNotAllThere) {
  const std::string good = with_header("{" + kTensor + "}");
  std::string too_long = good;
  too_long[4] = '\1';  // 2³²
  std::string negative = good;
  negative[7] = '\xff';
  std::string limit = good;
  limit.replace(0, 8, number_bytes(100'000'001, 8, ByteOrder::little));
  std::string promised = good;
  promised.replace(0, 8, number_bytes(100'000'000, 8, ByteOrder::little));
  expect_refused({{good.substr(0, 7), "is truncated: it ends within its header; save or copy it"},
                  {good.substr(0, 40), "is truncated: it ends within its header"},
                  {promised, "is truncated: it ends within its header"},
                  {limit, "says its header has 100000001 bytes; .safetensors allows 100000000"},
                  {too_long, "bytes; .safetensors allows"},
                  {negative, "bytes; .safetensors allows"},
                  {good.substr(0, good.size() - 1), "need 48 bytes after the header, 47 are there"},
                  {good + "x", "has more bytes than the 48 of its tensors"},
                  {safetensors_bytes("", ""), "its header is no JSON object"},
                  {safetensors_bytes("{}", ""), "holds no tensor"},
                  {safetensors_bytes(R"({"__metadata__":{}})", ""), "holds no tensor"}});
}

TEST(MalformedSafetensors, HasAHeaderThatIsNoObjectOfTensors) {
  const std::string metadata = R"({"__metadata__":)";
  expect_refused({
      {with_header("[1]"), "its header is no JSON object; save it again"},
      {with_header(" {" + kTensor + "}"), "its header is no JSON object"},
      {with_header("{" + kTensor), "its header is no JSON, at byte 57 of it; save it again"},
      {with_header("{" + kTensor + "}}"), "its header is no JSON"},
      {with_header("{" + kTensor + "}" + std::string(1, '\0')), "its header is no JSON"},
      {with_header("{" + kTensor + "}" + std::string("\0{", 2)),
       "its header is no JSON, at byte 57"},
      {with_header("{" + kTensor + ",}"), "its header is no JSON"},
      {with_header("{'w':1}"), "its header is no JSON"},
      {with_header("{\"\xff\":1}"), "its header is no JSON"},
      {with_header(std::string(90'000, '{')), "its header is no JSON"},
      {with_header("{\"w\":" + std::string(90'000, '[')), "'w' is a list, no tensor"},
      {with_header(R"({"w":3})"), "its header's 'w' is a number, no tensor; save it again"},
      {with_header(R"({"w":null})"), "'w' is null, no tensor"},
      {with_header(metadata + R"(3})"), "'__metadata__' is a number"},
      {with_header(metadata + R"({"a":1}})"), "'__metadata__' has a number for 'a'"},
      {with_header(metadata + R"({"a":{}}})"), "'__metadata__' has an object for 'a'"},
      {with_header(metadata + R"({"a":"b","a":"b"}})"), "has the key 'a' twice"},
      {with_header(metadata + R"({},"__metadata__":{}})"), "'__metadata__' is there twice"},
  });
}

TEST(MalformedSafetensors, HasATensorThatIsNotAsTheFormatSays) {
  expect_refused({
      {with_tensor(R"("dtype":"F32","shape":[3,4])"), "'w' lacks a key: dtype, shape and data_off"},
      {with_tensor(R"("dtype":"F32","shape":[3,4],"data_offsets":[0,48],"x":1)"),
       "unknown key 'x'"},
      {with_tensor(R"("dtype":"F32","dtype":"F32","shape":[3,4],"data_offsets":[0,48])"),
       "'w' has the key 'dtype' twice"},
      {with_tensor(R"("dtype":4,"shape":[3,4],"data_offsets":[0,48])"), "a number for 'dtype'"},
      {with_tensor(R"("dtype":["F32"],"shape":[3,4],"data_offsets":[0,48])"), "a list for 'dtype'"},
      {with_tensor(R"("dtype":"F32","shape":12,"data_offsets":[0,48])"), "a number for 'shape'"},
      {with_tensor(R"("dtype":"F32","shape":"x","data_offsets":[0,48])"), "a text for 'shape'"},
      {with_tensor(R"("dtype":"F32","shape":[-3,-4],"data_offsets":[0,48])"), "a negative number"},
      {with_tensor(R"("dtype":"F32","shape":[3.0,4],"data_offsets":[0,48])"), "the number '3.0'"},
      {with_tensor(R"("dtype":"F32","shape":[3,true],"data_offsets":[0,48])"), "true or false for"},
      {with_tensor(R"("dtype":"F32","shape":[[3],4],"data_offsets":[0,48])"), "a list for 'shape'"},
      {with_tensor(R"("dtype":"F32","shape":{},"data_offsets":[0,48])"), "an object for 'shape'"},
      {with_tensor(R"("dtype":"F32","shape":[3,4],"data_offsets":[0])"), "no beginning and end"},
      {with_tensor(R"("dtype":"F32","shape":[3,4],"data_offsets":[0,1,48])"),
       "no beginning and end"},
      {with_tensor(R"("dtype":"F32","shape":[3,4],"data_offsets":[48,0])"), "no beginning and end"},
      {with_tensor("\"shape\":[" + std::string(30, '1') + "]"), "has the number '1111"},
      {with_tensor("\"shape\":[" + std::string(200'000, '1') + "]"), "its header is no JSON"},
  });
  std::string ones = "1";
  for (int i = 0; i < 64; ++i) ones += ",1";
  expect_refused({{with_tensor("\"shape\":[" + ones + "]"), "shape of more than 64 numbers"}});
}

TEST(MalformedSafetensors, HasTensorsThatDoNotFit) {
  const std::string huge = "18446744073709551615";
  expect_refused({
      {with_tensor(R"("dtype":"F32","shape":[3,5],"data_offsets":[0,48])"),
       "'w' has 48 bytes, which its dtype and shape contradict"},
      {with_tensor(R"("dtype":"F32","shape":[3,3],"data_offsets":[0,48])"), "contradict"},
      {with_tensor(R"("dtype":"F64","shape":[3,4],"data_offsets":[0,48])"), "contradict"},
      {with_tensor(R"("dtype":"F4","shape":[3,33],"data_offsets":[0,49])"), "contradict"},
      {with_tensor(R"("dtype":"F32","shape":[4294967296,4294967296,3,4],"data_offsets":[0,48])"),
       "'w' has a shape that is more than a file can hold"},
      {with_tensor(R"("dtype":"F32","shape":[576460752303423491,4],"data_offsets":[0,48])"),
       "a shape that is more than a file can hold"},  // 2⁶⁴ · 8 + 48 · 8 bits
      {with_tensor(R"("dtype":"X9","shape":[3,4],"data_offsets":[0,)" + huge + "]"),
       "has tensors that are more than a file can hold"},
      {with_tensor(R"("dtype":"X9","shape":[3,4],"data_offsets":[0,9223372036854775807])"),
       "more than a file can hold"},
      {with_tensor(R"("dtype":"X9","shape":[3,4],"data_offsets":[0,48])"),
       "tensor 'w' holds no float16, bfloat16, float32 or float64 (dtype 'X9')"},
      {with_tensor(R"("dtype":"F32","shape":[3,3],"data_offsets":[12,48])"),
       "'w' begins at byte 12 of the numbers, where a hole is before it"},
      {beside(R"("x":{"dtype":"F32","shape":[12],"data_offsets":[0,48]})"),
       "begins at byte 0 of the numbers, where another tensor is"},
      {beside(R"("x":{"dtype":"F32","shape":[2],"data_offsets":[44,52]})", "more"),
       "'x' begins at byte 44 of the numbers, where another tensor is"},
      {beside(R"("x":{"dtype":"F32","shape":[1],"data_offsets":[52,56]})", "12345678"),
       "'x' begins at byte 52 of the numbers, where a hole is before it"},
      {beside(R"("w":{"dtype":"F32","shape":[1],"data_offsets":[48,52]})", "1234"),
       "its header has the tensor 'w' twice"},
  });
}

std::vector<std::string> healthy_files() {
  const std::string numbers(96, '\x3f');
  const std::string second = R"("v":{"dtype":"BF16","shape":[24],"data_offsets":[48,96]})";
  return {
      safetensors_bytes("{" + kTensor + "}", kSmall),
      safetensors_bytes("{" + kTensor + "," + second + "}", numbers),
      safetensors_bytes("{\"__metadata__\":{\"a\":\"b\"},\n" + second + "," + kTensor + "}  ",
                        numbers),
      safetensors_bytes(R"({"s":{"shape":[6,2],"data_offsets":[0,96],"dtype":"F64"}})", numbers)};
}

TEST(MutatedSafetensors, IsAnErrorOrATable) {
  const MemoryFile file;
  Mutator mutated(20220928, healthy_files(), {130, 0, 8});
  int tables = 0;
  constexpr int cases = 20'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = mutated();
    file.write(bytes);
    const auto tensor = i % 2 == 0 ? std::optional<std::string>("w") : std::nullopt;
    tables += is_table_or_refused({file.path(), tensor}, bytes, 16) ? 1 : 0;
    if (HasFailure()) {
      write_file("mutated.safetensors", bytes);
      FAIL() << "case " << i << ", kept as mutated.safetensors";
    }
  }
  EXPECT_GT(tables, 500);  // otherwise the test is only about errors
  EXPECT_GT(cases - tables, 10'000);
  RecordProperty("tables", tables);
}

TEST(MutatedSafetensors, MayPromiseAnythingWithoutTakingMemory) {
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  const std::string promises[] = {
      number_bytes(100'000'000, 8, ByteOrder::little) + "{",
      safetensors_bytes(
          R"({"w":{"dtype":"F32","shape":[1000000,1000000],"data_offsets":[0,4000000000000]}})",
          "few"),
      safetensors_bytes(
          R"({"w":{"dtype":"F32","shape":[9000000000],"data_offsets":[0,36000000000]}})", "few")};
  for (const std::string& bytes : promises) {
    write_file(path, bytes);
    EXPECT_FALSE(is_table_or_refused({path}, bytes, 16));
  }
}

}  // namespace
}  // namespace sextant
