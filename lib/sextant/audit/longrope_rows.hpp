#pragma once

#include <optional>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/stored_array.hpp"
#include "sextant/verify/verdict/limits.hpp"

namespace sextant::audit {

/// How a table of a LongRoPE encoding is right in two parts: the rows of the original context are
/// those of short contexts, and all later rows are those of long contexts.  `context` is the number
/// of positions that the model supports.  Returns the position of the first later row: the original
/// context, where positions continue (ONNX), or 0, where they begin again (vLLM).  nullopt if it is
/// not right so, for other encodings, and if the array is compressed or column-major.
std::optional<Position> first_of_long_rows(const StoredArray& array, const Encoding& encoding,
                                           Part part, Position context,
                                           const verify::PassingLimits& limits);

}  // namespace sextant::audit
