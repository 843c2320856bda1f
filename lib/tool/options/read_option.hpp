#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/format.hpp"

namespace sextant::tool {

/// What `read` makes of an option's text; an Error of its own then names the option.
template <class Read>
auto read_option(std::string_view option, Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
}

/// An integer of 1 ... most.
int read_count(const std::string& option, const std::string& text, int most);

/// A number that is not negative: the nearest double.
double read_amount(const std::string& option, const std::string& text);

/// A format that tables are stored in: float16, bfloat16, float32 or float64.
Format read_table_format(const std::string& option, const std::string& name);

/// A format that recipes compute in: float32 or float64.
Format read_computing_format(const std::string& option, const std::string& name);

}  // namespace sextant::tool
