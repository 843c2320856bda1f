#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "sextant/tensor/stored_array.hpp"

namespace sextant::python {

/// The layout of an array in memory.
struct ArrayShape {
  std::string dtype;                 ///< as Python shows it
  std::string type;                  ///< f4, u2, V2, bfloat16 … as StoredArray has it
  std::vector<std::uint64_t> shape;  ///< length of every axis
  bool big_endian = false;
  bool column_major = false;
};

/// An array in Python's memory.  It is read in place, and kept alive as long as this object.
class Array {
 public:
  /// `memory` holds the contiguous bytes; messages call the array `name`.
  Array(const pybind11::buffer& memory, const std::string& name, ArrayShape lies);

  const StoredArray& stored() const { return stored_; }

 private:
  pybind11::buffer_info memory_;
  StoredArray stored_;
};

}  // namespace sextant::python
