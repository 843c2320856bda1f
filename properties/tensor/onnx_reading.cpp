#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/tensor/npy.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/onnx_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

const std::string kData = SEXTANT_DATA_DIR "/";
const std::string kFiles = kData + "files/";

void expect_few(const std::string& path, const std::string& name) {
  const Table table = open_table({path, name});
  EXPECT_EQ(table.rows(), 4u) << name;
  const auto bits = patterns(table);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(table.number(bits[i]), (static_cast<double>(i) - 5) / 8) << path << name << i;
}

TEST(Onnx, HoldsTheBitsOfTheNpyFilesItIsFrom) {
  const Table cos = open_table({kFiles + "model.onnx", "cos_cache"});
  EXPECT_EQ(cos.format(), kBfloat16);
  EXPECT_EQ(patterns(cos), patterns(open_npy(kData + "llama3_cos_bf16_p8064.npy", kBfloat16)));
  for (const char* file : {"model.onnx", "outside.onnx"})
    EXPECT_EQ(patterns(open_table({kFiles + file, "inv_freq"})),
              patterns(open_npy(kData + "llama3_inv_freq_f32.npy")));
}

TEST(Onnx, IsReadInEveryFormatAndField) {
  for (const char* name : {"f64", "f32", "f16", "bf16"}) {
    expect_few(kFiles + "model.onnx", name);
    expect_few(kFiles + "model.onnx", name + std::string("_typed"));
    expect_few(kFiles + "outside.onnx", name);
  }
}

TEST(Onnx, HoldsConstantsAndTheGraphsOfBranches) {
  const std::string path = kFiles + "model.onnx";
  expect_few(path, "constant");
  expect_few(path, "cos_cache_large");
  EXPECT_EQ(open_table({path, "cos_cache_small"}).rows(), 2u);
  EXPECT_EQ(open_table({path, "choose.then_branch.sin_cache"}).rows(), 4u);
  EXPECT_EQ(open_table({path, "choose.else_branch.sin_cache"}).rows(), 2u);
}

TEST(Onnx, ListsItsTensorsAndRefusesOtherTypes) {
  std::string names;
  for (const StoredArray& array : arrays_of({kFiles + "model.onnx"}))
    if (!array.name->starts_with("f") && !array.name->starts_with("bf"))
      names += *array.name + " " + array.dtype + " " + shape_text(array.shape) + "\n";
  EXPECT_EQ(names,
            "bool BOOL (4, 3)\nchoose.else_branch.sin_cache FLOAT (2, 3)\n"
            "choose.then_branch.sin_cache FLOAT (4, 3)\nconstant FLOAT (4, 3)\n"
            "cos_cache BFLOAT16 (128, 128)\ncos_cache_large FLOAT (4, 3)\n"
            "cos_cache_small FLOAT (2, 3)\nids INT64 (4,)\ninv_freq FLOAT (64,)\n"
            "raw_ids INT32 (4,)\ntyped_ids INT32 (4,)\n");
  EXPECT_THAT(error_of_table({kFiles + "model.onnx", "bool"}), HasSubstr("(dtype 'BOOL')"));
  EXPECT_THAT(error_of_table({kFiles + "model.onnx", "ids"}), HasSubstr("holds integers"));
  EXPECT_EQ(open_table({kFiles + "model.onnx", "raw_ids"}, true).columns(), 4u);
  EXPECT_THAT(error_of_table({kFiles + "model.onnx"}),
              HasSubstr("say which: --tensor NAME, one of 'choose.else_branch.sin_cache', "));
}

/// Data beside the model: read, also through a link; nothing above the model is opened.
TEST(Onnx, ReadsExternalDataBesideTheModelOnly) {
  const Directory directory;
  const std::string numbers = contents(kFiles + "outside.onnx.data");
  const std::string path = directory / "m.onnx";
  const auto model = [&](const std::string& location, const std::string& offset,
                         const std::string& length) {
    write_file(path, onnx_model(wire(
                         5, onnx_tensor("w", {64}, 1, onnx_external(location, offset, length)))));
  };
  write_file(directory / "m.data", numbers);
  std::filesystem::create_symlink(directory / "m.data", directory / "link");
  std::filesystem::create_directory(directory / "sub");
  write_file(directory / "sub/m.data", numbers);
  const auto frequencies = patterns(open_npy(kData + "llama3_inv_freq_f32.npy"));
  for (const char* location : {"m.data", "link", "sub/m.data", "./m.data", "sub/./m.data"}) {
    model(location, "", "");
    EXPECT_EQ(patterns(open_table({path})), frequencies) << location;
    model(location, "0", "256");
    EXPECT_EQ(patterns(open_table({path})), frequencies) << location;
  }
  for (const std::string& location :
       {std::string(), directory / "m.data", std::string("../x"), std::string("sub/../m.data"),
        std::string("sub/.."), std::string("m.data\0", 7)}) {
    model(location, "", "");
    EXPECT_THAT(error_of_table({path}), HasSubstr("and only files beside the model or below are"));
  }
  for (const char* location : {"none", "sub"}) {
    model(location, "", "");
    EXPECT_THAT(error_of_table({path}), HasSubstr("which is missing or no file: put it beside"));
  }
  model("m.data", "200", "");
  EXPECT_THAT(error_of_table({path}), HasSubstr("tensor 'w' needs 256 bytes from byte 200 of '"));
  model("m.data", "4611686018427387904", "");
  EXPECT_THAT(error_of_table({path}), HasSubstr("which is truncated: copy it again"));
  model("m.data", "0", "255");
  EXPECT_THAT(error_of_table({path}), HasSubstr("needs 256 bytes, 255 are there"));
  for (const char* wrong : {"-1", "1e3", "0x0", " 0", "18446744073709551616"}) {
    model("m.data", wrong, "");
    EXPECT_THAT(error_of_table({path}), HasSubstr("is no place in a file"));
  }
}

/// Random tensors in random fields: each is found where it lies.
PROPERTY(Onnx, TensorsAreReadWhereverTheyLie) {
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of sizes and numbers"));
  std::string graph;
  std::vector<std::vector<std::uint64_t>> made;
  for (std::uint64_t k = 1 + random() % 9; k > 0; --k) {
    const std::vector<std::uint64_t> shape = {2 + random() % 90, 2 + random() % 300};
    const bool halves = random() % 2 == 0;
    std::vector<std::uint64_t>& bits = made.emplace_back(shape[0] * shape[1]);
    std::string numbers, numbers_as_varints;
    for (std::uint64_t& pattern : bits) {
      pattern = random() & (halves ? 0xffff : 0xffffffff);
      numbers += number_bytes(pattern, halves ? 2 : 4, ByteOrder::little);
      numbers_as_varints += varint(pattern);
    }
    const bool raw = random() % 2 == 0;
    const std::string inside = raw      ? wire(9, numbers)
                               : halves ? wire(5, numbers_as_varints)
                                        : wire(4, numbers);
    const std::string name = fmt::format("t{}", made.size() - 1);
    const std::uint64_t type = halves ? 16 : 1;
    const bool constant = random() % 3 == 0;
    const std::string node =
        wire(2, name) + wire(4, "Constant") +
        wire(5, wire(1, "value") + wire(5, onnx_tensor("", shape, type, inside)));
    graph += constant ? wire(1, node) : wire(5, onnx_tensor(name, shape, type, inside));
  }
  const Directory directory;
  const std::string path = directory / "t";
  write_file(path, onnx_model(graph));
  for (std::size_t k = 0; k < made.size(); ++k)
    RC_ASSERT(patterns(open_table({path, fmt::format("t{}", k)})) == made[k]);
}

}  // namespace
}  // namespace sextant
