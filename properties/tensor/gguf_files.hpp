#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/tensor/table.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {

/// A GGUF file built by hand, so that each field can be wrong.
struct GgufBytes {
  ByteOrder order = ByteOrder::little;
  std::uint64_t version = 3;
  std::uint64_t values = 0, tensors = 0;  ///< counts as the file says them
  std::string metadata = {}, infos = {}, data = {};

  std::string number(std::uint64_t value, int bytes) const {
    return number_bytes(value, bytes, order);
  }
  std::string text(const std::string& text) const { return number(text.size(), 8) + text; }

  void value(const std::string& key, std::uint64_t type, const std::string& bytes) {
    metadata += text(key) + number(type, 4) + bytes;
    ++values;
  }
  /// `axes` begin with the fastest one.
  void info(const std::string& name, const std::vector<std::uint64_t>& axes, std::uint64_t type,
            std::uint64_t offset) {
    infos += text(name) + number(axes.size(), 4);
    for (const std::uint64_t n : axes) infos += number(n, 8);
    infos += number(type, 4) + number(offset, 8);
    ++tensors;
  }
  void tensor(const std::string& name, const std::vector<std::uint64_t>& axes, std::uint64_t type,
              const std::string& numbers, std::uint64_t alignment = 32) {
    data.resize((data.size() + alignment - 1) / alignment * alignment);
    info(name, axes, type, data.size());
    data += numbers;
  }

  std::string bytes(std::uint64_t alignment = 32) const {
    std::string head =
        "GGUF" + number(version, 4) + number(tensors, 8) + number(values, 8) + metadata + infos;
    head.resize((head.size() + alignment - 1) / alignment * alignment);
    return head + data;
  }
};

}  // namespace sextant
