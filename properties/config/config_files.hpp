#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sextant/config/layer_encodings.hpp"
#include "sextant/config/model_config.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/io/file.hpp"

namespace sextant {

/// A config in memory.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& text) : file_(::memfd_create("config", MFD_CLOEXEC)) {
    EXPECT_EQ(::write(file_.get(), text.data(), text.size()), std::ssize(text));
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_.get()); }

 private:
  Descriptor file_;
};

inline ModelConfig config_of(const std::string& text, const std::string& layer_type = "") {
  return read_model_config(ConfigFile(text).path(), layer_type);
}

/// The encoding of a config, as text.
inline std::string meaning(const std::string& text, const std::string& layer_type = "") {
  return to_text(Encoding(config_of(text, layer_type).encoding));
}

/// The error for a config, without the file's name; empty if it is accepted.
inline std::string refusal(const std::string& text, const std::string& layer_type = "") {
  const ConfigFile file(text);
  try {
    (void)read_model_config(file.path(), layer_type);
  } catch (const Error& error) {
    const std::string what = error.what();
    const std::string named = "'" + file.path() + "': ";
    EXPECT_TRUE(what.starts_with(named)) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    EXPECT_LE(what.size(), named.size() + 600);
    return what.substr(std::min(what.size(), named.size()));
  }
  return "";
}

/// Every kind of layers of a config.
inline std::vector<LayerEncoding> layers_of(const std::string& text) {
  InputFile file(ConfigFile(text).path());
  return read_layer_encodings(file);
}

/// The encoding of a kind as text; `learned`, `absent` or `unknown` if it has none.
inline std::string said_of(const LayerEncoding& layers) {
  if (layers.encoding) return to_text(*layers.encoding);
  if (layers.axial) return to_text(*layers.axial);
  const char* const words[] = {"computed", "learned", "absent", "unknown"};
  return words[static_cast<std::size_t>(layers.positions)];
}

/// The kinds of a config, each with its layers and its encoding: `sliding_attention 0,1: rope …`.
inline std::vector<std::string> kinds_of(const std::string& text) {
  std::vector<std::string> all;
  for (const LayerEncoding& layers : layers_of(text)) {
    std::string one = layers.layers;
    for (const int number : layers.numbers)
      one += (number == layers.numbers.front() ? " " : ",") + std::to_string(number);
    all.push_back(one + ": " + said_of(layers));
  }
  return all;
}

/// The only kind of a config.
inline LayerEncoding only_kind(const std::string& text) {
  auto all = layers_of(text);
  EXPECT_EQ(all.size(), 1U) << text;
  return all.front();
}

/// A config of one head of `head` channels, with more members.
inline std::string head_of(int head, const std::string& more) {
  return "{\"head_dim\": " + std::to_string(head) + ", " + more + "}";
}

}  // namespace sextant
