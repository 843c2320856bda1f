#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

/// Damages one of some files as files may be damaged by accident or on purpose.
class Mutator {
 public:
  /// The sensitive part of a kind of file.
  struct Head {
    std::size_t bytes;          ///< approximate size of the header
    std::size_t first, length;  ///< bytes of its version and length
  };

  Mutator(std::uint64_t seed, std::vector<std::string> files, const Head& head)
      : random_(seed), files_(std::move(files)), head_(head) {}

  std::string operator()();

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  const std::string& any() { return files_[below(files_.size())]; }

  /// Two places of three are drawn in headers, where damage has the largest effect.
  std::size_t place(const std::string& bytes);
  void mutate(std::string& bytes);
  void replace_a_digit(std::string& bytes, std::size_t from);

  std::mt19937_64 random_;
  std::vector<std::string> files_;
  Head head_;
};

/// A file in memory.
class MemoryFile {
 public:
  MemoryFile();
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_.get()); }
  void write(const std::string& bytes) const;

 private:
  Descriptor file_;
};

}  // namespace sextant
