#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/config/layer_encoding.hpp"

namespace sextant {

/// The keys of a config that were read.
class ConfigRecord {
 public:
  /// Notes a key that was read, by its path, and its value as written; empty if the key is missing
  /// and a default was taken.
  void note(std::string path, std::string value) { note({std::move(path), std::move(value)}); }
  /// Notes a key, its value, and that it decides `key.decides`.
  void note(ConfigKey key);
  /// Sets what the keys decide that are noted from now on (deciding.hpp).  Returns the previous
  /// setting.
  std::vector<std::string> decide(std::vector<std::string> what) {
    return std::exchange(deciding_, std::move(what));
  }
  /// Notes a key that needs no warning and decides nothing.
  void accept(std::string path) { known_.insert(std::move(path)); }

  /// Whether the key was noted or accepted.
  bool knows(const std::string& path) const { return known_.contains(path); }

  /// The keys noted since the last call, in the order of reading, each once.
  std::vector<ConfigKey> take();

 private:
  std::vector<ConfigKey> read_;
  std::set<std::string> known_;
  std::vector<std::string> deciding_;
};

}  // namespace sextant
