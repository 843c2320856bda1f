#include "sextant/audit/trained_shape.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "sextant/audit/deciding_keys.hpp"
#include "sextant/config/deciding.hpp"

namespace sextant::audit {

std::optional<TrainedComparison> compare_trained_shape(const StoredArray& array,
                                                       const ModelSource& source,
                                                       const TensorMeaning& meaning,
                                                       const std::vector<ClaimedLayers>& claims) {
  if (!(meaning.trained || meaning.added) || array.shape.empty()) return {};
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
    const bool offsets = layers.encoding && std::holds_alternative<Swin>(*layers.encoding);
    if (meaning.trained != (buckets || offsets) || (meaning.part == Part::index) != offsets)
      continue;
    const std::int64_t wanted = known->rows - (gguf ? known->before : 0);
    const auto is = [](std::uint64_t found, std::int64_t said) {
      return found == static_cast<std::uint64_t>(said);
    };
    TrainedComparison found{.claim = claim};
    FieldNames differ;
    if (!is(rows, wanted)) differ.emplace_back(kRows);
    if (known->columns != 0 && !is(columns, known->columns)) differ.emplace_back(kColumns);
    if (differ.empty()) return found;
    for (const ConfigKey& key : layers.from)
      if (decides(key, differ)) found.keys.push_back(key);
    const std::string width =
        known->columns == 0 ? "" : fmt::format(" of {} columns", known->columns);
    found.wrong = buckets
                      ? fmt::format("has {} buckets for {} heads; {} says {} buckets for {} heads",
                                    rows, columns, claim.source->path, known->rows, known->columns)
                      : fmt::format("has {} rows of {} columns; {} says {}{} ({})", rows, columns,
                                    claim.source->path, wanted, width, layers.words);
    return found;
  }
  return {};
}

}  // namespace sextant::audit
