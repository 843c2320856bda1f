#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/gguf_metadata.hpp"
#include "tensor/gguf_files.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

GgufMetadata metadata_at(const std::string& path) {
  return read_gguf_metadata(std::make_shared<InputFile>(path), path);
}

GgufMetadata metadata_of(const std::string& bytes) {
  const MemoryFile file;
  file.write(bytes);
  return metadata_at(file.path());
}

std::string refusal_of(const std::string& bytes) {
  const MemoryFile file;
  file.write(bytes);
  return error_of([&] { (void)metadata_at(file.path()); });
}

const GgufValue& value_of(const GgufMetadata& metadata, const std::string& key) {
  const GgufValue* value = metadata.find(key);
  EXPECT_NE(value, nullptr) << key;
  static const GgufValue none;
  return value != nullptr ? *value : none;
}

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(GgufMetadata, HoldsEveryTypeExactly) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    GgufBytes made{.order = order};
    made.value("u8", 0, made.number(255, 1));
    made.value("i8", 1, made.number(255, 1));
    made.value("u16", 2, made.number(65535, 2));
    made.value("i16", 3, made.number(65534, 2));
    made.value("u32", 4, made.number(4294967295, 4));
    made.value("i32", 5, made.number(4294967293, 4));
    made.value("f32", 6, made.number(bits(0.1F), 4));
    made.value("yes", 7, made.number(1, 1));
    made.value("no", 7, made.number(0, 1));
    made.value("text", 8, made.text("llama\n"));
    made.value("u64", 10, made.number(~std::uint64_t{0}, 8));
    made.value("i64", 11, made.number(std::uint64_t{1} << 63, 8));
    made.value("f64", 12, made.number(bits(0.1), 8));
    const GgufMetadata metadata = metadata_of(made.bytes());
    EXPECT_EQ(metadata.entries.size(), 13u);
    const auto expect = [&](const std::string& key, GgufType type, const std::string& text,
                            const Rational& number) {
      const GgufValue& value = value_of(metadata, key);
      EXPECT_EQ(value.type, type) << key;
      EXPECT_EQ(value.text, text) << key;
      EXPECT_EQ(value.number, number) << key;
      EXPECT_EQ(value.shown(), text) << key;
    };
    expect("u8", GgufType::u8, "255", 255);
    expect("i8", GgufType::i8, "-1", -1);
    expect("u16", GgufType::u16, "65535", 65535);
    expect("i16", GgufType::i16, "-2", -2);
    expect("u32", GgufType::u32, "4294967295", Rational(4294967295));
    expect("i32", GgufType::i32, "-3", -3);
    expect("f32", GgufType::f32, "0.1", Rational(13421773, std::int64_t{1} << 27));
    expect("yes", GgufType::boolean, "true", 1);
    expect("no", GgufType::boolean, "false", 0);
    expect("u64", GgufType::u64, "18446744073709551615", Rational(~std::uint64_t{0}));
    expect("i64", GgufType::i64, "-9223372036854775808",
           Rational(std::numeric_limits<std::int64_t>::min()));
    expect("f64", GgufType::f64, "0.1", Rational(0.1));
    EXPECT_EQ(value_of(metadata, "text").text, "llama\n");
    EXPECT_EQ(value_of(metadata, "text").number, std::nullopt);
    EXPECT_EQ(metadata.find("other"), nullptr);
  }
}

TEST(GgufMetadata, HasNoNumberWhereNoneIsFinite) {
  GgufBytes made;
  made.value("inf", 6, made.number(bits(std::numeric_limits<float>::infinity()), 4));
  made.value("nan", 12, made.number(bits(std::nan("")), 8));
  made.value("list", 9, made.number(6, 4) + made.number(1, 8) + made.number(bits(-INFINITY), 4));
  const GgufMetadata metadata = metadata_of(made.bytes());
  for (const char* key : {"inf", "nan"}) {
    EXPECT_EQ(value_of(metadata, key).number, std::nullopt);
    EXPECT_EQ(value_of(metadata, key).text, key);
  }
  EXPECT_FALSE(value_of(metadata, "list").kept);
  EXPECT_TRUE(value_of(metadata, "list").numbers.empty());
}

TEST(GgufMetadata, KeepsArraysOfNumbersAndSkipsOthers) {
  GgufBytes made;
  const auto list = [&](std::uint64_t type, std::uint64_t count, const std::string& entries) {
    return made.number(type, 4) + made.number(count, 8) + entries;
  };
  made.value(
      "sections", 9,
      list(5, 3, made.number(16, 4) + made.number(24, 4) + made.number(~std::uint64_t{0}, 4)));
  made.value("layers", 9, list(7, 2, made.number(1, 1) + made.number(0, 1)));
  made.value("halves", 9, list(6, 1, made.number(bits(0.1F), 4)));
  made.value("longest", 9, list(0, kMostGgufNumbers, std::string(kMostGgufNumbers, '\1')));
  made.value("longer", 9, list(0, kMostGgufNumbers + 1, std::string(kMostGgufNumbers + 1, '\1')));
  made.value("tokens", 9, list(8, 2, made.text("<s>") + made.text("")));
  made.value("nested", 9, list(9, 1, list(4, 1, made.number(1, 4))));
  const GgufMetadata metadata = metadata_of(made.bytes());
  EXPECT_EQ(value_of(metadata, "sections").numbers, (std::vector<Rational>{16, 24, -1}));
  EXPECT_EQ(value_of(metadata, "sections").shown(), "[16, 24, -1]");
  EXPECT_EQ(value_of(metadata, "layers").numbers, (std::vector<Rational>{1, 0}));
  EXPECT_EQ(value_of(metadata, "halves").shown(), "[0.1]");
  EXPECT_EQ(value_of(metadata, "longest").numbers.size(), kMostGgufNumbers);
  EXPECT_EQ(value_of(metadata, "longest").shown(), "[65536 numbers]");
  for (const char* key : {"longer", "tokens", "nested"}) {
    EXPECT_FALSE(value_of(metadata, key).kept) << key;
    EXPECT_TRUE(value_of(metadata, key).numbers.empty()) << key;
  }
  EXPECT_EQ(value_of(metadata, "tokens").length, 2u);
  EXPECT_EQ(value_of(metadata, "tokens").shown(), "[2 entries]");
}

/// The limits on one value are not the limits on all of them.
TEST(GgufMetadata, TakesLittleMemoryForManyLongValues) {
  GgufBytes made;
  const std::string list =
      made.number(0, 4) + made.number(kMostGgufNumbers, 8) + std::string(kMostGgufNumbers, '\1');
  for (int i = 0; i < 40; ++i) made.value(fmt::format("list{}", i), 9, list);
  for (int i = 0; i < 40; ++i)
    made.value(fmt::format("text{}", i), 8, made.text(std::string(kLongestGgufText, 'x')));
  made.value("long", 8, made.text(std::string(kLongestGgufText + 1, 'x')));
  const std::string whole = made.bytes();
  const std::size_t before = bytes_allocated();
  const GgufMetadata metadata = metadata_of(whole);
  EXPECT_LT(bytes_allocated() - before, std::size_t{100} << 20);
  std::size_t numbers = 0, texts = 0;
  for (const GgufEntry& entry : metadata.entries) {
    numbers += entry.value.numbers.size();
    texts += entry.value.text.size();
  }
  EXPECT_EQ(numbers, 4 * kMostGgufNumbers);
  EXPECT_EQ(texts, 16 * kLongestGgufText);
  EXPECT_FALSE(value_of(metadata, "long").kept);
}

/// Python's struct wrote few.gguf, few_big.gguf and few_v2.gguf (data/files/make_gguf.py).
TEST(GgufMetadata, IsReadFromFilesOfAnotherWriter) {
  const std::string folder = SEXTANT_DATA_DIR "/files/";
  for (const char* file : {"few.gguf", "few_big.gguf"}) {
    const GgufMetadata metadata = metadata_at(folder + file);
    EXPECT_EQ(value_of(metadata, "general.architecture").text, "llama") << file;
    EXPECT_EQ(value_of(metadata, "llama.rope.freq_base").number, Rational(500000)) << file;
    EXPECT_EQ(value_of(metadata, "a.u8").number, Rational(255)) << file;
    EXPECT_EQ(value_of(metadata, "a.i32").number, Rational(-9)) << file;
  }
  const GgufMetadata split = metadata_at(folder + "split-00003-of-00003.gguf");
  EXPECT_THAT(split.file, HasSubstr("split-00001-of-00003.gguf"));
}

TEST(GgufMetadata, OfASplitModelIsThatOfItsFirstPart) {
  const Directory directory;
  const auto part = [&](int number, bool whole) {
    GgufBytes made;
    made.value("split.count", 2, made.number(2, 2));
    made.value("split.no", 2, made.number(static_cast<std::uint64_t>(number - 1), 2));
    if (whole) made.value("general.architecture", 8, made.text("llama"));
    const std::string path = directory / fmt::format("m-{:05}-of-00002.gguf", number);
    write_file(path, made.bytes());
    return path;
  };
  const std::string second = part(2, false);
  EXPECT_THAT(error_of([&] { (void)metadata_at(second); }),
              HasSubstr("is one of 2 files of a split model, and the first, which has the "
                        "metadata, is not read"));
  const std::string first = part(1, true);
  for (const std::string& path : {first, second}) {
    EXPECT_EQ(value_of(metadata_at(path), "general.architecture").text, "llama");
    EXPECT_EQ(metadata_at(path).file, "'" + first + "'");
  }
}

TEST(MalformedGgufMetadata, IsReadOnlyIfNothingIsMissing) {
  GgufBytes made;
  made.value("a.rope.freq_base", 6, made.number(bits(10000.0F), 4));
  made.value("a.list", 9, made.number(4, 4) + made.number(2, 8) + made.number(7, 8));
  made.value("a.text", 8, made.text("some"));
  const std::string good = made.bytes(1);
  EXPECT_EQ(metadata_of(good).entries.size(), 3u);
  for (std::size_t length = 4; length < good.size(); ++length)
    EXPECT_THAT(refusal_of(good.substr(0, length)), HasSubstr("is truncated or damaged")) << length;
}

TEST(MalformedGgufMetadata, HasWhatTheFormatDoesNotAllow) {
  GgufBytes made;
  made.value("twice", 4, made.number(1, 4));
  made.value("twice", 4, made.number(1, 4));
  EXPECT_THAT(refusal_of(made.bytes()), HasSubstr("has the metadata key 'twice' twice"));
  for (const std::uint64_t count : {std::uint64_t{65537}, ~std::uint64_t{0}}) {
    made.values = count;
    EXPECT_THAT(refusal_of(made.bytes()),
                HasSubstr(fmt::format("says that it has {} metadata values; at most", count)));
  }
  for (const std::uint64_t length : {std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    for (std::uint64_t type = 0; type < 13; ++type) {
      GgufBytes list;
      list.value("a", 9, list.number(type, 4) + list.number(length, 8));
      const std::size_t before = bytes_allocated();
      EXPECT_THAT(refusal_of(list.bytes()), HasSubstr("damaged"));
      EXPECT_LT(bytes_allocated() - before, std::size_t{1} << 17);
    }
  }
}

TEST(MutatedGgufMetadata, IsAnErrorOrMetadata) {
  GgufBytes made;
  made.value("a.rope.freq_base", 6, made.number(bits(10000.0F), 4));
  made.value("a.list", 9, made.number(4, 4) + made.number(2, 8) + made.number(7, 8));
  made.value("a.words", 9, made.number(8, 4) + made.number(1, 8) + made.text("w"));
  const std::string folder = SEXTANT_DATA_DIR "/files/";
  Mutator mutated(20261126, {made.bytes(), contents(folder + "few.gguf")}, {150, 4, 20});
  const MemoryFile file;
  int read = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string bytes = mutated();
    file.write(bytes);
    const std::size_t before = bytes_allocated();
    try {
      (void)metadata_at(file.path());
      ++read;
    } catch (const Error& error) {
      ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
    ASSERT_LE(bytes_allocated() - before, 100'000 + 64 * bytes.size());
  }
  EXPECT_GT(read, 500);
  EXPECT_LT(read, 9'500);
}

/// Numbers of every type come back as they were written.
PROPERTY(GgufMetadata, NumbersComeBack) {
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of types and numbers"));
  GgufBytes made{.order = random() % 2 == 0 ? ByteOrder::little : ByteOrder::big};
  constexpr std::uint64_t kTypes[] = {0, 1, 2, 3, 4, 5, 6, 10, 11, 12};
  constexpr int kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8, 8, 8};
  std::vector<Rational> numbers;
  for (int i = 0; i < 20; ++i) {
    const std::size_t at = random() % 10;
    const int size = kSizes[at];
    const std::uint64_t pattern = random() >> (64 - 8 * size);
    const std::uint64_t type = kTypes[at];
    if (type == 6 && !std::isfinite(std::bit_cast<float>(static_cast<std::uint32_t>(pattern))))
      continue;
    if (type == 12 && !std::isfinite(std::bit_cast<double>(pattern))) continue;
    made.value(fmt::format("k{}", numbers.size()), type, made.number(pattern, size));
    const bool is_signed = type == 1 || type == 3 || type == 5 || type == 11;
    Rational expected = pattern;
    if (is_signed && pattern >> (8 * size - 1) != 0) expected -= Rational(Integer(1) << 8 * size);
    if (type == 6)
      expected = Rational(double{std::bit_cast<float>(static_cast<std::uint32_t>(pattern))});
    if (type == 12) expected = Rational(std::bit_cast<double>(pattern));
    numbers.push_back(expected);
  }
  const GgufMetadata metadata = metadata_of(made.bytes());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    RC_ASSERT(metadata.find(fmt::format("k{}", i))->number == numbers[i]);
}

}  // namespace
}  // namespace sextant
