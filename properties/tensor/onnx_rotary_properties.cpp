#include <bit>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/onnx_rotary.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/onnx_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<OnnxRotary> rotary_at(const std::string& path) {
  return read_onnx_rotary(std::make_shared<InputFile>(path));
}

std::vector<OnnxRotary> rotary_of(const std::string& bytes) {
  const MemoryFile file;
  file.write(bytes);
  return rotary_at(file.path());
}

std::string fixed32(std::uint64_t field, float value) {
  return varint(field << 3 | 5) +
         number_bytes(std::bit_cast<std::uint32_t>(value), 4, ByteOrder::little);
}

std::string integer(const std::string& name, std::uint64_t value) {
  return wire(5, wire(1, name) + wire(3, value) + wire(20, std::uint64_t{2}));
}
std::string real(const std::string& name, float value) {
  return wire(5, wire(1, name) + fixed32(2, value));
}
std::string graph_in(const std::string& name, const std::string& graph) {
  return wire(5, wire(1, name) + wire(6, graph));
}

/// A NodeProto as a field of a graph.
std::string node(const std::string& op, const std::string& domain, const std::string& name,
                 const std::vector<std::string>& inputs, const std::string& attributes = {},
                 const std::vector<std::string>& outputs = {"y"}) {
  std::string bytes;
  for (const std::string& input : inputs) bytes += wire(1, input);
  for (const std::string& output : outputs) bytes += wire(2, output);
  bytes += wire(3, name) + wire(4, op);
  if (!domain.empty()) bytes += wire(7, domain);
  return wire(1, bytes + attributes);
}

const std::string kMicrosoft = "com.microsoft";

TEST(OnnxRotary, ReadsTheOperatorOfMicrosoft) {
  const auto found =
      rotary_of(onnx_model(node("RotaryEmbedding", kMicrosoft, "q", {"x", "ids", "cos", "sin"},
                                integer("interleaved", 1) + integer("rotary_embedding_dim", 64) +
                                    integer("num_heads", 8) + real("scale", 0.5F)) +
                           node("RotaryEmbedding", kMicrosoft, "k", {"x", "ids", "cos", "sin"})));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].node, "q");
  EXPECT_EQ(found[0].op, "RotaryEmbedding");
  EXPECT_EQ(found[0].domain, "com.microsoft");
  EXPECT_EQ(found[0].cos_cache, "cos");
  EXPECT_EQ(found[0].sin_cache, "sin");
  EXPECT_THAT(found[0].cos_arrays, ElementsAre("cos"));
  EXPECT_EQ(found[0].interleaved, true);
  EXPECT_EQ(found[0].rotary_embedding_dim, 64);
  EXPECT_EQ(found[0].num_heads, 8);
  EXPECT_EQ(found[0].scale, 0.5F);
  EXPECT_EQ(found[1].interleaved, std::nullopt);
  EXPECT_EQ(found[1].scale, std::nullopt);
}

/// ONNX's own operator has its inputs in another order.
TEST(OnnxRotary, ReadsTheOperatorOfOnnx) {
  for (const char* domain : {"", "ai.onnx"}) {
    const auto found = rotary_of(onnx_model(node(
        "RotaryEmbedding", domain, "r", {"x", "cos", "sin", "ids"}, integer("interleaved", 0))));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].domain, "");
    EXPECT_EQ(found[0].cos_cache, "cos");
    EXPECT_EQ(found[0].sin_cache, "sin");
    EXPECT_EQ(found[0].interleaved, false);
  }
  EXPECT_THAT(rotary_of(onnx_model(node("RotaryEmbedding", "else", "r", {"x", "c", "s"}))),
              IsEmpty());
}

TEST(OnnxRotary, ReadsAttentionThatRotates) {
  const std::vector<std::string> inputs = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
  const auto reads = [&](const std::string& op, const std::string& attributes) {
    return rotary_of(onnx_model(node(op, kMicrosoft, "a", inputs, attributes)));
  };
  const std::string rotates = integer("do_rotary", 1) + integer("rotary_interleaved", 1);
  const auto caches = [&](const std::string& op) {
    const auto found = reads(op, rotates);
    EXPECT_EQ(found.size(), 1u);
    EXPECT_EQ(found.at(0).interleaved, true);
    return found.at(0).cos_cache + " " + found.at(0).sin_cache;
  };
  EXPECT_EQ(caches("GroupQueryAttention"), "7 8");
  EXPECT_EQ(caches("PagedAttention"), "8 9");
  EXPECT_EQ(caches("SparseAttention"), "9 10");
  EXPECT_EQ(caches("MultiHeadAttention"), " ");
  EXPECT_THAT(reads("GroupQueryAttention", ""), IsEmpty());
  EXPECT_THAT(reads("GroupQueryAttention", integer("do_rotary", 0)), IsEmpty());
  const auto without = rotary_of(onnx_model(
      node("GroupQueryAttention", kMicrosoft, "a", {"q", "k", "v"}, integer("do_rotary", 1))));
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(without[0].cos_cache, "") << "the caches are left out";
}

TEST(OnnxRotary, LooksIntoGraphsAndFunctions) {
  const std::string inner = node("RotaryEmbedding", kMicrosoft, "r", {"x", "i", "c", "s"});
  const std::string loop = node("Loop", "", "loop", {}, graph_in("body", inner));
  const std::string choose =
      node("If", "", "choose", {"b"}, graph_in("then_branch", loop) + graph_in("else_branch", ""));
  const auto found = rotary_of(onnx_model(choose) +
                               wire(25, wire(1, "rotate") + varint(7 << 3 | 2) + inner.substr(1)));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].node, "choose.then_branch.loop.body.r");
  EXPECT_EQ(found[0].function, "");
  EXPECT_EQ(found[1].node, "rotate.r");
  EXPECT_EQ(found[1].function, "rotate");
}

/// A model may choose between tables: then both are named.
TEST(OnnxRotary, FollowsTheTablesThroughIf) {
  const auto branch = [](const std::string& name, const std::string& cos, const std::string& sin) {
    return graph_in(name, wire(12, wire(1, cos)) + wire(12, wire(1, sin)));
  };
  const std::string choose = node("If", "", "choose", {"long"},
                                  branch("then_branch", "cos_large", "sin_large") +
                                      branch("else_branch", "cos_small", "sin_small"),
                                  {"cos", "sin"});
  const std::string same = node("Identity", "", "", {"sin"}, "", {"sin_too"});
  const std::string rotates =
      node("RotaryEmbedding", kMicrosoft, "r", {"x", "ids", "cos", "sin_too"});
  for (const std::string& graph : {choose + same + rotates, rotates + same + choose}) {
    const auto found = rotary_of(onnx_model(graph));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].cos_cache, "cos");
    EXPECT_THAT(found[0].cos_arrays, ElementsAre("cos_large", "cos_small"));
    EXPECT_EQ(found[0].sin_cache, "sin_too");
    EXPECT_THAT(found[0].sin_arrays, ElementsAre("sin_large", "sin_small"));
  }
  const std::string circle = node("Identity", "", "", {"cos"}, "", {"cos"});
  EXPECT_THAT(rotary_of(onnx_model(circle + rotates)).at(0).cos_arrays, IsEmpty());
}

/// The onnx package wrote rotary.onnx.
TEST(OnnxRotary, ReadsAFileOfTheOnnxPackage) {
  const std::string path = SEXTANT_DATA_DIR "/files/rotary.onnx";
  std::string found;
  for (const OnnxRotary& one : rotary_at(path)) {
    found += one.node + " " + one.op + "@" + one.domain + " " + one.cos_cache + " " +
             one.sin_cache + " [";
    for (const std::string& name : one.cos_arrays) found += " " + name;
    found += " ] " + (one.interleaved ? std::to_string(*one.interleaved) : "-") + " " +
             std::to_string(one.num_heads.value_or(-1)) + " " +
             std::to_string(one.rotary_embedding_dim.value_or(-1)) + " " +
             (one.scale ? fmt::format("{}", *one.scale) : "-") + "\n";
  }
  EXPECT_EQ(found,
            "rotate_q RotaryEmbedding@com.microsoft cos_cache sin_cache [ cos_cache_small "
            "cos_cache_large ] 1 2 6 0.25\n"
            "attend GroupQueryAttention@com.microsoft cos_cache sin_cache [ cos_cache_small "
            "cos_cache_large ] 0 2 -1 -\n"
            "rotate_new RotaryEmbedding@ cos_cache sin_cache [ cos_cache_small cos_cache_large ] "
            "- -1 -1 -\n"
            "Rotate.inner RotaryEmbedding@com.microsoft c s [ c ] - -1 -1 -\n");
  EXPECT_EQ(open_table({path, "cos_cache_large"}).rows(), 4u);
  EXPECT_EQ(open_table({path, "sin_cache_small"}).rows(), 2u);
  const Table list = open_table({path, "inv_freq_list"});
  EXPECT_EQ(list.columns(), 3u);
  EXPECT_EQ(list.number(patterns(list)[2]), 0.015625);
  EXPECT_EQ(open_table({path, "inv_freq_inside"}).columns(), 2u);
}

TEST(OnnxConstants, AreReadFromLists) {
  const std::string numbers =
      number_bytes(std::bit_cast<std::uint32_t>(1.0F), 4, ByteOrder::little) +
      number_bytes(std::bit_cast<std::uint32_t>(0.25F), 4, ByteOrder::little);
  const auto constant = [](const std::string& name, const std::string& attribute) {
    return node("Constant", "", "", {}, wire(5, attribute), {name});
  };
  const Directory directory;
  const std::string path = directory / "m.onnx";
  write_file(path, onnx_model(constant("packed", wire(1, "value_floats") + wire(7, numbers)) +
                              constant("pieces", fixed32(7, 1) + fixed32(7, 0.25F) +
                                                     wire(1, "value_floats")) +
                              constant("one", wire(1, "value_float") + fixed32(2, 0.25F))));
  for (const char* name : {"packed", "pieces"}) {
    const Table table = open_table({path, name});
    EXPECT_EQ(table.columns(), 2u);
    EXPECT_EQ(table.format(), kFloat32);
    const auto bits = patterns(table);
    EXPECT_EQ(table.number(bits[0]), 1);
    EXPECT_EQ(table.number(bits[1]), 0.25);
  }
  std::string listed;
  for (const StoredArray& array : arrays_of({path}))
    listed += *array.name + " " + shape_text(array.shape) + "\n";
  EXPECT_EQ(listed, "one (1,)\npacked (2,)\npieces (2,)\n");
  write_file(path, onnx_model(constant("cut", wire(1, "value_floats") + wire(7, "abcde"))));
  EXPECT_THAT(error_of_table({path, "cut"}), HasSubstr("has a number that is cut"));
}

/// Nodes in the body of a function have tensors, too.
TEST(OnnxConstants, AreReadFromFunctions) {
  const std::string numbers(48, '\0');
  const std::string constant =
      wire(2, "w") + wire(4, "Constant") +
      wire(5, wire(1, "value") + wire(5, onnx_tensor("", {4, 3}, 1, wire(9, numbers))));
  const Directory directory;
  const std::string path = directory / "m.onnx";
  write_file(path, onnx_model("") + wire(25, wire(1, "f") + wire(7, constant)));
  EXPECT_EQ(open_table({path, "w"}).rows(), 4u);
}

TEST(OnnxRotary, SkipsLargeTensorsByTheirLength) {
  const Directory directory;
  const std::string path = directory / "large.onnx";
  constexpr std::uint64_t kBytes = std::uint64_t{2} << 30;
  const std::string before = wire(1, std::uint64_t{8}) + wire(2, "test");
  const std::string tensor = wire(1, kBytes / 4) + wire(2, std::uint64_t{1}) + wire(8, "w") +
                             varint(9 << 3 | 2) + varint(kBytes);
  const std::string rotates = node("RotaryEmbedding", kMicrosoft, "r", {"x", "i", "c", "s"});
  const std::string head = varint(5 << 3 | 2) + varint(tensor.size() + kBytes) + tensor;
  {
    std::ofstream out(path, std::ios::binary);
    out << before << varint(7 << 3 | 2) << varint(head.size() + kBytes + rotates.size()) << head;
    out.seekp(static_cast<std::streamoff>(kBytes), std::ios::cur);  // a hole
    out << rotates;
  }
  const std::size_t allocated = bytes_allocated();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(rotary_at(path).size(), 1u);
  EXPECT_EQ(arrays_of({path}).size(), 1u);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took.count(), 2);
  EXPECT_LT(bytes_allocated() - allocated, std::size_t{1} << 20);
  RecordProperty("seconds", std::to_string(took.count()));
}

TEST(MalformedOnnxRotary, IsReadOnlyIfNothingIsMissing) {
  const std::string good = onnx_model(node("RotaryEmbedding", kMicrosoft, "r",
                                           {"x", "ids", "cos", "sin"}, integer("num_heads", 8)));
  EXPECT_EQ(rotary_of(good).size(), 1u);
  for (std::size_t length = 1; length < good.size(); ++length) {
    if (length == 2 || length == 8) continue;  // a model without a graph
    const MemoryFile file;
    file.write(good.substr(0, length));
    EXPECT_THAT(error_of([&] { (void)rotary_at(file.path()); }), HasSubstr("damaged")) << length;
  }
  std::string deep = node("RotaryEmbedding", kMicrosoft, "r", {});
  for (int k = 0; k < 100; ++k) deep = node("If", "", "", {}, graph_in("then_branch", deep));
  const MemoryFile file;
  file.write(onnx_model(deep));
  EXPECT_THAT(error_of([&] { (void)rotary_at(file.path()); }), HasSubstr("graphs too deep"));
}

TEST(MutatedOnnxRotary, IsAnErrorOrAList) {
  const std::string choose =
      node("If", "", "c", {"b"}, graph_in("then_branch", wire(12, wire(1, "large"))), {"cos"});
  Mutator mutated(20261127,
                  {onnx_model(choose + node("RotaryEmbedding", kMicrosoft, "r",
                                            {"x", "ids", "cos", "sin"}, integer("num_heads", 8))),
                   contents(SEXTANT_DATA_DIR "/files/model.onnx")},
                  {120, 0, 20});
  const MemoryFile file;
  int read = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string bytes = mutated();
    file.write(bytes);
    const std::size_t before = bytes_allocated();
    try {
      (void)rotary_at(file.path());
      ++read;
    } catch (const Error& error) {
      ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
    ASSERT_LE(bytes_allocated() - before, 100'000 + 256 * bytes.size());
  }
  EXPECT_GT(read, 500);
  EXPECT_LT(read, 9'500);
}

}  // namespace
}  // namespace sextant
