#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/approximate_rotation.hpp"
#include "sextant/audit/deciding_keys.hpp"
#include "sextant/audit/source.hpp"

namespace sextant::audit {

/// Two sources that say different things about the same layers.
struct ModelDisagreement {
  std::string layers;  ///< kind of the layers; empty: all
  std::string what;    ///< `base`, `scaling`, `rotated channels`, `amplitude`, `pairing`, …
  /// Both values in words: `20 channels against 80`, or the reason; may be empty.
  std::string words;
  std::vector<Side> between = {};
  std::optional<Deviation> at = {};  ///< only of base, scaling and amplitude
};

/// Compares what two sources say about layers of the same kind.  Empty if they agree, or if one of
/// them is unknown.  Numbers of two configurations must be equal.  Those of a GGUF may differ
/// by what float32 explains: audit.md, (1) and (2).
std::vector<ModelDisagreement> disagreements(const LayerEncoding& claim,
                                             const ModelSource& of_claim,
                                             const LayerEncoding& other,
                                             const ModelSource& of_other);

/// The disagreement of two sources whose language models have different numbers of layers.  nullopt
/// if they have the same, or if one of them does not say.
std::optional<ModelDisagreement> disagreement_of_layer_counts(const ModelSource& claim,
                                                              const ModelSource& other);

/// A warning if two sources give layers of one kind contexts of different lengths; else empty.
/// Empty also for trained tables, whose rows are compared instead.
std::string warning_of_contexts(const LayerEncoding& claim, const ModelSource& of_claim,
                                const LayerEncoding& other, const ModelSource& of_other);

/// The nodes of an ONNX graph that rotate otherwise than the encoding says: each difference once.
/// Empty if the claim is not rotary.
std::vector<ModelDisagreement> disagreements_of_nodes(const LayerEncoding& claim,
                                                      const ModelSource& of_claim,
                                                      const ModelSource& graph);

}  // namespace sextant::audit
