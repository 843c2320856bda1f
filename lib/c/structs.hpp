#pragma once

#include <cstring>
#include <string_view>

#include "c/guard.hpp"

namespace sextant::c {

/// The size in the first member of the caller's struct.  Throws Refused if it was not set: it is
/// smaller than that member, or larger than any header will have.
template <class Struct>
std::size_t size_of(const Struct* given, std::string_view name) {
  const std::size_t size = expect(given, name).size;
  if (size >= sizeof size && size <= 4096) return size;
  throw Refused(SEXTANT_BAD_ARGUMENT, std::string(name) + ".size is not set to sizeof");
}

/// A copy of the caller's struct, which may come from an older, shorter header: members that it
/// lacks are 0.  Throws Refused if its size is missing, or if it sets members that this library
/// does not know.
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

/// Copies into the caller's struct as many members as it has room for, and keeps its size.  Throws
/// Refused if its size is missing.
template <class Struct>
void write_struct(Struct value, Struct* to, std::string_view name) {
  const std::size_t size = size_of(to, name);
  value.size = size;
  std::memcpy(to, &value, size < sizeof value ? size : sizeof value);
}

}  // namespace sextant::c
