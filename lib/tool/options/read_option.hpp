#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/format.hpp"

namespace sextant::tool {

/// The result of read().  If it throws Error, the option's name is put before the message.
template <class Read>
auto read_option(std::string_view option, Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
}

/// An integer in [1, most].  Throws Error for other text.
int read_count(const std::string& option, const std::string& text, int most);

/// A non-negative number, as the nearest double.  Throws Error for other text.
double read_amount(const std::string& option, const std::string& text);

/// A format that tables are written in: float16, bfloat16, float32 or float64.
Format read_table_format(const std::string& option, const std::string& name);

/// A format that tables are read in: these, float8_e4m3fn or float8_e5m2.
Format read_stored_format(const std::string& option, const std::string& name);

/// A format that recipes compute in: float32 or float64.
Format read_computing_format(const std::string& option, const std::string& name);

}  // namespace sextant::tool
