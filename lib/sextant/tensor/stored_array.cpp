#include "sextant/tensor/stored_array.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/axes_error.hpp"
#include "sextant/tensor/row_order.hpp"

namespace sextant {

namespace {

constexpr std::size_t kMostAxes = 8;  // for vectors

bool holds_patterns(const StoredArray& array) {
  return array.type == "u2" || array.type == "i2" || array.type == "V2";
}

/// Bytes that may be patterns of a format of 8 bits, which the caller must give.
bool holds_bytes(const StoredArray& array) {
  return array.type == "u1" || array.type == "i1" || array.type == "V1";
}

bool holds_integers(const StoredArray& array) { return array.type == "i4" || array.type == "i8"; }

std::optional<Format> own_format(const StoredArray& array) {
  if (array.type == "f2") return kFloat16;
  if (array.type == "f4") return kFloat32;
  if (array.type == "f8") return kFloat64;
  if (array.type == "bfloat16") return kBfloat16;
  if (array.type == "c8") return kFloat32;
  if (array.type == "c16") return kFloat64;
  for (const Format& format : {kFloat8E4m3fn, kFloat8E5m2})
    if (array.type == format.name()) return format;
  return std::nullopt;
}

/// The shape as numbers of `own_format`: a complex number is two of them.
std::vector<std::uint64_t> real_shape(const StoredArray& array) {
  std::vector<std::uint64_t> shape = array.shape;
  if (!is_complex(array)) return shape;
  if (shape.empty()) shape.push_back(1);
  if (__builtin_mul_overflow(shape.back(), std::uint64_t{2}, &shape.back()))
    array.fail("has a shape that is more than a file can hold");
  return shape;
}

/// Whether an array in Fortran's order is copied to C's before it is read.  Real tables of two axes
/// are not.
bool is_copied(const StoredArray& array) {
  const auto longer =
      std::count_if(array.shape.begin(), array.shape.end(), [](std::uint64_t n) { return n > 1; });
  return array.column_major && longer > (is_complex(array) ? 1 : 2);
}

/// Whether an array is read in Fortran's order.
bool stays_in_columns(const StoredArray& array) {
  return array.column_major && !is_copied(array) && !is_complex(array);
}

/// The format of 16-bit patterns, which the caller gives.  Throws Error without one.
Format format_of_patterns(const StoredArray& array, const std::optional<Format>& given) {
  const std::string what = "holds 16-bit patterns (dtype " + in_quotes(array.dtype) + ")";
  if (!given)
    array.fail(fmt::format("{}: add {} bfloat16 or {} float16", what, array.format_option,
                           array.format_option));
  if (given->storage_bits != 16) {
    array.fail(what + ", which cannot be " + given->name() + ": bfloat16 or float16 can");
  }
  return *given;
}

[[noreturn]] void fail_for_dtype(const StoredArray& array) {
  const std::string dtype = "(dtype " + in_quotes(array.dtype, 20) + ")";
  const char kind = array.type.empty() ? '\0' : array.type[0];
  if (kind == 'O') {
    array.fail(
        "holds Python objects " + dtype +
        ", which are never unpickled; save numbers: np.save(name, array.astype(np.float32))");
  }
  if (array.type == kTypeInBlocks) {
    array.fail("is of type " + in_quotes(array.dtype, 20) +
               ", which cannot be judged: its numbers were rounded in blocks; convert the model "
               "with --outtype f32, or judge a tensor of type F32, F16, BF16 or F64");
  }
  if (kind == 'c') {
    array.fail("holds complex numbers " + dtype +
               "; complex64 and complex128 are read: np.save(name, array.astype(np.complex128))");
  }
  if (kind == 'S' || kind == 'U' || kind == 'M' || kind == 'm') {
    array.fail((kind == 'S' || kind == 'U' ? "holds text " : "holds times ") + dtype +
               ", not numbers; save the array that holds the table's numbers");
  }
  if (holds_integers(array)) {
    array.fail("holds integers " + dtype + "; " + std::string(kRemedyForIntegers) +
               "; save other numbers as floating-point ones: "
               "np.save(name, array.astype(np.float32))");
  }
  array.fail("holds no float16, bfloat16, float32 or float64 " + dtype +
             "; save it as one: np.save(name, array.astype(np.float32))");
}

Format format_of(const StoredArray& array, const std::optional<Format>& given) {
  if (!array.unreadable.empty()) array.fail(array.unreadable);
  if (holds_patterns(array)) return format_of_patterns(array, given);
  if (holds_bytes(array) && given && given->storage_bits == 8) return *given;
  const auto own = own_format(array);
  if (!own) fail_for_dtype(array);
  if (!given || *given == *own) return *own;
  array.fail(fmt::format("holds {} (dtype {}), not {} as {} says", own->name(),
                         in_quotes(array.dtype), given->name(), array.format_option));
}

/// Throws Error unless the array has exactly the bytes that its shape, `what`, needs.
void expect_bytes(const StoredArray& array, const Storage& storage, const std::string& what) {
  std::uint64_t bytes = 0;
  try {
    bytes = bytes_of(*array.file, storage);
  } catch (const Error& error) {
    const std::string name = array.file->name() + ": ";
    const auto* of_axes = dynamic_cast<const AxesError*>(&error);
    try {
      array.fail(std::string(error.what()).substr(name.size()));
    } catch (const Error& named) {
      if (of_axes != nullptr) throw AxesError(named.what(), of_axes->axes);
      throw;
    }
  }
  if (!array.bytes) return expect_end(*array.file, array.offset, bytes, what);
  const std::string remedy = array.name ? "; save or copy it again" : "; say its --shape";
  if (*array.bytes < bytes)
    array.fail(fmt::format("is truncated: {} needs {} bytes, {} are there{}", what, bytes,
                           *array.bytes, remedy));
  if (*array.bytes > bytes)
    array.fail(fmt::format("has more bytes than the {} of {}{}", bytes, what, remedy));
}

Table table_in(const StoredArray& array, Storage storage) {
  std::shared_ptr<InputFile> file = array.unpack ? array.unpack() : array.file;
  if (is_copied(array)) {
    constexpr std::uint64_t kMostCopied = std::uint64_t{4} << 30;
    const auto bytes = static_cast<std::size_t>(storage.format.storage_bits / 8);
    if (bytes_of(*file, storage) > kMostCopied)
      array.fail(
          "is in Fortran's order and has more than 4 GiB; save it in C's: "
          "np.save(name, np.ascontiguousarray(array))");
    file = in_row_order(*file, storage.offset, array.shape, is_complex(array) ? 2 * bytes : bytes);
    storage.offset = 0;
  }
  return Table(std::move(file), std::move(storage));
}

}  // namespace

bool is_complex(const StoredArray& array) { return array.type == "c8" || array.type == "c16"; }

void StoredArray::fail(const std::string& what) const {
  file->fail((name ? "tensor " + in_quotes(*name, 60) + " " : "") + what);
}

Table table_of(const StoredArray& array, const std::optional<Format>& given, bool integers) {
  const bool are = integers && !given && holds_integers(array);
  const Format wide = array.type == "i4" ? kFloat32 : kFloat64;
  const Format format = are ? wide : format_of(array, given);
  Storage storage{.format = format,
                  .shape = real_shape(array),
                  .byte_order = array.byte_order,
                  .column_major = stays_in_columns(array),
                  .offset = array.offset,
                  .integers = are,
                  .complex = is_complex(array)};
  expect_bytes(array, storage,
               "shape " + shape_text(storage.shape) + " of " +
                   (are ? fmt::format("int{}", format.storage_bits) : format.name()));
  return table_in(array, std::move(storage));
}

NpyVectors vectors_of(const StoredArray& array, const std::optional<Format>& given,
                      const std::optional<Format>& of_patterns) {
  const bool serves = holds_patterns(array) && of_patterns && of_patterns->storage_bits == 16;
  const Format format = format_of(array, !given && serves ? of_patterns : given);
  const std::vector<std::uint64_t> shape = real_shape(array);
  const std::string words = "shape " + shape_text(shape);
  if (shape.empty()) array.fail(words + " is a single number; vectors have channels");
  if (shape.size() > kMostAxes) array.fail(words + " has more than eight axes");
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis) {
    if (__builtin_mul_overflow(rows, shape[axis], &rows))
      array.fail(words + " is more than a file can hold");
  }
  Storage storage{.format = format,
                  .shape = {rows, shape.back()},
                  .byte_order = array.byte_order,
                  .column_major = stays_in_columns(array),
                  .offset = array.offset,
                  .complex = is_complex(array)};
  expect_bytes(array, storage, words + " of " + format.name());
  return {table_in(array, std::move(storage)), shape};
}

bool may_be_vectors(const StoredArray& array) {
  const auto& shape = array.shape;
  const auto longer = [](std::uint64_t n) { return n > 1; };
  return array.unreadable.empty() && (own_format(array) || holds_patterns(array)) &&
         !shape.empty() && shape.size() <= kMostAxes &&
         std::count(shape.begin(), shape.end(), 0) == 0 &&
         std::any_of(shape.begin(), shape.end(), longer);
}

bool may_be_table(const StoredArray& array, bool integers) {
  const auto& shape = array.shape;
  const auto longer = std::count_if(shape.begin(), shape.end(), [](auto n) { return n > 1; });
  return array.unreadable.empty() &&
         (own_format(array) || holds_patterns(array) || (integers && holds_integers(array))) &&
         std::count(shape.begin(), shape.end(), 0) == 0 && (longer == 1 || longer == 2);
}

void sort_by_name(std::vector<StoredArray>& arrays) {
  std::sort(arrays.begin(), arrays.end(),
            [](const StoredArray& a, const StoredArray& b) { return a.name < b.name; });
  const auto twice = std::adjacent_find(arrays.begin(), arrays.end(),
                                        [](auto& a, auto& b) { return a.name == b.name; });
  if (twice != arrays.end()) twice->fail("is there twice; save the file again");
}

void expect_end(InputFile& file, std::uint64_t offset, std::uint64_t bytes,
                const std::string& what) {
  const std::uint64_t end = offset + bytes;
  const std::uint64_t available = file.available(end + 1);
  if (available < end) {
    file.fail(fmt::format(
        "is truncated: {} needs {} bytes after the header, {} are there; save or copy it again",
        what, bytes, available - offset));
  }
  if (available > end) {
    file.fail(fmt::format("has more bytes than the {} of {}; save one array alone", bytes, what));
  }
}

}  // namespace sextant
