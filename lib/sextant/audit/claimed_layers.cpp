#include "sextant/audit/claimed_layers.hpp"

#include <algorithm>

namespace sextant::audit {
namespace {

bool among(const auto& all, const auto& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Whether the name of a tensor says that it is for these layers.
bool are_named(const LayerEncoding& layers, const TensorMeaning& meaning) {
  return (meaning.layer && among(layers.numbers, *meaning.layer)) ||
         (!meaning.layers.empty() && layers.layers == meaning.layers);
}

}  // namespace

int rotated_channels(const std::vector<ClaimedLayers>& claims) {
  for (const ClaimedLayers& claim : claims) {
    const auto& encoding = claim.encoding->encoding;
    if (!encoding) continue;
    if (const auto* rotary = std::get_if<Rotary>(&*encoding)) return rotary->dim;
  }
  return 0;
}

bool has_part(const Encoding& encoding, Part part) { return among(parts(encoding), part); }

std::optional<Encoding> encoding_with(const LayerEncoding& layers, Part part) {
  if (part == Part::query_scale) {
    if (!layers.query_scale) return std::nullopt;
    return Encoding(*layers.query_scale);
  }
  if (!layers.encoding || !has_part(*layers.encoding, part)) return std::nullopt;
  return layers.encoding;
}

const LayerEncoding* claim_without_rotation(const TensorMeaning& meaning,
                                            const std::vector<ClaimedLayers>& claims) {
  if (meaning.other_tower || meaning.absolute || !has_part(Rotary{}, meaning.part)) return nullptr;
  for (const ClaimedLayers& claim : claims)
    if (claim.encoding->positions == LayerPositions::absent && are_named(*claim.encoding, meaning))
      return claim.encoding;
  return nullptr;
}

std::vector<ClaimedLayers> claims_for(const TensorMeaning& meaning, const ModelSource& source,
                                      const std::vector<ClaimedLayers>& claims) {
  std::vector<ClaimedLayers> fitting, named, others;
  if (meaning.other_tower) return fitting;  // configurations describe the language model
  for (const ClaimedLayers& claim : claims) {
    const LayerEncoding& layers = *claim.encoding;
    const auto encoding = encoding_with(layers, meaning.part);
    if (!encoding) continue;
    // The encoding of a GGUF was made from its divisors, so comparing both would prove nothing.
    if (meaning.part == Part::divisors && claim.source == &source) continue;
    if (meaning.absolute && !std::holds_alternative<Sinusoidal>(*encoding)) continue;
    fitting.push_back(claim);
    if (are_named(layers, meaning)) named.push_back(claim);
    if (!among(meaning.not_layers, layers.layers)) others.push_back(claim);
  }
  if (!named.empty()) return named;
  return others.empty() ? fitting : others;
}

Encoding encoding_for(const ClaimedLayers& claim, const TensorMeaning& meaning,
                      const std::optional<Position>& sequence_length) {
  Encoding encoding = encoding_with(*claim.encoding, meaning.part).value();
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
  // A table of one column has one axis.
  if (width == 1 && table.shape().size() == 1 && !one_row(part)) return true;
  return fits(table.columns()) || (table.shape().size() > 1 && fits(table.rows()));
}

}  // namespace sextant::audit
