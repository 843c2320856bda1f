#include "c/ndarray.hpp"

#include <memory>
#include <span>
#include <string>

#include "c/guard.hpp"
#include "c/structs.hpp"

namespace sextant::c {
namespace {

constexpr std::size_t kMostAxes = 64;  // NumPy's limit

/// Throws Refused for a member that is neither 0 nor 1.
bool flag(int value, const std::string& member) {
  if (value == 0 || value == 1) return value == 1;
  throw Refused(SEXTANT_BAD_ARGUMENT, member + " is neither 0 nor 1");
}

}  // namespace

StoredArray stored_array(const sextant_ndarray& array, std::string_view member) {
  const sextant_ndarray read = read_struct(&array, member);
  const std::string prefix = std::string(member) + ".";
  if (read.bytes > 0 && read.data == nullptr)
    throw Refused(SEXTANT_BAD_ARGUMENT, prefix + "data is NULL");
  if (read.axes > kMostAxes) throw Refused(SEXTANT_BAD_ARGUMENT, prefix + "axes is beyond 64");
  if (read.axes > 0) (void)expect(read.shape, prefix + "shape");
  StoredArray stored;
  stored.type = &expect(read.type, prefix + "type");
  stored.dtype = read.dtype == nullptr ? stored.type : read.dtype;
  stored.shape.assign(read.shape, read.shape + read.axes);
  stored.byte_order = flag(read.big_endian, prefix + "big_endian") ? ByteOrder::big  //
                                                                   : ByteOrder::little;
  stored.column_major = flag(read.column_major, prefix + "column_major");
  stored.bytes = read.bytes;
  stored.file =
      std::make_shared<InputFile>(read.name == nullptr ? "array" : read.name,
                                  std::span(static_cast<const std::byte*>(read.data), read.bytes));
  return stored;
}

}  // namespace sextant::c
