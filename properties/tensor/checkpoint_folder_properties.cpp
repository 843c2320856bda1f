#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/checkpoint_folder.hpp"
#include "sextant/tensor/shard_index.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace fs = std::filesystem;

const std::string kFiles = SEXTANT_DATA_DIR "/files/";

/// A .safetensors file with one float32 array of two numbers.
std::string shard(const std::string& name) {
  return safetensors_bytes(
      "{\"" + name + "\": {\"dtype\": \"F32\", \"shape\": [2], \"data_offsets\": [0, 8]}}",
      std::string(8, '\0'));
}

std::string index_of(const std::string& map) {
  return "{\"metadata\": {\"total_size\": 16, \"weight_map\": {\"x\": \"y/z\"}}, \"weight_map\": "
         "{" +
         map + "}}";
}

std::string listed(const Directory& directory) {
  std::string names;
  for (const CheckpointArray& one : checkpoint_arrays(list_checkpoint_folder(directory / "")))
    names += *one.array.name + "@" + fs::path(one.path).filename().string() + " ";
  return names;
}

std::string refusal(const Directory& directory) {
  return error_of([&] { (void)checkpoint_arrays(list_checkpoint_folder(directory / "")); });
}

TEST(CheckpointFolder, ReadsTheShardsOfAnIndex) {
  const Directory directory;
  write_file(directory / "model-2.safetensors", shard("b"));
  write_file(directory / "model-1.safetensors", shard("c"));
  write_file(directory / "other.safetensors", shard("never"));
  write_file(directory / "model.safetensors.index.json",
             index_of(R"("b": "model-2.safetensors", "c": "model-1.safetensors")"));
  const CheckpointFolder folder = list_checkpoint_folder(directory / "");
  EXPECT_EQ(fs::path(folder.index).filename(), "model.safetensors.index.json");
  EXPECT_THAT(folder.weights, IsEmpty());
  EXPECT_EQ(listed(directory), "b@model-2.safetensors c@model-1.safetensors ");
  const auto arrays = checkpoint_arrays(folder);
  EXPECT_EQ(table_of(arrays.at(0).array).columns(), 2u);
}

TEST(CheckpointFolder, NamesWhatIsMissing) {
  const Directory directory;
  const std::string index = directory / "model.safetensors.index.json";
  write_file(index, index_of(R"("a": "m-1.safetensors", "b": "m-2.safetensors")"));
  write_file(directory / "m-1.safetensors", shard("a"));
  EXPECT_THAT(refusal(directory), StartsWith("'" + index + "': the shard 'm-2.safetensors' is "));
  write_file(directory / "m-2.safetensors", shard("other"));
  EXPECT_THAT(refusal(directory), HasSubstr("the shard 'm-2.safetensors' has no array 'b'"));
  write_file(directory / "m-2.safetensors",
             "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 8\n");
  EXPECT_THAT(refusal(directory), HasSubstr("is a pointer of Git LFS, whose file was not fetched"));
  fs::remove(directory / "m-2.safetensors");
  fs::create_symlink("blobs/none", directory / "m-2.safetensors");
  EXPECT_THAT(refusal(directory), HasSubstr("the shard 'm-2.safetensors' is missing"));
}

TEST(CheckpointFolder, OpensNoShardElsewhere) {
  const Directory directory;
  write_file(directory / "m.safetensors", shard("a"));
  for (const char* name : {"../m.safetensors", "/etc/passwd", "..", ".", "", "a/m.safetensors",
                           "a\\\\m.safetensors", "m.safetensors\\u0000"}) {
    write_file(directory / "model.safetensors.index.json",
               index_of(fmt::format(R"("a": "{}")", name)));
    EXPECT_THAT(refusal(directory), HasSubstr("which is not beside it")) << name;
  }
}

TEST(CheckpointFolder, RefusesOtherJson) {
  const Directory directory;
  const auto refusal_of = [&](const std::string& text) {
    write_file(directory / "model.safetensors.index.json", text);
    return refusal(directory);
  };
  for (const char* text : {"", "{", "{\"weight_map\": {}} x", "nonsense"})
    EXPECT_THAT(refusal_of(text), HasSubstr("is not JSON, at byte")) << text;
  EXPECT_THAT(refusal_of("[1]"), HasSubstr("is a list"));
  for (const char* text : {"{}", "7", "{\"weight_map\": 7}", "{\"weight_map\": []}"})
    EXPECT_THAT(refusal_of(text), HasSubstr("has no object weight_map")) << text;
  EXPECT_THAT(refusal_of("{\"weight_map\": {}, \"weight_map\": {}}"), HasSubstr("map twice"));
  EXPECT_THAT(refusal_of(index_of(R"("a": "m", "a": "m")")), HasSubstr("the array 'a' twice"));
  for (const char* value : {"7", "null", "true", "[\"m\"]", "{\"m\": \"m\"}", "1.5"})
    EXPECT_THAT(refusal_of(index_of(fmt::format("\"a\": {}", value))),
                HasSubstr("has no text for the shard of 'a'"))
        << value;
  EXPECT_THAT(refusal_of("{\"a\": " + std::string(1 << 20, '[')), HasSubstr("is not JSON"));
  const std::string whole = index_of(R"("a": "m.safetensors")");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THAT(refusal_of(whole.substr(0, length)), HasSubstr("is not JSON")) << length;
}

TEST(CheckpointFolder, FollowsTheLinksOfACache) {
  const Directory directory;
  fs::create_directories(directory / "blobs");
  fs::create_directories(directory / "snapshot");
  write_file(directory / "blobs/0123", shard("a"));
  write_file(directory / "blobs/4567", "{}");
  fs::create_symlink("../blobs/0123", directory / "snapshot/model.safetensors");
  fs::create_symlink("../blobs/4567", directory / "snapshot/config.json");
  const CheckpointFolder folder = list_checkpoint_folder(directory / "snapshot");
  EXPECT_EQ(folder.config, directory / "snapshot/config.json");
  const auto arrays = checkpoint_arrays(folder);
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].path, directory / "snapshot/model.safetensors");
  EXPECT_EQ(table_of(arrays[0].array).columns(), 2u);
}

TEST(CheckpointFolder, PrefersSafetensorsToPickles) {
  const Directory directory;
  for (const char* name : {"consolidated.00.pth", "consolidated.01.pth", "optimizer.pt",
                           "rng_state.pth", "pytorch_model.bin", "model.safetensors"})
    write_file(directory / name, std::string(name).ends_with(".safetensors")
                                     ? shard("a")
                                     : contents(kFiles + "state.pt"));
  const auto weights = [&] {
    std::string names;
    for (const std::string& path : list_checkpoint_folder(directory / "").weights)
      names += fs::path(path).filename().string() + " ";
    return names;
  };
  EXPECT_EQ(weights(), "model.safetensors ");
  fs::remove(directory / "model.safetensors");
  EXPECT_EQ(weights(), "pytorch_model.bin ");
  const auto one = checkpoint_arrays(list_checkpoint_folder(directory / "")).size();
  EXPECT_GT(one, 1u);
  fs::remove(directory / "pytorch_model.bin");
  EXPECT_EQ(weights(), "consolidated.00.pth consolidated.01.pth ");
  const auto both = checkpoint_arrays(list_checkpoint_folder(directory / ""));
  EXPECT_EQ(both.size(), 2 * one) << "the same names in both files";
  EXPECT_EQ(both[0].array.name, both[1].array.name);
  EXPECT_LT(both[0].path, both[1].path);
  fs::copy(kFiles + "state.pt", directory / "pytorch_model-1.bin");
  write_file(directory / "pytorch_model.bin.index.json",
             index_of("\"" + *both[0].array.name + "\": \"pytorch_model-1.bin\""));
  EXPECT_EQ(checkpoint_arrays(list_checkpoint_folder(directory / "")).size(), one);
}

TEST(CheckpointFolder, ListsTheOtherFilesOfAModel) {
  const Directory directory;
  fs::create_directories(directory / "onnx/deeper");
  fs::create_directories(directory / "folder.gguf");
  for (const char* name : {"config.json", "params.json", "b.gguf", "a.gguf", "z.onnx",
                           "onnx/model.onnx", "onnx/deeper/no.onnx", "readme.md"})
    write_file(directory / name, "x");
  const CheckpointFolder folder = list_checkpoint_folder(directory / "");
  EXPECT_EQ(folder.config, directory / "config.json");
  EXPECT_EQ(folder.params, directory / "params.json");
  EXPECT_THAT(folder.gguf, ElementsAre(directory / "a.gguf", directory / "b.gguf"));
  EXPECT_THAT(folder.onnx, ElementsAre(directory / "onnx/model.onnx", directory / "z.onnx"));
  EXPECT_EQ(folder.index, "");
  EXPECT_THAT(checkpoint_arrays(folder), IsEmpty());
  EXPECT_THAT(error_of([&] { (void)list_checkpoint_folder(directory / "none"); }),
              HasSubstr("/none': cannot be read: No such file or directory"));
  EXPECT_THAT(error_of([&] { (void)list_checkpoint_folder(directory / "readme.md"); }),
              HasSubstr("cannot be read: Not a directory"));
}

TEST(MutatedShardIndex, IsAnErrorOrAnIndex) {
  std::string map;
  for (int i = 0; i < 20; ++i)
    map += fmt::format(R"({}"a{}": "m-{}")", i > 0 ? ", " : "", i, i % 3);
  Mutator mutated(20261128, {index_of(map)}, {80, 0, 20});
  const MemoryFile memory;
  int read = 0;
  for (int i = 0; i < 5'000; ++i) {
    const std::string bytes = mutated();
    memory.write(bytes);
    InputFile file(memory.path());
    try {
      for (const auto& [array, name] : read_shard_index(file))
        ASSERT_EQ(name.find('/'), std::string::npos);
      ++read;
    } catch (const Error& error) {
      ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(read, 100);
  EXPECT_LT(read, 4'900);
}

}  // namespace
}  // namespace sextant
