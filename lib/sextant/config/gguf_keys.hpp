#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/config/layer_encoding.hpp"
#include "sextant/tensor/gguf_metadata.hpp"

namespace sextant {

/// Keys of DeepSeek-V4: the compression ratio of each layer, and the base of layers that compress.
inline constexpr std::string_view kCompressRatios = "attention.compress_ratios";
inline constexpr std::string_view kCompressBase = "attention.compress_rope_freq_base";

/// Reads the keys of a file's architecture: "rope.freq_base" means `llama.rope.freq_base`.  Lists
/// the keys that were read, each once.  Functions throw Error, naming file and key, if a value has
/// the wrong type.
class GgufKeys {
 public:
  GgufKeys(const GgufMetadata& metadata, std::string architecture)
      : metadata_(&metadata), architecture_(std::move(architecture)) {}

  const std::string& architecture() const { return architecture_; }
  /// The key with its architecture: `llama.rope.freq_base`.
  std::string path(std::string_view key) const { return architecture_ + "." + std::string(key); }
  /// Whether the file has the key.  This does not count as reading it.
  bool has(std::string_view key) const { return metadata_->find(path(key)) != nullptr; }

  /// Each is nullopt if the key is missing.
  std::optional<Rational> number(std::string_view key);
  std::optional<Rational> positive(std::string_view key);
  /// An integer in 0 ... `most`.
  std::optional<int> count(std::string_view key, int most);
  std::optional<std::string> word(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  /// The entries of an array, or a single number as one entry.
  std::optional<std::vector<Rational>> numbers(std::string_view key);
  /// A number of positions, 0 or more.
  std::optional<Position> positions(std::string_view key);

  /// Lists a key that is missing and has a default.
  void defaulted(std::string_view key) { note(path(key), ""); }
  /// Marks a key without effect as read; it is not listed.
  void ignore(std::string_view key) { read_.insert(path(key)); }
  /// Lists another thing than a key, such as a tensor.
  void note(const std::string& key, const std::string& value);

  /// Lists keys again: those that decide about all layers, for the next kind of layers.
  void note(const std::vector<ConfigKey>& keys);

  /// Sets what the keys decide that are listed from now on (deciding.hpp).  Returns the previous
  /// setting.
  std::vector<std::string> decide(std::vector<std::string> what) {
    return std::exchange(deciding_, std::move(what));
  }

  /// The keys that were listed since the last call.
  std::vector<ConfigKey> taken() { return std::exchange(from_, {}); }
  /// A warning for each key about positions that was never read.
  std::vector<std::string> unread() const;

  /// Throws Error: "<file>: <key> <why>".
  [[noreturn]] void fail(std::string_view key, const std::string& why) const;

 private:
  const GgufValue* find(std::string_view key);
  Rational finite(std::string_view key, const GgufValue& value) const;

  const GgufMetadata* metadata_;
  std::string architecture_;
  std::vector<ConfigKey> from_;
  std::vector<std::string> deciding_;
  std::set<std::string> read_;
};

}  // namespace sextant
