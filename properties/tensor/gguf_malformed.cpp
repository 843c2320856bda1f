#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tensor/gguf_files.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::uint64_t kHuge[] = {std::uint64_t{1} << 32, std::uint64_t{1} << 62,
                                   std::uint64_t{1} << 63, ~std::uint64_t{0}};
const std::string kNumbers(48, '\0');  // of a [3, 4] F32 tensor

/// Metadata of three kinds, and one tensor.
GgufBytes sound() {
  GgufBytes made;
  made.value("general.architecture", 8, made.text("llama"));
  made.value("general.alignment", 4, made.number(32, 4));
  made.value("list", 9, made.number(5, 4) + made.number(2, 8) + made.number(7, 8));
  made.tensor("w", {4, 3}, 0, kNumbers);
  return made;
}

/// Metadata of one value, and one tensor.
std::string with_value(const std::string& key, std::uint64_t type, const std::string& bytes) {
  GgufBytes made;
  made.value(key, type, bytes);
  made.tensor("w", {4, 3}, 0, kNumbers);
  return made.bytes();
}

/// One tensor of that description.
std::string with_tensor(const std::vector<std::uint64_t>& axes, std::uint64_t type,
                        std::uint64_t offset) {
  GgufBytes made;
  made.info("w", axes, type, offset);
  made.data = kNumbers;
  return made.bytes();
}

std::string u64(std::uint64_t value) { return number_bytes(value, 8, ByteOrder::little); }
std::string u32(std::uint64_t value) { return number_bytes(value, 4, ByteOrder::little); }

void expect_refused(const std::string& bytes, const std::string& complaint) {
  const Directory directory;
  const std::string path = directory / "t.gguf";
  write_file(path, bytes);
  EXPECT_FALSE(is_table_or_refused({path}, bytes, 64)) << complaint;
  const std::string error = error_of_table({path});
  EXPECT_THAT(error, StartsWith(in_quotes(path) + ": "));
  EXPECT_THAT(error, HasSubstr(complaint));
}

TEST(MalformedGguf, IsReadOnlyIfNothingIsMissing) {
  const std::string good = sound().bytes();
  const MemoryFile file;
  file.write(good);
  EXPECT_EQ(open_table({file.path(), "w"}).rows(), 3u);
  for (std::size_t length = 4; length < good.size(); ++length) {
    file.write(good.substr(0, length));
    EXPECT_THAT(error_of_table({file.path(), "w"}),
                AnyOf(HasSubstr("is truncated or damaged: byte "), HasSubstr("it is truncated;")))
        << length;
  }
  expect_refused("GGUF", "byte 4 begins a field of 4 bytes, and the file has 4");
  expect_refused("GGML" + good.substr(4), "is no GGUF file; its first bytes are others");
}

TEST(MalformedGguf, HasAHeaderThatGgufDoesNotAllow) {
  GgufBytes made = sound();
  for (const std::uint64_t version : {0, 1, 4, 65535}) {
    made.version = version;
    expect_refused(made.bytes(), fmt::format("is of version {} of GGUF; 2 and 3 are", version));
  }
  for (const std::uint64_t count : kHuge) {
    made = sound();
    made.tensors = count;
    expect_refused(made.bytes(), "; ");
    made = sound();
    made.values = count;
    expect_refused(made.bytes(), "; ");
  }
}

TEST(MalformedGguf, HasMetadataThatEndNowhere) {
  for (const std::uint64_t count : kHuge) {
    expect_refused(
        "GGUF" + u32(3) + u64(1) + u64(1) + u64(count) + "key",
        fmt::format("before byte 32, a text says that it has {} bytes; at most 65535", count));
    expect_refused(with_value("a", 8, u64(count)), "is truncated or damaged");
    for (std::uint64_t type = 0; type < 13; ++type)
      expect_refused(with_value("a", 9, u32(type) + u64(count)), "damaged");
  }
  expect_refused(with_value("a", 13, ""), "before byte 37 is of type 13, which GGUF lacks");
  expect_refused(with_value("a", 9, u32(13) + u64(1)), "is of type 13, which GGUF lacks");
  std::string deep;
  for (int k = 0; k < 100'000; ++k) deep += u32(9) + u64(1);
  expect_refused(with_value("a", 9, deep), "has arrays in more than 16 arrays in its metadata");
  for (const std::uint64_t alignment : {0u, 3u, 33u, 0xffffffffu})
    expect_refused(with_value("general.alignment", 4, u32(alignment)),
                   fmt::format("has general.alignment {}, which is no power of 2", alignment));
  expect_refused(with_value("general.alignment", 10, u64(std::uint64_t{1} << 63)), "no power of 2");
  expect_refused(with_value("general.alignment", 5, u32(32)),
                 "has no unsigned integer for the key 'general.alignment'");
  expect_refused(with_value("split.count", 10, u64(~std::uint64_t{0})),
                 "does not end in -00001-of");
}

TEST(MalformedGguf, HasATensorThatDoesNotFit) {
  const std::uint64_t most = ~std::uint64_t{0};
  expect_refused(with_tensor({4, 3}, 28, 0),
                 "tensor 'w' needs 96 bytes from byte 0 of the data on,"
                 " and the file has 48 bytes of data: it is truncated");
  expect_refused(with_tensor({4, 3}, 0, 32), "needs 48 bytes from byte 32 of the data on");
  expect_refused(with_tensor({4, 3}, 0, most - 31), "and the file has 48 bytes of data");
  expect_refused(with_tensor({4, 3}, 12, std::uint64_t{1} << 62), "needs 0 bytes from byte");
  expect_refused(with_tensor({4, 3}, 0, 4), "begins at byte 4 of the data, which is no multiple");
  expect_refused(with_tensor({most, most}, 0, 0), "has a shape that is more than a file can hold");
  expect_refused(with_tensor({std::uint64_t{1} << 62, 4}, 0, 0), "more than a file can hold");
  expect_refused(with_tensor({0, 3}, 0, 0), "tensor 'w' shape (3, 0) holds no numbers");
  expect_refused(with_tensor({}, 0, 0), "shape () is a single number");
  expect_refused(with_tensor(std::vector<std::uint64_t>(9, 1), 0, 0), "has 9 axes; at most 8");
  expect_refused(with_tensor({4, 3}, 4, 0), "is of type 'ggml-4', which cannot be judged");
  expect_refused(with_tensor({4, 3}, 1'000'000, 0), "is of type 'ggml-1000000', which cannot be");
  GgufBytes made;
  made.info("v", {4, 3}, 0, 0);
  made.info("w", {2, 2}, 0, 32);
  made.data = kNumbers;
  expect_refused(made.bytes(), "tensor 'w' begins at byte 32 of the data, where another tensor is");
  made = sound();
  made.tensor("w", {4, 3}, 0, kNumbers);
  expect_refused(made.bytes(), "tensor 'w' is there twice");
  expect_refused(GgufBytes().bytes(), "holds no tensor");
}

TEST(MutatedGguf, IsAnErrorOrATable) {
  const MemoryFile file;
  const std::string folder = SEXTANT_DATA_DIR "/files/";
  Mutator mutated(
      20230821,
      {sound().bytes(), contents(folder + "few_v2.gguf"), contents(folder + "few_big.gguf"),
       contents(folder + "split-00002-of-00003.gguf")},
      {300, 4, 20});
  int tables = 0;
  constexpr int cases = 20'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = mutated();
    file.write(bytes);
    const auto tensor = i % 2 == 0 ? std::optional<std::string>("f32") : std::nullopt;
    tables += is_table_or_refused({file.path(), tensor}, bytes, 64) ? 1 : 0;
    if (HasFailure()) {
      write_file("mutated.gguf", bytes);
      FAIL() << "case " << i << ", kept as mutated.gguf";
    }
  }
  EXPECT_GT(tables, 500);  // otherwise the test is only about errors
  EXPECT_GT(cases - tables, 5'000);
  RecordProperty("tables", tables);
}

}  // namespace
}  // namespace sextant
