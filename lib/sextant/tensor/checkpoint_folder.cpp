#include "sextant/tensor/checkpoint_folder.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/shard_index.hpp"
#include "sextant/tensor/table_file.hpp"

namespace sextant {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 65536;
constexpr std::string_view kLfsPointer = "version https://git-lfs";

/// Files of training states, which hold no weights.
constexpr std::array<std::string_view, 5> kStates = {"optimizer", "scheduler", "scaler",
                                                     "rng_state", "training_args"};

std::vector<std::string> names_in(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator at(folder, error);
  std::vector<std::string> names;
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (names.size() == kMostEntries)
      throw Error(in_quotes(folder.string()) + ": has more than 65536 entries: name a file of it");
    names.push_back(at->path().filename().string());
  }
  if (error) throw Error(in_quotes(folder.string()) + ": cannot be read: " + error.message());
  std::sort(names.begin(), names.end());
  return names;
}

/// Whether a path of a folder's entry is not a folder.  A link to a missing file counts as a file.
bool is_file(const fs::path& path) {
  std::error_code error;
  return !fs::is_directory(path, error);
}

/// The paths of the files of a folder whose names `fits` accepts.
template <class Fits>
std::vector<std::string> files_in(const fs::path& folder, const std::vector<std::string>& names,
                                  const Fits& fits) {
  std::vector<std::string> paths;
  for (const std::string& name : names)
    if (fits(name) && is_file(folder / name)) paths.push_back((folder / name).string());
  return paths;
}

auto ends_in(std::string_view ending) {
  return [ending](const std::string& name) { return name.ends_with(ending); };
}

auto is_named(std::string_view wanted) {
  return [wanted](const std::string& name) { return name == wanted; };
}

bool is_torch_name(const std::string& name) {
  const auto begins = [&](std::string_view state) { return name.starts_with(state); };
  return (name.ends_with(".pt") || name.ends_with(".pth")) &&
         std::none_of(kStates.begin(), kStates.end(), begins);
}

std::string first_of(const std::vector<std::string>& paths) {
  return paths.empty() ? "" : paths.front();
}

/// Throws Error if a shard of a set such as model-00001-of-00003.safetensors is missing.
void expect_all_shards(const fs::path& folder, const std::vector<std::string>& paths) {
  constexpr std::size_t kDigits = 5;
  constexpr std::string_view kOf = "-of-";
  for (const std::string& path : paths) {
    const std::string name = fs::path(path).filename().string();
    const std::size_t of = name.rfind(kOf);
    if (of == std::string::npos || of < kDigits + 1) continue;
    const std::string part = name.substr(of - kDigits, kDigits);
    const std::string parts = name.substr(of + kOf.size(), kDigits);
    const auto digits = [](const std::string& text) {
      return text.size() == kDigits && text.find_first_not_of("0123456789") == std::string::npos;
    };
    if (!digits(part) || !digits(parts) || std::stoul(parts) > kMostEntries) continue;
    for (unsigned long i = 1; i <= std::stoul(parts); ++i) {
      std::string other = name;
      other.replace(of - kDigits, kDigits, fmt::format("{:05}", i));
      if (std::error_code error; !fs::exists(folder / other, error))
        throw Error(in_quotes(folder.string()) + ": the shard " + in_quotes(other, 120) +
                    " is missing: download it again");
    }
  }
}

void list_weights(const fs::path& path, const std::vector<std::string>& names,
                  CheckpointFolder& folder) {
  const auto list = [&](const auto& fits) { return files_in(path, names, fits); };
  folder.index = first_of(list(is_named("model.safetensors.index.json")));
  if (folder.index.empty()) folder.index = first_of(list(ends_in(".safetensors.index.json")));
  if (!folder.index.empty()) return;
  folder.weights = list(ends_in(".safetensors"));
  expect_all_shards(path, folder.weights);
  if (!folder.weights.empty()) return;
  folder.index = first_of(list(is_named("pytorch_model.bin.index.json")));
  if (!folder.index.empty()) return;
  folder.weights = list(is_named("pytorch_model.bin"));
  if (folder.weights.empty()) folder.weights = list(is_torch_name);
}

/// The arrays of one file.
std::vector<StoredArray> arrays_at(const std::string& path) {
  {
    InputFile file(path);
    std::string begin(file.available(kLfsPointer.size()), '\0');
    file.read_at(0, std::as_writable_bytes(std::span(begin)));
    if (begin == kLfsPointer)
      file.fail("is a pointer of Git LFS, whose file was not fetched: git lfs pull");
  }
  return arrays_of({.path = path});
}

/// The shards of an index, and the arrays that the index says each has.
std::map<std::string, std::set<std::string>> shards_of(InputFile& index) {
  std::map<std::string, std::set<std::string>> shards;
  for (auto& [array, shard] : read_shard_index(index)) shards[shard].insert(std::move(array));
  return shards;
}

void read_shards(const CheckpointFolder& folder, std::vector<CheckpointArray>& all) {
  InputFile index(folder.index);
  for (const auto& [shard, wanted] : shards_of(index)) {
    const fs::path path = fs::path(folder.path) / shard;
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      index.fail("the shard " + in_quotes(shard, 120) + " is missing (" + in_quotes(path.string()) +
                 "): download it again");
    std::set<std::string> missing = wanted;
    for (StoredArray& array : arrays_at(path.string())) {
      missing.erase(array.name.value_or(""));
      all.push_back({std::move(array), path.string()});
    }
    if (!missing.empty())
      index.fail("the shard " + in_quotes(shard, 120) + " has no array " +
                 in_quotes(*missing.begin(), 60) + ": download it again");
  }
}

}  // namespace

CheckpointFolder list_checkpoint_folder(const std::string& path) {
  const std::vector<std::string> names = names_in(path);
  const auto list = [&](const auto& fits) { return files_in(path, names, fits); };
  CheckpointFolder folder{.path = path};
  folder.config = first_of(list(is_named("config.json")));
  folder.params = first_of(list(is_named("params.json")));
  folder.gguf = list(ends_in(".gguf"));
  folder.tables = list(
      [](const std::string& name) { return name.ends_with(".npy") || name.ends_with(".npz"); });
  folder.onnx = list(ends_in(".onnx"));
  const fs::path inner = fs::path(path) / "onnx";
  std::error_code error;
  if (fs::is_directory(inner, error)) {
    const auto more = files_in(inner, names_in(inner), ends_in(".onnx"));
    folder.onnx.insert(folder.onnx.end(), more.begin(), more.end());
    std::sort(folder.onnx.begin(), folder.onnx.end());
  }
  list_weights(path, names, folder);
  const auto& read = folder.weights;
  for (const auto& others : {list(is_named("pytorch_model.bin.index.json")),
                             list(is_named("pytorch_model.bin")), list(is_torch_name)})
    for (const std::string& other : others)
      if (folder.unread.empty() && other != folder.index &&
          std::find(read.begin(), read.end(), other) == read.end())
        folder.unread = other;
  return folder;
}

std::vector<CheckpointArray> checkpoint_arrays(const CheckpointFolder& folder) {
  std::vector<CheckpointArray> all;
  if (!folder.index.empty()) read_shards(folder, all);
  for (const std::string& path : folder.weights)
    for (StoredArray& array : arrays_at(path)) all.push_back({std::move(array), path});
  std::stable_sort(all.begin(), all.end(), [](const CheckpointArray& a, const CheckpointArray& b) {
    return std::pair(a.array.name, a.path) < std::pair(b.array.name, b.path);
  });
  return all;
}

}  // namespace sextant
