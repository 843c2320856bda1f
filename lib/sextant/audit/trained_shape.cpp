#include "sextant/audit/trained_shape.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace sextant::audit {

std::string wrong_trained_shape(const StoredArray& array, const ModelSource& source,
                                const TensorMeaning& meaning,
                                const std::vector<ClaimedLayers>& claims) {
  if (meaning.other_tower || !(meaning.trained || meaning.added) || array.shape.empty()) return {};
  const std::uint64_t columns = array.shape.back();
  std::uint64_t rows = 1;
  for (std::size_t i = 0; i + 1 < array.shape.size(); ++i) rows *= array.shape[i];
  const bool gguf = source.kind == SourceKind::gguf;
  for (const ClaimedLayers& claim : claims) {
    const LayerEncoding& layers = *claim.encoding;
    const auto& known = layers.trained;
    // The metadata of a GGUF do not say how many rows before position 0 another file has.
    if (!known || (claim.source->kind == SourceKind::gguf && !gguf)) continue;
    if (!layers.layers.empty() && layers.layers != meaning.layers) continue;
    const bool buckets = layers.encoding && std::holds_alternative<T5>(*layers.encoding);
    if (meaning.trained != buckets) continue;
    const std::int64_t wanted = known->rows - (gguf ? known->before : 0);
    const auto is = [](std::uint64_t found, std::int64_t said) {
      return found == static_cast<std::uint64_t>(said);
    };
    if (is(rows, wanted) && (known->columns == 0 || is(columns, known->columns))) return {};
    if (buckets)
      return fmt::format("has {} buckets for {} heads; {} says {} buckets for {} heads", rows,
                         columns, claim.source->path, known->rows, known->columns);
    const std::string width =
        known->columns == 0 ? "" : fmt::format(" of {} columns", known->columns);
    return fmt::format("has {} rows of {} columns; {} says {}{} ({})", rows, columns,
                       claim.source->path, wanted, width, layers.words);
  }
  return {};
}

}  // namespace sextant::audit
