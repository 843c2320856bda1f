#include "sextant/audit/claimed_layers.hpp"

#include <algorithm>

namespace sextant::audit {

int rotated_channels(const std::vector<ClaimedLayers>& claims) {
  for (const ClaimedLayers& claim : claims) {
    const auto& encoding = claim.encoding->encoding;
    if (!encoding) continue;
    if (const auto* rotary = std::get_if<Rotary>(&*encoding)) return rotary->dim;
  }
  return 0;
}

bool has_part(const Encoding& encoding, Part part) {
  const auto all = parts(encoding);
  return std::find(all.begin(), all.end(), part) != all.end();
}

std::vector<ClaimedLayers> claims_for(const TensorMeaning& meaning, const ModelSource& source,
                                      const std::vector<ClaimedLayers>& claims) {
  std::vector<ClaimedLayers> fitting, named;
  if (meaning.other_tower) return fitting;  // configurations describe the language model
  for (const ClaimedLayers& claim : claims) {
    const LayerEncoding& layers = *claim.encoding;
    if (!layers.encoding || !has_part(*layers.encoding, meaning.part)) continue;
    // The encoding of a GGUF was made from its divisors, so comparing both would prove nothing.
    if (meaning.part == Part::divisors && claim.source == &source) continue;
    if (meaning.absolute && !std::holds_alternative<Sinusoidal>(*layers.encoding)) continue;
    fitting.push_back(claim);
    const auto& numbers = layers.numbers;
    const bool of_number =
        meaning.layer && std::find(numbers.begin(), numbers.end(), *meaning.layer) != numbers.end();
    const bool of_kind = !meaning.layers.empty() && layers.layers == meaning.layers;
    if (of_number || of_kind) named.push_back(claim);
  }
  return named.empty() ? fitting : named;
}

Encoding encoding_for(const ClaimedLayers& claim, const TensorMeaning& meaning,
                      const std::optional<Position>& sequence_length) {
  Encoding encoding = *claim.encoding->encoding;
  auto* rotary = std::get_if<Rotary>(&encoding);
  if (rotary == nullptr) return encoding;
  Context& context = rotary->context;
  if (meaning.length == SequenceLength::within_original) {
    context.length = context.original;
  } else if (meaning.length == SequenceLength::beyond_original) {
    const Rational all = claim.encoding->context ? to_rational(*claim.encoding->context) : 0;
    context.length = std::max(all, Rational(context.original + 1));
  } else if (sequence_length) {
    context.length = to_rational(*sequence_length);
  }
  return encoding;
}

bool width_fits(const Encoding& encoding, Part part, const Table& table) {
  const std::uint64_t width = chart(encoding, part).width();
  const bool repeatable = part == Part::cos || part == Part::sin;
  const auto fits = [&](std::uint64_t columns) {
    return columns == width || (repeatable && columns == 2 * width);
  };
  return fits(table.columns()) || (table.shape().size() > 1 && fits(table.rows()));
}

}  // namespace sextant::audit
