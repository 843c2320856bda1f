#pragma once

#include <cstdint>
#include <string>

#include "sextant/verify/file.hpp"
#include "sextant/verify/npy_header.hpp"
#include "sextant/verify/table.hpp"

namespace sextant {

/// What is known of a .npy file before its numbers are looked at.
struct NpyBeginning {
  NpyHeader header;
  std::string type;                     ///< the dtype without its byte order: f4, u2, O
  ByteOrder byte_order = kNativeOrder;  ///< also where there is none, or `=`
  std::uint64_t offset = 0;             ///< bytes before the numbers
};

/// Reads the beginning of versions 1.0, 2.0 and 3.0.  Throws Error, with the way to convert it, for
/// another kind of file, and for a header that is not all there or not NumPy's.
NpyBeginning read_npy_beginning(InputFile& file);

/// The longest beginning that is read.
inline constexpr std::size_t kLongestNpyBeginning = 12 + kLongestNpyHeader;

/// Throws Error unless the file ends where `bytes` bytes from `offset` on do; these must be no more
/// than a file can hold.  `what` needs them.
void expect_npy_end(InputFile& file, std::uint64_t offset, std::uint64_t bytes,
                    const std::string& what);

}  // namespace sextant
