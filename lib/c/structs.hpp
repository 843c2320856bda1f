#pragma once

#include <cstring>
#include <string_view>

#include "c/guard.hpp"

namespace sextant::c {

/// The size that a struct of the caller begins with.  Throws Refused for one that nobody has set:
/// no struct, of this header or of later ones, is shorter than its first member or so long.
template <class Struct>
std::size_t size_of(const Struct* given, std::string_view name) {
  const std::size_t size = expect(given, name).size;
  if (size >= sizeof size && size <= 4096) return size;
  throw Refused(SEXTANT_BAD_ARGUMENT, std::string(name) + ".size is not set to sizeof");
}

/// A struct of the caller, which may be of an older header, and then is shorter: what it does not
/// have is 0.  Throws Refused for one without its size, and for a longer one that has more to say
/// than this library knows.
template <class Struct>
Struct read_struct(const Struct* from, std::string_view name) {
  const std::size_t size = size_of(from, name);
  const auto* bytes = reinterpret_cast<const char*>(from);
  for (std::size_t at = sizeof(Struct); at < size; ++at) {
    if (bytes[at] != 0)
      throw Refused(SEXTANT_BAD_ARGUMENT, std::string(name) + " is of a newer header");
  }
  Struct read{};
  std::memcpy(&read, from, size < sizeof read ? size : sizeof read);
  return read;
}

/// To a struct of the caller as much as it has room for, and its size as it was.  Throws Refused
/// for one without its size.
template <class Struct>
void write_struct(Struct value, Struct* to, std::string_view name) {
  const std::size_t size = size_of(to, name);
  value.size = size;
  std::memcpy(to, &value, size < sizeof value ? size : sizeof value);
}

}  // namespace sextant::c
