#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tool/run.hpp"

namespace sextant {

/// A float32 tensor.
struct NamedNumbers {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::vector<float> numbers;
};

/// A .safetensors file with these tensors.
inline std::string safetensors_of(const std::vector<NamedNumbers>& tensors) {
  nlohmann::json header;
  std::string data;
  for (const NamedNumbers& one : tensors) {
    const std::size_t begin = data.size();
    data += bytes_of_numbers(one.numbers);
    header[one.name] = {
        {"dtype", "F32"}, {"shape", one.shape}, {"data_offsets", {begin, data.size()}}};
  }
  const std::string text = header.dump();
  return bytes_of_numbers(std::vector<std::uint64_t>{text.size()}) + text + data;
}

/// A folder with a configuration; tensors are added to it.
class ModelFolder {
 public:
  explicit ModelFolder(const std::string& config) { put_file(folder_ / "config.json", config); }

  std::string operator/(const std::string& name) const { return folder_ / name; }
  std::string path() const { return folder_ / "."; }

  /// Writes a table that `sextant table` makes with these options as a tensor.
  void add(const std::string& tensor, const std::string& options) const {
    const Ran ran = sextant_line("table " + options + " --tensor " + tensor + " -o " +
                                 (folder_ / (tensor + ".safetensors")));
    ASSERT_EQ(ran.status, 0) << ran.err;
  }

  /// Writes a tensor of zeros, for tests of its shape.
  void add_zeros(const std::string& tensor, const std::vector<std::uint64_t>& shape) const {
    std::uint64_t count = 1;
    for (const std::uint64_t length : shape) count *= length;
    put_file(folder_ / (tensor + ".safetensors"),
             safetensors_of({{tensor, shape, std::vector<float>(count)}}));
  }

  /// What `sextant check --json` says of the folder; it must have this exit status.
  nlohmann::json check(int status, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"check", path(), "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = sextant_tool(words);
    EXPECT_EQ(ran.status, status) << ran.out << ran.err;
    return nlohmann::json::parse(ran.out, nullptr, false);
  }

 private:
  Folder folder_;
};

}  // namespace sextant
