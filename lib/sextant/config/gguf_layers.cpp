#include "sextant/config/gguf_layers.hpp"

#include <numeric>

#include "sextant/config/config_layers.hpp"
#include "sextant/config/deciding.hpp"

namespace sextant {
namespace {

constexpr int kMostLayers = 4096;  // llama.cpp has 512

/// One kind for all layers.
std::vector<GgufLayers> of_all(int count) {
  GgufLayers all;
  all.numbers.resize(static_cast<std::size_t>(count));
  std::iota(all.numbers.begin(), all.numbers.end(), 0);
  return {std::move(all)};
}

/// Two kinds of layers: the last of each `step` layers, or the first, has no positions.
std::vector<GgufLayers> by_step(int layers, int step, bool first) {
  GgufLayers most{.kind = kWithRotation};
  GgufLayers one{.kind = kNoRotation, .rotary = false};
  for (int i = 0; i < layers; ++i)
    (i % step == (first ? 0 : step - 1) ? one : most).numbers.push_back(i);
  return {std::move(most), std::move(one)};
}

bool has_window(GgufKeys& keys) {
  const auto window = keys.numbers("attention.sliding_window");
  return window && !window->empty() && window->front() > 0;
}

/// Whether layers with a window have other positions than the others.
bool windows_differ(const GgufKeys& keys, const GgufArchitecture& architecture) {
  return architecture.own_local_base || architecture.unscaled_windows ||
         architecture.rope_in_windows_only || keys.has("rope.freq_base_swa") ||
         keys.has("rope.dimension_count_swa");
}

/// The number of layers, without the draft layers that block_count includes; 0 if it is missing.
int layer_count(GgufKeys& keys) {
  const Deciding scope(keys, {kLayerCount});
  const int blocks = keys.count("block_count", kMostLayers).value_or(0);
  const int drafts = keys.count("nextn_predict_layers", kMostLayers).value_or(0);
  return drafts < blocks ? blocks - drafts : blocks;
}

/// Adds the numbers of the layers to both kinds, by the pattern of the file or else of llama.cpp's
/// source.  Adds none if there is no pattern.
void number_layers(GgufKeys& keys, int period, int count, GgufLayers& full, GgufLayers& sliding) {
  const auto pattern = keys.numbers("attention.sliding_window_pattern");
  if (pattern && pattern->size() == 1 && period > 0) {
    const Rational& given = pattern->front();
    period = is_integer(given) && given > 0 && given <= kMostLayers ? static_cast<int>(given) : 0;
  } else if (pattern) {
    // More entries than layers are those of draft layers.
    const bool whole = pattern->size() >= static_cast<std::size_t>(count);
    for (int i = 0; whole && i < count; ++i)
      ((*pattern)[static_cast<std::size_t>(i)] != 0 ? sliding : full).numbers.push_back(i);
    return;
  }
  for (int i = 0; period > 0 && i < count; ++i)
    ((i + 1) % period == 0 ? full : sliding).numbers.push_back(i);
}

/// DeepSeek-V4: the layers whose ratio is 0, and the others.  If there are more ratios than layers,
/// the last ones belong to draft layers.
std::vector<GgufLayers> by_ratio(GgufKeys& keys, int count) {
  const auto ratios = keys.numbers(kCompressRatios);
  if (!ratios) keys.fail(kCompressRatios, "is missing: which layers have compressed keys?");
  if (ratios->size() < static_cast<std::size_t>(count))
    keys.fail(kCompressRatios, "has fewer numbers than the model has layers");
  if (std::any_of(ratios->begin(), ratios->end(),
                  [](const Rational& r) { return r < 0 || !is_integer(r); }))
    keys.fail(kCompressRatios, "has a number that is no ratio of lengths");
  GgufLayers plain{.kind = kMainLayers};
  GgufLayers compressed{.kind = kCompressedLayers, .compressed = true};
  for (int i = 0; i < count; ++i)
    ((*ratios)[static_cast<std::size_t>(i)] == 0 ? plain : compressed).numbers.push_back(i);
  std::vector<GgufLayers> found = {std::move(plain), std::move(compressed)};
  if (count > 0) std::erase_if(found, [](const GgufLayers& one) { return one.numbers.empty(); });
  return found;
}

}  // namespace

std::vector<GgufLayers> read_gguf_layers(GgufKeys& keys, const GgufArchitecture& architecture) {
  const int count = layer_count(keys);
  const Deciding scope(keys, {kLayers, kPositions});
  if (architecture.compresses) return by_ratio(keys, count);
  if (architecture.rope_step > 0) {
    // llama.cpp rotates every layer of llama4 if there is a window of 0.
    const bool given = keys.has("attention.sliding_window") || architecture.first_of_step;
    if (given && !has_window(keys)) return of_all(count);
    return by_step(count, architecture.rope_step, architecture.first_of_step);
  }
  if (!windows_differ(keys, architecture) || !has_window(keys)) return of_all(count);
  GgufLayers full{.kind = "full_attention", .rotary = !architecture.rope_in_windows_only};
  GgufLayers sliding{.kind = "sliding_attention", .windowed = true};
  number_layers(keys, architecture.period, count, full, sliding);
  return {std::move(full), std::move(sliding)};
}

}  // namespace sextant
