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

/// The part of a .npy file before its numbers.
struct NpyBeginning {
  NpyHeader header;
  std::string type;                     ///< the dtype without its byte order: f4, u2, O
  ByteOrder byte_order = kNativeOrder;  ///< also if it is missing or `=`
  std::uint64_t offset = 0;             ///< bytes before the numbers
};

/// Reads the beginning of versions 1.0, 2.0 and 3.0.  Throws Error for another kind of file, with a
/// command that converts it, and for a header that is incomplete or not NumPy's.
NpyBeginning read_npy_beginning(InputFile& file);

/// The largest size of a beginning in bytes.
inline constexpr std::size_t kLongestNpyBeginning = 12 + kLongestNpyHeader;

/// The array of a .npy file.  Throws Error as read_npy_beginning does.  The number of bytes is
/// checked later, when a table is opened.
StoredArray read_npy_array(std::shared_ptr<InputFile> file);

/// Opens a .npy file (versions 1.0, 2.0, 3.0), or standard input, written `-`.
///
/// The format is that of the file.  16-bit patterns (uint16, int16, or `V2` of ml_dtypes) need a
/// format `given`: bfloat16 or float16.  Throws Error, one line with the file's name and the
/// remedy, unless the file holds exactly one table of floating-point numbers.  The header is
/// compared with the file's length first, so that a wrong header takes no memory.
///
/// If `integers` is true, int32 and int64 are also accepted.
Table open_npy(const std::string& path, const std::optional<Format>& given = {},
               bool integers = false);

/// Opens vectors as open_npy opens a table.  Without `given`, 16-bit patterns have the format
/// `of_patterns` if that has 16 bits.  Throws Error as open_npy does, and for more than 8
/// axes.
NpyVectors open_npy_vectors(const std::string& path, const std::optional<Format>& given = {},
                            const std::optional<Format>& of_patterns = {});

}  // namespace sextant
