#include "python/array.hpp"

#include <utility>

namespace sextant::python {

Array::Array(const pybind11::buffer& memory, const std::string& name, ArrayShape lies)
    : memory_(memory.request()) {
  const auto size = static_cast<std::size_t>(memory_.size * memory_.itemsize);
  const std::span<const std::byte> bytes(static_cast<const std::byte*>(memory_.ptr), size);
  stored_.file = std::make_shared<InputFile>(name, bytes);
  stored_.dtype = std::move(lies.dtype);
  stored_.type = std::move(lies.type);
  stored_.shape = std::move(lies.shape);
  stored_.byte_order = lies.big_endian ? ByteOrder::big : ByteOrder::little;
  stored_.column_major = lies.column_major;
  stored_.bytes = size;
}

}  // namespace sextant::python
