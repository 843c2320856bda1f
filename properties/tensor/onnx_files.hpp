#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sextant {

/// Fields in the wire format of Protocol Buffers.
std::string varint(std::uint64_t value);
std::string wire(std::uint64_t field, std::uint64_t value);
std::string wire(std::uint64_t field, std::string_view bytes);

/// A TensorProto with these further fields, in which its numbers are.
std::string onnx_tensor(const std::string& name, const std::vector<std::uint64_t>& shape,
                        std::uint64_t type, const std::string& numbers);
/// The fields of numbers in another file.
std::string onnx_external(const std::string& location, const std::string& offset,
                          const std::string& length);
/// A model whose graph has these fields.
std::string onnx_model(const std::string& graph);

}  // namespace sextant
