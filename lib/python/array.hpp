#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "sextant/tensor/stored_array.hpp"

namespace sextant::python {

/// How the numbers of an array lie in its memory.
struct ArrayShape {
  std::string dtype;                 ///< as Python shows it
  std::string type;                  ///< f4, u2, V2, bfloat16 … as StoredArray has it
  std::vector<std::uint64_t> shape;  ///< every axis
  bool big_endian = false;
  bool column_major = false;
};

/// An array in Python's memory, which is read where it lies, and kept as long as this lives.
class Array {
 public:
  /// `memory` is the bytes, one after the other; `name` what words call the array.
  Array(const pybind11::buffer& memory, const std::string& name, ArrayShape lies);

  const StoredArray& stored() const { return stored_; }

 private:
  pybind11::buffer_info memory_;
  StoredArray stored_;
};

}  // namespace sextant::python
