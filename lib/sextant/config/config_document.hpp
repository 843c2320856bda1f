#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

/// A value of a JSON document.  Numbers are kept as text, so that they stay exact.
struct ConfigValue {
  enum class Kind : unsigned char { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  bool flag = false;
  std::string text = {};  ///< a text, or a number as written
  std::vector<std::pair<std::string, ConfigValue>> members = {};  ///< empty keys in a list

  /// An object's member; nullptr if it is missing.  A member whose value is `null` is not missing.
  const ConfigValue* find(std::string_view key) const;
};

/// `a number`, `a text`, … for error lines.
std::string_view name(ConfigValue::Kind kind);

/// Reads the JSON object of a file.  Throws Error, naming the file and if possible the place, if it
/// is not valid JSON or not an object.  The limits are 4 MiB, 65536 values and 16 levels; a key
/// must not occur twice.
ConfigValue read_config_document(InputFile& file);

}  // namespace sextant
