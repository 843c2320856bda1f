#pragma once

#include <optional>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/stored_array.hpp"
#include "sextant/verify/verdict/limits.hpp"

namespace sextant::audit {

/// Judges a table of a LongRoPE encoding in two parts: the rows of the original context by the
/// encoding of short contexts, and all later rows by that of long contexts.  `context` is the
/// number of positions that the model supports.  If both parts pass, returns the position of the
/// first later row: the original context if positions continue (ONNX), 0 if they begin again
/// (vLLM).  nullopt if a part fails, for other encodings, and if the array is compressed or
/// column-major.
std::optional<Position> first_of_long_rows(const StoredArray& array, const Encoding& encoding,
                                           Part part, Position context,
                                           const verify::PassingLimits& limits);

}  // namespace sextant::audit
