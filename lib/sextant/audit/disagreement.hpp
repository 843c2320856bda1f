#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/source.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant::audit {

/// One side of a disagreement: a key of a file, or a tensor or node of it, and its value.
struct Side {
  std::string path;
  std::string key = {};     ///< empty if it is a tensor or a node
  std::string tensor = {};  ///< empty if it is a key
  std::string value = {};   ///< as written; `default` if the key is missing
};

/// How far two encodings are apart at the last position of the context.
struct Deviation {
  Position position = 0;
  double phase = 0;          ///< largest difference of an angle, in radians
  double positions_off = 0;  ///< the same for that pair, in positions
  double cosine = 0;         ///< largest difference of a cosine, with its amplitude
};

/// Two sources that say different things about the same layers.
struct ModelDisagreement {
  std::string layers;  ///< kind of the layers; empty: all
  std::string what;    ///< `base`, `scaling`, `rotated channels`, `amplitude`, `pairing`, …
  std::string words;   ///< both values in words: `20 channels against 80`; may be empty
  std::vector<Side> between = {};
  std::optional<Deviation> at = {};  ///< only if both rotate the same number of pairs
};

/// What two sources say about layers of the same kind, compared.  Empty if they agree.  Numbers
/// that differ by less than float32 arithmetic can explain, 2^-20 of their size, agree.
std::vector<ModelDisagreement> disagreements(const LayerEncoding& claim,
                                             const ModelSource& of_claim,
                                             const LayerEncoding& other,
                                             const ModelSource& of_other);

/// The nodes of an ONNX graph that rotate otherwise than the encoding says.
std::vector<ModelDisagreement> disagreements_of_nodes(const LayerEncoding& claim,
                                                      const ModelSource& of_claim,
                                                      const ModelSource& graph);

}  // namespace sextant::audit
