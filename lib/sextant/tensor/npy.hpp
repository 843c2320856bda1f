#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sextant/io/file.hpp"
#include "sextant/number/format.hpp"
#include "sextant/tensor/npy_header.hpp"
#include "sextant/tensor/stored_array.hpp"
#include "sextant/tensor/table.hpp"

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

/// The array of a .npy file.  Throws Error as read_npy_beginning does; whether the file holds all
/// the numbers is checked when they are needed.
StoredArray read_npy_array(std::shared_ptr<InputFile> file);

/// Opens a .npy file (versions 1.0, 2.0, 3.0), or standard input, written `-`.
///
/// The format is the file's; 16-bit patterns (uint16, int16, or `V2` as ml_dtypes has it) need one:
/// `given`, bfloat16 or float16.  Nothing in the header is believed before the bytes are there:
/// throws Error, one line with the file's name and the remedy, for anything that is not exactly
/// one table of floating-point numbers, and takes no memory for it.
///
/// Where `integers` are wanted, int32 and int64 are taken too.
Table open_npy(const std::string& path, const std::optional<Format>& given = {},
               bool integers = false);

/// Opens one, as open_npy opens a table; 16-bit patterns without a format `given` are numbers of
/// `of_patterns`, if that is one of theirs.  Throws Error as open_npy does, for more than 8 axes,
/// and for three or more in Fortran's order.
NpyVectors open_npy_vectors(const std::string& path, const std::optional<Format>& given = {},
                            const std::optional<Format>& of_patterns = {});

}  // namespace sextant
