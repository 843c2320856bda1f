#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/safetensors_header.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

const std::string kData = SEXTANT_DATA_DIR "/";
const std::string kFiles = kData + "files/";

TEST(Safetensors, OfPythonHoldsTheBitsOfTheNpyFilesItIsFrom) {
  const Table cos = open_table({kFiles + "cache.safetensors", "rotary.cos"});
  EXPECT_EQ(cos.format(), kBfloat16);
  EXPECT_EQ(cos.rows(), 128u);
  EXPECT_EQ(cos.columns(), 128u);
  EXPECT_EQ(patterns(cos), patterns(open_npy(kData + "llama3_cos_bf16_p8064.npy", kBfloat16)));
  const Table frequencies = open_table({kFiles + "cache.safetensors", "rotary.inv_freq"});
  EXPECT_EQ(patterns(frequencies), patterns(open_npy(kData + "llama3_inv_freq_f32.npy")));
}

TEST(Safetensors, IsReadInEveryFormat) {
  const std::string path = kFiles + "few.safetensors";
  for (const Format& format : {kFloat64, kFloat32, kFloat16, kBfloat16}) {
    const std::string name = format == kBfloat16 ? "bf16" : fmt::format("f{}", format.storage_bits);
    const Table table = open_table({path, name, format});
    EXPECT_EQ(table.format(), format);
    EXPECT_EQ(table.rows(), 4u);
    const auto bits = patterns(table);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(table.number(bits[i]), (static_cast<double>(i) - 5) / 8) << name << i;
  }
  EXPECT_EQ(patterns(open_table({path, "patterns", kFloat16})),
            patterns(open_table({path, "f16"})));
}

TEST(Safetensors, IsReadWithoutANameWhereOneTensorAloneIsATable) {
  EXPECT_EQ(open_table({kFiles + "alone.safetensors"}).rows(), 4u);
  EXPECT_EQ(open_vectors({kFiles + "alone.safetensors"}).shape, (std::vector<std::uint64_t>{4, 3}));
}

TEST(Safetensors, OfSeveralTablesNamesThem) {
  EXPECT_THAT(
      error_of_table({kFiles + "cache.safetensors"}),
      HasSubstr("holds 2 tables; say which: --tensor NAME, one of 'rotary.cos', 'rotary.inv"));
  EXPECT_THAT(error_of_table({kFiles + "cache.safetensors", "cos"}),
              HasSubstr("has no tensor 'cos'; it has 'rotary.cos', 'rotary.inv_freq', 'Größe', "));
  EXPECT_THAT(
      error_of_table({kFiles + "cache.safetensors", "ids"}),
      HasSubstr(
          "tensor 'ids' holds integers (dtype 'I64'); buckets and indices are judged as such: "
          "--encoding t5 --part buckets"));
  EXPECT_THAT(error_of_table({kFiles + "cache.safetensors", "step"}),
              HasSubstr("tensor 'step' shape () is a single number"));
  EXPECT_THAT(error_of_table({kFiles + "cache.safetensors", "empty"}),
              HasSubstr("tensor 'empty' shape (0, 4) holds no numbers"));
  EXPECT_THAT(
      error_of_table({kFiles + "few.safetensors", "bf16", kFloat16}),
      HasSubstr("tensor 'bf16' holds bfloat16 (dtype 'BF16'), not float16 as --format says"));
  EXPECT_THAT(error_of_table({kFiles + "few.safetensors", "f32", {}, {{3, 4}}}),
              HasSubstr("tensor 'f32' has shape (4, 3), not (3, 4) as --shape says"));
  EXPECT_THAT(error_of_table({kFiles + "few.safetensors", "patterns"}),
              HasSubstr("add --format bfloat16 or --format float16"));
}

TEST(Safetensors, OfManyTablesNamesTwentyOfThem) {
  std::string header = "{";
  for (int i = 0; i < 32; ++i)
    header += fmt::format(R"({}"t{:02}":{{"dtype":"F32","shape":[3],"data_offsets":[{},{}]}})",
                          i == 0 ? "" : ",", i, 12 * i, 12 * i + 12);
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  write_file(path, safetensors_bytes(header + "}", std::string(384, '\0')));
  EXPECT_THAT(error_of_table({path}),
              HasSubstr("'t19' and 12 more, which sextant verify --list shows"));
  EXPECT_EQ(arrays_of({path}).size(), 32u);
}

/// Tensors in any order, in a header with spaces and its keys in any order: each is found where it
/// lies.
PROPERTY(Safetensors, AreReadWhereverTheyLie) {
  const auto count = *draw::in_range<std::size_t>(1, 12).as("tensors");
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of sizes and numbers"));
  struct Made {
    std::string entry, numbers;
    std::vector<std::uint64_t> shape;
  };
  std::vector<Made> made(count);
  std::string numbers;
  for (std::size_t i = 0; i < count; ++i) {
    Made& tensor = made[i];
    tensor.shape = {1 + random() % 9, 2 + random() % 9};
    for (std::uint64_t n = 4 * tensor.shape[0] * tensor.shape[1]; n > 0; --n)
      tensor.numbers += static_cast<char>(random());
    std::vector<std::string> keys = {
        R"("dtype" : "F32")", fmt::format(R"("shape": [{} ,{}])", tensor.shape[0], tensor.shape[1]),
        fmt::format(R"("data_offsets":[{}, {}])", numbers.size(),
                    numbers.size() + tensor.numbers.size())};
    std::shuffle(keys.begin(), keys.end(), random);
    tensor.entry = fmt::format("\"t{}\": {{{}}}", i, fmt::join(keys, " , "));
    numbers += tensor.numbers;
  }
  std::vector<std::string> entries = {R"("__metadata__":{"a":"b","t0":"{"})"};
  for (const Made& tensor : made) entries.push_back(tensor.entry);
  std::shuffle(entries.begin(), entries.end(), random);
  const Directory directory;
  const std::string path = directory / "t";  // no ending: the first bytes tell
  write_file(path, safetensors_bytes(fmt::format("{{{}}}   ", fmt::join(entries, ",\n")), numbers));
  RC_ASSERT(arrays_of({path}).size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    const Table table = open_table({path, fmt::format("t{}", i)});
    RC_ASSERT(table.rows() == made[i].shape[0] || table.rows() == 1);
    std::string read;
    for (const std::uint64_t bits : patterns(table))
      read += number_bytes(bits, 4, ByteOrder::little);
    RC_ASSERT(read == made[i].numbers);
  }
}

TEST(SafetensorsHeader, IsWrittenAsItIsRead) {
  for (const char* name : {"table", "a \"b\"\n\\", "Größe", ""}) {
    const SafetensorsEntry tensor{name, "BF16", {3, 4}, 0, 24};
    const std::string preamble = safetensors_preamble(tensor);
    EXPECT_EQ(preamble.size() % 8, 0u);
    EXPECT_EQ(preamble.substr(0, 8), number_bytes(preamble.size() - 8, 8, ByteOrder::little));
    EXPECT_THAT(parse_safetensors_header(preamble.substr(8)), testing::ElementsAre(tensor));
  }
}

}  // namespace
}  // namespace sextant
