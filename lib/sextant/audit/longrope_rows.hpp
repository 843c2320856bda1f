#pragma once

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/stored_array.hpp"
#include "sextant/verify/verdict/limits.hpp"

namespace sextant::audit {

/// Whether a table of a LongRoPE encoding is right in two parts.  The rows of the original context
/// are those of short contexts.  All later rows are those of long contexts, and their positions
/// continue (ONNX) or begin at 0 again (vLLM).  `context` is the number of positions that the model
/// supports.  False for other encodings, and if the array is compressed or column-major.
bool is_short_then_long(const StoredArray& array, const Encoding& encoding, Part part,
                        Position context, const verify::PassingLimits& limits);

}  // namespace sextant::audit
