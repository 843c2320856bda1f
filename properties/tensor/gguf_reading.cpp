#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/tensor/npy.hpp"
#include "tensor/gguf_files.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

const std::string kData = SEXTANT_DATA_DIR "/";
const std::string kFiles = kData + "files/";

TEST(Gguf, HoldsTheBitsOfTheNpyFilesItIsFrom) {
  const Table cos = open_table({kFiles + "few.gguf", "rope.cos"});
  EXPECT_EQ(cos.format(), kBfloat16);
  EXPECT_EQ(cos.rows(), 128u);
  EXPECT_EQ(patterns(cos), patterns(open_npy(kData + "llama3_cos_bf16_p8064.npy", kBfloat16)));
  EXPECT_EQ(patterns(open_table({kFiles + "few.gguf", "rope_freqs.weight"})),
            patterns(open_npy(kData + "llama3_inv_freq_f32.npy")));
}

TEST(Gguf, IsReadInEveryFormatAndByteOrder) {
  for (const char* file : {"few.gguf", "few_big.gguf", "few_v2.gguf"}) {
    for (const Format& format : {kFloat64, kFloat32, kFloat16, kBfloat16}) {
      const std::string name =
          format == kBfloat16 ? "bf16" : fmt::format("f{}", format.storage_bits);
      if (std::string(file) == "few_v2.gguf" && format.storage_bits == 16) continue;
      const Table table = open_table({kFiles + file, name});
      EXPECT_EQ(table.format(), format);
      EXPECT_EQ(table.rows(), 4u) << "rows by columns, as NumPy shows them";
      const auto bits = patterns(table);
      for (std::size_t i = 0; i < 12; ++i)
        EXPECT_EQ(table.number(bits[i]), (static_cast<double>(i) - 5) / 8) << file << name << i;
    }
  }
}

TEST(Gguf, ListsItsTensorsAndRefusesOtherTypes) {
  std::string names;
  for (const StoredArray& array : arrays_of({kFiles + "few.gguf"}))
    names += *array.name + " " + array.dtype + " " + shape_text(array.shape) + "\n";
  EXPECT_EQ(names,
            "bf16 BF16 (4, 3)\nblk.0.attn_q.weight Q4_K (2, 256)\nf16 F16 (4, 3)\n"
            "f32 F32 (4, 3)\nf64 F64 (4, 3)\nids I32 (4,)\nrope.cos BF16 (128, 128)\n"
            "rope_freqs.weight F32 (64,)\n");
  EXPECT_THAT(
      error_of_table({kFiles + "few.gguf", "blk.0.attn_q.weight"}),
      HasSubstr("tensor 'blk.0.attn_q.weight' is of type 'Q4_K', which cannot be judged: "
                "its numbers were rounded in blocks; convert the model with --outtype f32"));
  EXPECT_THAT(error_of_table({kFiles + "few.gguf", "ids"}), HasSubstr("holds integers"));
}

/// Tensors that may hold positions are named first.
TEST(Gguf, OfSeveralTablesNamesThoseOfPositionsFirst) {
  EXPECT_THAT(error_of_table({kFiles + "few.gguf"}),
              HasSubstr("holds 6 tables; say which: --tensor NAME, one of 'rope.cos', "
                        "'rope_freqs.weight', 'bf16', 'f16', 'f32', 'f64'"));
}

TEST(Gguf, OfAPartFindsTheTensorInAnother) {
  const std::string first = kFiles + "split-00001-of-00003.gguf";
  const std::string last = kFiles + "split-00003-of-00003.gguf";
  for (const std::string& path : {first, last}) {
    for (const char* name : {"f32", "f16", "bf16"}) {
      EXPECT_EQ(open_table({path, name}).rows(), 4u) << path << name;
    }
    EXPECT_EQ(arrays_of({path}).size(), 3u);
    EXPECT_THAT(error_of_table({path, "f64"}), HasSubstr("has no tensor 'f64'"));
  }
}

TEST(Gguf, OfAPartWithoutTheOthersNamesTheMissingFile) {
  const Directory directory;
  const std::string path = directory / "m-00002-of-00003.gguf";
  write_file(path, contents(kFiles + "split-00002-of-00003.gguf"));
  EXPECT_EQ(open_table({path, "f16"}).rows(), 4u) << "it is in this part";
  EXPECT_THAT(error_of_table({path, "f32"}),
              HasSubstr("is one of 3 files of a split model, and another is missing ('" +
                        directory / "m-00001-of-00003.gguf" + "': cannot be read: No such file"));
  EXPECT_THAT(error_of_table({path}), HasSubstr("put it beside this one"));
  const std::string other = directory / "renamed.gguf";
  write_file(other, contents(path));
  EXPECT_THAT(error_of_table({other, "f32"}), HasSubstr("does not end in -00001-of-00003.gguf"));
  EXPECT_EQ(open_table({other, "f16"}).rows(), 4u);
}

/// Random tensors behind random metadata: each is found where it lies, in either byte order.
PROPERTY(Gguf, TensorsAreReadWhereverTheyLie) {
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of sizes and numbers"));
  GgufBytes made{.order = random() % 2 == 0 ? ByteOrder::little : ByteOrder::big,
                 .version = 2 + random() % 2};
  const std::uint64_t alignment = std::uint64_t{8} << random() % 6;
  made.value("general.alignment", 4, made.number(alignment, 4));
  for (std::uint64_t k = random() % 4; k > 0; --k)
    made.value(fmt::format("tokens.{}", k), 9,
               made.number(8, 4) + made.number(2, 8) + made.text("") +
                   made.text(std::string(random() % 40000, 't')));
  std::vector<std::pair<std::vector<std::uint64_t>, std::string>> tensors;
  for (std::uint64_t k = 1 + random() % 9; k > 0; --k) {
    const std::vector<std::uint64_t> shape = {2 + random() % 9, 2 + random() % 9};
    std::string numbers;
    for (std::uint64_t n = shape[0] * shape[1]; n > 0; --n)
      numbers += number_bytes(random(), 4, made.order);
    made.tensor(fmt::format("t{}", tensors.size()), {shape[1], shape[0]}, 0, numbers, alignment);
    tensors.emplace_back(shape, numbers);
  }
  const Directory directory;
  const std::string path = directory / "t";
  write_file(path, made.bytes(alignment));
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    const Table table = open_table({path, fmt::format("t{}", k)});
    RC_ASSERT(table.rows() == tensors[k].first[0]);
    RC_ASSERT(table.columns() == tensors[k].first[1]);
    std::string read;
    for (const std::uint64_t bits : patterns(table)) read += number_bytes(bits, 4, made.order);
    RC_ASSERT(read == tensors[k].second);
  }
}

}  // namespace
}  // namespace sextant
