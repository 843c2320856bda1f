#include "sextant/audit/alternative_encodings.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "sextant/audit/short_text.hpp"
#include "sextant/audit/stored_tensors.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::audit {
namespace {

void choose(LayerEncoding& layers, Encoding encoding) {
  layers.positions = LayerPositions::computed;
  layers.encoding = std::move(encoding);
  layers.alternatives.clear();
  layers.words.clear();
}

/// Chooses by the stored tables of these sources.
class ByTables {
 public:
  ByTables(const ModelSource& claiming, std::span<const ModelSource> own,
           const StoredOptions& options, const verify::Progress& progress)
      : claiming_(claiming),
        own_(own),
        options_{.sequence_length = options.sequence_length},
        progress_(progress) {}

  void choose_for(LayerEncoding& layers) const {
    for (const Encoding& one : layers.alternatives) {
      if (!some_table_is_right(layers, one)) continue;
      layers.warnings.push_back(layers.words + ": read as " + shortened(to_text(one)) +
                                ", by which a stored table is right");
      return choose(layers, one);
    }
    Encoding first = layers.alternatives.front();
    Encoding unscaled = first;
    if (auto* rotary = std::get_if<Rotary>(&unscaled)) rotary->context = {};
    if (some_table_is_right(layers, unscaled)) return choose(layers, std::move(first));
    layers.words +=
        "; no stored table has one of these factors: give the configuration that is "
        "right with --against";
  }

 private:
  bool some_table_is_right(LayerEncoding layers, const Encoding& encoding) const {
    choose(layers, encoding);
    const std::vector<ClaimedLayers> claims = {{&layers, &claiming_}};
    return std::any_of(own_.begin(), own_.end(), [&](const ModelSource& source) {
      const auto stored = judge_stored(source, claims, options_, progress_);
      return std::any_of(stored.begin(), stored.end(), [](const StoredVerdict& one) {
        return one.outcome == StoredOutcome::passes && one.verdict && !one.identified;
      });
    });
  }

  const ModelSource& claiming_;
  std::span<const ModelSource> own_;
  StoredOptions options_;  ///< without limits: they do not decide what a table is
  const verify::Progress& progress_;
};

/// Chooses by what the claiming source says.
void choose_by_claim(LayerEncoding& layers, const ModelSource& claiming) {
  Encoding chosen = layers.alternatives.front();
  auto* mine = std::get_if<Rotary>(&chosen);
  for (const LayerEncoding& claim : claiming.encodings) {
    const auto* theirs = claim.encoding ? std::get_if<Rotary>(&*claim.encoding) : nullptr;
    if (mine != nullptr && theirs != nullptr && theirs->context.scaling == mine->context.scaling) {
      mine->context = theirs->context;
      break;
    }
  }
  choose(layers, std::move(chosen));
}

}  // namespace

void choose_alternatives(std::vector<ModelSource>& sources, std::size_t claiming, std::size_t own,
                         const StoredOptions& options, const verify::Progress& progress) {
  if (claiming >= sources.size()) return;
  ModelSource& claim = sources[claiming];
  const ByTables by_tables(claim, std::span(sources).first(own), options, progress);
  for (LayerEncoding& layers : claim.encodings)
    if (!layers.alternatives.empty()) by_tables.choose_for(layers);
  for (ModelSource& source : sources)
    for (LayerEncoding& layers : source.encodings)
      if (&source != &claim && !layers.alternatives.empty()) choose_by_claim(layers, claim);
}

}  // namespace sextant::audit
