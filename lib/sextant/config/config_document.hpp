#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

/// A value of a JSON document.  Numbers are kept as they are written: what is exact stays so.
struct ConfigValue {
  enum class Kind : unsigned char { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  bool flag = false;
  std::string text = {};  ///< of a number, or the text itself
  std::vector<std::pair<std::string, ConfigValue>> members = {};  ///< a list's have empty keys

  /// An object's member, or null where there is none; one that is written `null` is there.
  const ConfigValue* find(std::string_view key) const;
};

/// `a number`, `a text`, … for error lines.
std::string_view name(ConfigValue::Kind kind);

/// The JSON object that a file holds.  Throws Error, naming the file, and the place in it where
/// there is one, for what is not JSON, no object, larger than 4 MiB, of more than 65536 values,
/// nested more than 16 deep, or has a key twice.
ConfigValue read_config_document(InputFile& file);

}  // namespace sextant
