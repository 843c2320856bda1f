#pragma once

// Included before every file of the WebAssembly build: what the library uses of C++20 and libc++
// 13, emscripten's in Debian 12, lacks.  The file goes when Debian's libc++ has them.

#include <type_traits>

namespace std {

template <class To, class From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

}  // namespace std
