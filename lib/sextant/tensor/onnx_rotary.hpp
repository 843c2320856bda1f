#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

/// A node of an ONNX model that rotates vectors by tables of cosines and sines.
struct OnnxRotary {
  /// Its name.  In a graph of another node, the names of the nodes and attributes around it
  /// precede.
  std::string node;
  std::string op;      ///< RotaryEmbedding, GroupQueryAttention, …
  std::string domain;  ///< com.microsoft, or empty: ONNX itself
  /// The local function that has it; empty in a graph.  Its caches are then parameters of the
  /// function.
  std::string function;
  /// The names of the inputs for the tables; empty if the operator or the node has no such input.
  std::string cos_cache, sin_cache;
  /// The names of the arrays that those inputs may be, as read_onnx returns them, without the nodes
  /// that precede a name that occurs twice.  Several if a node If chooses between them.  The name
  /// of the input itself if no node computes it.
  std::vector<std::string> cos_arrays = {}, sin_arrays = {};
  /// The arrays of them that a node If takes if a value is greater than another, as for longer
  /// sequences, and those that it takes otherwise.  Empty for other conditions.
  std::vector<std::string> if_greater = {}, if_not_greater = {};
  /// Whether channels 2i and 2i+1 are a pair; nullopt if the attribute is missing, which means no.
  std::optional<bool> interleaved = {};
  /// The number of rotated channels; 0 or nullopt: the whole head, or as the tables' shape says.
  std::optional<std::int64_t> rotary_embedding_dim = {};
  std::optional<std::int64_t> num_heads = {};
  std::optional<float> scale = {};  ///< of positions; of scores if the operator computes attention
};

/// The nodes that rotate, in the file's order, also those in the graphs of If and Loop and in local
/// functions: RotaryEmbedding of com.microsoft and of ONNX; GroupQueryAttention, PagedAttention,
/// SparseAttention, MultiHeadAttention and Attention of com.microsoft if do_rotary is set.  Throws
/// Error, one line with the remedy, for a damaged file and for more than 65536 such nodes.
std::vector<OnnxRotary> read_onnx_rotary(const std::shared_ptr<InputFile>& file);

}  // namespace sextant
