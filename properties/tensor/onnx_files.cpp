#include "tensor/onnx_files.hpp"

namespace sextant {

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string wire(std::uint64_t field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}

std::string wire(std::uint64_t field, std::string_view bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}

std::string onnx_tensor(const std::string& name, const std::vector<std::uint64_t>& shape,
                        std::uint64_t type, const std::string& numbers) {
  std::string tensor;
  for (const std::uint64_t n : shape) tensor += wire(1, n);
  return tensor + wire(2, type) + wire(8, name) + numbers;
}

std::string onnx_external(const std::string& location, const std::string& offset,
                          const std::string& length) {
  const auto entry = [](const char* key, const std::string& value) {
    return value.empty() ? "" : wire(13, wire(1, key) + wire(2, value));
  };
  return entry("location", location) + entry("offset", offset) + entry("length", length) +
         wire(14, std::uint64_t{1});
}

std::string onnx_model(const std::string& graph) {
  return wire(1, std::uint64_t{8}) + wire(2, "test") + wire(7, graph);
}

}  // namespace sextant
