#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant::audit {

/// A node Cos or Sin of an ONNX graph, and where its angles come from.
struct OnnxAngles {
  bool cosines = false;  ///< Cos; else Sin
  /// The values from which the angles are computed by products alone.  The search goes back through
  /// MatMul, Mul and Einsum, and through nodes that only join, rearrange or convert numbers.  A
  /// constant has the name of its array.
  std::vector<std::string> from = {};
  bool divided = false;  ///< whether the search met a node Div; it does not go past one
};

/// The nodes Cos and Sin of a graph, in the file's order.  Only the first 65536 are returned.
/// Throws Error, one line with the remedy, for a damaged file.
std::vector<OnnxAngles> read_onnx_angles(const std::shared_ptr<InputFile>& file);

/// The names of the arrays that are frequencies by their use: the only numbers by which the
/// positions are multiplied, both for a node Cos and for a node Sin.
std::vector<std::string> frequencies_of(const std::vector<OnnxAngles>& nodes,
                                        const std::vector<StoredArray>& arrays);

}  // namespace sextant::audit
