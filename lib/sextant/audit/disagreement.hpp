#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/approximate_rotation.hpp"
#include "sextant/audit/source.hpp"

namespace sextant::audit {

/// One side of a disagreement: a key of a file, or a tensor or node of it, and its value.
struct Side {
  std::string path;
  std::string key = {};     ///< empty for a tensor or a node, and if no key is known
  std::string tensor = {};  ///< name of a tensor or node; empty for a key
  /// As written; `default` if the key is missing; `no key says it` if no key is known.
  std::string value = {};
};

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

/// The nodes of an ONNX graph that rotate otherwise than the encoding says: each difference once.
/// Empty if the claim is not rotary.
std::vector<ModelDisagreement> disagreements_of_nodes(const LayerEncoding& claim,
                                                      const ModelSource& of_claim,
                                                      const ModelSource& graph);

}  // namespace sextant::audit
