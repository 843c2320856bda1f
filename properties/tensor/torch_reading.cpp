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
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"
#include "tensor/torch_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

const std::string kData = SEXTANT_DATA_DIR "/";
const std::string kFiles = kData + "files/";

TEST(TorchFile, OfPyTorchHoldsTheBitsOfTheNpyFilesItIsFrom) {
  const Table cos = open_table({kFiles + "state.pt", "model.rotary.cos"});
  EXPECT_EQ(cos.format(), kBfloat16);
  EXPECT_EQ(patterns(cos), patterns(open_npy(kData + "llama3_cos_bf16_p8064.npy", kBfloat16)));
  EXPECT_EQ(patterns(open_table({kFiles + "state.pt", "model.rotary.inv_freq"})),
            patterns(open_npy(kData + "llama3_inv_freq_f32.npy")));
}

TEST(TorchFile, IsReadInEveryFormatByteOrderAndProtocol) {
  std::vector<TableFile> files = {
      {kFiles + "big.pt", "f32"}, {kFiles + "alone.pt"}, {kFiles + "protocol_5.pt", "7.seven"}};
  for (const char* name : {"f64", "f32", "f16", "bf16"})
    files.push_back({kFiles + "state.pt", std::string("model.") + name});
  for (const TableFile& file : files) {
    const Table table = open_table(file);
    EXPECT_EQ(table.rows(), 4u);
    const auto bits = patterns(table);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(table.number(bits[i]), (static_cast<double>(i) - 5) / 8) << file.path << i;
  }
}

/// Views share storages, have strides, or repeat numbers.
TEST(TorchFile, HoldsViewsAsPyTorchShowsThem) {
  for (const char* file : {"state.pt", "protocol_5.pt"}) {
    const auto read = [&](const std::string& name) {
      const Table table = open_table({kFiles + file, "views." + name});
      EXPECT_EQ(table.rows(), 4u);
      EXPECT_EQ(table.columns(), 3u);
      std::vector<double> eighths;
      for (const std::uint64_t bits : patterns(table)) eighths.push_back(8 * table.number(bits));
      return eighths;
    };
    const std::vector<double> few = {-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6};
    for (const char* name : {"within", "transposed", "columns", "every second", "parameter",
                             "of three axes", "1 x 4 x 3"})
      EXPECT_EQ(read(name), few) << name;
    EXPECT_EQ(read("expanded"), (std::vector<double>{-2, -1, 0, -2, -1, 0, -2, -1, 0, -2, -1, 0}));
    EXPECT_EQ(read("expanded last"),
              (std::vector<double>{-5, -5, -5, -2, -2, -2, 1, 1, 1, 4, 4, 4}));
  }
}

TEST(TorchFile, ListsItsTensorsAndRefusesOtherTypes) {
  std::string names;
  for (const StoredArray& array : arrays_of({kFiles + "state.pt"}))
    if (!array.name->starts_with("views."))
      names += *array.name + " " + array.dtype + " " + shape_text(array.shape) + "\n";
  EXPECT_EQ(names,
            "7.seven float32 (4, 3)\nmodel.bf16 bfloat16 (4, 3)\nmodel.f16 float16 (4, 3)\n"
            "model.f32 float32 (4, 3)\nmodel.f64 float64 (4, 3)\n"
            "model.rotary.cos bfloat16 (128, 128)\nmodel.rotary.inv_freq float32 (64,)\n"
            "others.0 int64 (4,)\nothers.1 float32 (0, 4)\nothers.2 float32 ()\n"
            "others.3 bool (4, 3)\nothers.4 complex64 (4, 3)\n");
  EXPECT_THAT(error_of_table({kFiles + "state.pt", "others.1"}), HasSubstr("holds no numbers"));
  EXPECT_THAT(error_of_table({kFiles + "state.pt", "others.2"}), HasSubstr("a single number"));
  EXPECT_THAT(error_of_table({kFiles + "state.pt"}),
              HasSubstr("say which: --tensor NAME, one of 'model.rotary.cos', 'model.rotary.inv"));
}

TEST(TorchFile, OfOtherObjectsSaysWhatConvertsIt) {
  EXPECT_THAT(error_of_table({kFiles + "module.pt"}),
              HasSubstr("is a whole module, or holds more than tensors: it needs "
                        "'torch.nn.modules.linear.Linear', and nothing in a file is executed; if "
                        "you trust it, save its tensors: python3 -c \"import torch, sys; "));
  EXPECT_THAT(error_of_table({kFiles + "old.pt"}),
              HasSubstr("is a Python pickle, as PyTorch before 1.6 saves; convert it: python3 -c "
                        "\"import sys, torch; torch.save("));
}

/// Random views of one storage are what an index computes.
PROPERTY(TorchFile, ViewsAreReadInOrder) {
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of sizes and numbers"));
  std::vector<std::uint64_t> sizes = {2 + random() % 40, 2 + random() % 300}, strides;
  sizes.insert(sizes.begin() + static_cast<long>(random() % 3), 1);
  std::uint64_t last = 0;
  for (const std::uint64_t size : sizes) {
    strides.push_back(random() % 4 == 0 ? random() % 40'000 : random() % 5);
    last += (size - 1) * strides.back();
  }
  const std::uint64_t first = random() % 9, numbers = first + last + 1 + random() % 9;
  std::string storage;
  for (std::uint64_t i = 0; i < numbers; ++i) storage += number_bytes(i, 4, ByteOrder::little);
  std::string size_items, stride_items;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    size_items += pickled(static_cast<long>(sizes[axis]));
    stride_items += pickled(static_cast<long>(strides[axis]));
  }
  const Directory directory;
  write_file(directory / "t", torch_bytes(pickled_state(pickled_tensor(static_cast<long>(numbers),
                                                                       static_cast<long>(first),
                                                                       size_items, stride_items)),
                                          storage));
  const auto bits = patterns(open_table({directory / "t"}));
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < sizes[0]; ++i)
    for (std::uint64_t j = 0; j < sizes[1]; ++j)
      for (std::uint64_t k = 0; k < sizes[2]; ++k)
        RC_ASSERT(bits[at++] == first + i * strides[0] + j * strides[1] + k * strides[2]);
  RC_ASSERT(at == bits.size());
}

}  // namespace
}  // namespace sextant
