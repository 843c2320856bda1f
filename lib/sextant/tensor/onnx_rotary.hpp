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
  std::string node;      ///< its name; in a graph of another node, after the names around it
  std::string op;        ///< RotaryEmbedding, GroupQueryAttention, …
  std::string domain;    ///< com.microsoft, or empty: ONNX itself
  std::string function;  ///< the local function it is in; its caches are then that one's parameters
  /// The names of the inputs with the tables.  Empty if the operator has no such input, or if it is
  /// left out.
  std::string cos_cache, sin_cache;
  /// The tables that those inputs may be: names of arrays as read_onnx returns them, without what
  /// precedes a name that occurs twice.  Several if a node If chooses between them; the name of the
  /// input itself if no node computes it.
  std::vector<std::string> cos_arrays = {}, sin_arrays = {};
  /// Those of them that a node If takes if a value is greater than another one, as for longer
  /// sequences, and those that it takes otherwise.  Empty for other conditions.
  std::vector<std::string> if_greater = {}, if_not_greater = {};
  std::optional<bool> interleaved = {};  ///< whether channels 2i and 2i+1 are a pair; 0 by default
  /// As the attributes say; 0 or missing means that the whole head turns, or that the shape says
  /// it.
  std::optional<std::int64_t> rotary_embedding_dim = {};
  std::optional<std::int64_t> num_heads = {};
  std::optional<float> scale = {};  ///< of the positions, or of scores where the operator attends
};

/// The nodes that rotate, in the file's order, also those in the graphs of If and Loop and in local
/// functions: RotaryEmbedding of com.microsoft and of ONNX; GroupQueryAttention, PagedAttention,
/// SparseAttention, MultiHeadAttention and Attention of com.microsoft if do_rotary is set.  Throws
/// Error, one line with the remedy, for a damaged file and for more than 65536 such nodes.
std::vector<OnnxRotary> read_onnx_rotary(const std::shared_ptr<InputFile>& file);

}  // namespace sextant
