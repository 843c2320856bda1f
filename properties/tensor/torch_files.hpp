#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sextant {

/// A zip archive built by hand, with members that are not compressed.
std::string zip_bytes(const std::vector<std::pair<std::string, std::string>>& members);

/// A .pt file with this pickle and one storage, "0".
std::string torch_bytes(const std::string& pickle, const std::string& storage);

/// Parts of pickles, each the opcodes that push a value.
std::string pickled(long integer);
std::string pickled(const std::string& text);
std::string pickled_global(const std::string& module, const std::string& name);
std::string pickled_tuple(const std::string& items);
/// A call of torch._utils._rebuild_tensor_v2: sizes and strides are items of tuples.
std::string pickled_tensor(long numbers, long first, const std::string& sizes,
                           const std::string& strides, const std::string& storage = "FloatStorage");
/// A call of torch._utils._rebuild_tensor_v3 for an untyped storage of `bytes` bytes.
std::string pickled_tensor_v3(long bytes, const std::string& sizes, const std::string& strides,
                              const std::string& dtype);
/// A whole pickle: a dictionary with this value at "w".
std::string pickled_state(const std::string& value);

}  // namespace sextant
