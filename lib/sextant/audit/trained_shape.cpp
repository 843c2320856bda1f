#include "sextant/audit/trained_shape.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace sextant::audit {

std::string wrong_trained_shape(const StoredArray& array, const TensorMeaning& meaning,
                                const std::vector<ClaimedLayers>& claims) {
  if (meaning.other_tower || !(meaning.trained || meaning.added) || array.shape.size() < 2)
    return {};
  const std::uint64_t rows = array.shape.end()[-2], columns = array.shape.back();
  for (const ClaimedLayers& claim : claims) {
    const LayerEncoding& layers = *claim.encoding;
    const auto& known = layers.trained;
    // A converter may cut rows from a table of positions, so a GGUF is not compared.
    if (!known || claim.source->kind == SourceKind::gguf) continue;
    if (!layers.layers.empty() && layers.layers != meaning.layers) continue;
    if (meaning.trained != (known->columns > 0)) continue;
    const auto wanted_rows = static_cast<std::uint64_t>(known->rows);
    const auto wanted_columns = static_cast<std::uint64_t>(known->columns);
    if (rows == wanted_rows && (!meaning.trained || columns == wanted_columns)) return {};
    return meaning.trained
               ? fmt::format("has {} buckets for {} heads; {} says {} buckets for {} heads", rows,
                             columns, claim.source->path, known->rows, known->columns)
               : fmt::format("has {} rows; {} says {} ({})", rows, claim.source->path, known->rows,
                             layers.words);
  }
  return {};
}

}  // namespace sextant::audit
