#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/encoding.hpp"

namespace sextant::audit {

/// The length of sequences that a tensor is for, if its name says so.
enum class SequenceLength : unsigned char { any, within_original, beyond_original };

/// What the name and the shape of a tensor say about the positions that it holds.
struct TensorMeaning {
  Part part = Part::table;
  /// The shape in which it is judged: the stored one, or rows of other length.
  std::vector<std::uint64_t> shape = {};
  std::optional<int> layer = {};  ///< the number of its layer
  std::string layers = {};        ///< the kind of its layers: `full_attention`, …; empty: unknown
  std::string stem = {};          ///< the name without the words for the kind of its layers
  /// The kinds of layers that other tensors with the same stem are for, by their names.  Empty if
  /// its own name says a kind.  meaning_of() leaves it empty.
  std::vector<std::string> not_layers = {};
  SequenceLength length = SequenceLength::any;
  bool absolute = false;     ///< one row for each position, as sinusoidal encodings have
  bool trainable = false;    ///< programs also store trained numbers under this name
  bool trained = false;      ///< programs store only trained numbers under this name
  bool added = false;        ///< by its name, this table is added to the input vectors
  bool other_tower = false;  ///< of the part of a model for images or sound
  bool reciprocal = false;   ///< whether it may hold periods instead: the numbers decide
};

/// The words of a tensor's name, in lower case: runs of letters and digits.  At least one word,
/// which is empty for a name without letters and digits.
std::vector<std::string> words_of_name(std::string_view name);

/// The kind of layers that a name says: `full_attention`, …; empty if it says none.
std::string layers_of_name(std::string_view name);

/// Whether a name speaks of rotations or frequencies, and is not that of a trained weight or bias.
bool speaks_of_rotation(std::string_view name);

/// The meaning of a tensor with this name and shape.  `dim` is the number of rotated channels, or 0
/// if it is unknown.  nullopt for tensors that do not hold positions, by their names.
std::optional<TensorMeaning> meaning_of(std::string_view name,
                                        const std::vector<std::uint64_t>& shape, int dim);

}  // namespace sextant::audit
