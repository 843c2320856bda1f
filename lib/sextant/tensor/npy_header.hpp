#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sextant {

/// What the header of a .npy file says, in NumPy's words.
struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;

  bool operator==(const NpyHeader&) const = default;
};

/// NumPy refuses longer headers by default.
inline constexpr std::size_t kLongestNpyHeader = 10'000;

/// Reads the dictionary of a header: each of the three keys once, in any order, and no others.  In
/// versions 1 and 2 it also reads long integers of Python 2, `128L`.  Throws Error, without a
/// file's name, for anything else.
NpyHeader parse_npy_header(std::string_view text, int version = 1);

/// Everything before the numbers of a C-order file, byte for byte as NumPy writes it: magic,
/// version 1.0, length, dictionary, and spaces up to a multiple of 64 bytes.
std::string npy_preamble(std::string_view descr, std::span<const std::uint64_t> shape);

}  // namespace sextant
