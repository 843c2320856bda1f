#pragma once

#include <optional>
#include <vector>

#include "sextant/audit/source.hpp"
#include "sextant/audit/tensor_name.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant::audit {

/// An encoding that tensors are judged by, and the source that says it.  Neither is nullptr.
struct ClaimedLayers {
  const LayerEncoding* encoding = nullptr;
  const ModelSource* source = nullptr;
};

/// The number of rotated channels of the first rotary claim; 0 if there is none.
int rotated_channels(const std::vector<ClaimedLayers>& claims);

/// The encoding of layers that has a part: their query scale for that part, else the encoding of
/// their positions.  nullopt if there is none, or if it does not have the part.
std::optional<Encoding> encoding_with(const LayerEncoding& layers, Part part);

/// Whether an encoding has this part.
bool has_part(const Encoding& encoding, Part part);

/// The claim that layers do not rotate, if the name of a rotary tensor says that it is for them.
/// nullptr if there is no such claim, or the tensor is not rotary.
const LayerEncoding* claim_without_rotation(const TensorMeaning& meaning,
                                            const std::vector<ClaimedLayers>& claims);

/// The claims that have the part of a tensor of `source`, and are for the layers that its name
/// says.  If there are none: all claims with the part, except those for the kinds in
/// `meaning.not_layers`; if none is left, all claims with the part.  Empty for tensors of the parts
/// of a model that are for images or sound.
std::vector<ClaimedLayers> claims_for(const TensorMeaning& meaning, const ModelSource& source,
                                      const std::vector<ClaimedLayers>& claims);

/// The encoding of a claim, for the length of sequences that the tensor's name says, or else for
/// `sequence_length`.  The claim must have an encoding with the tensor's part.
Encoding encoding_for(const ClaimedLayers& claim, const TensorMeaning& meaning,
                      const std::optional<Position>& sequence_length);

/// Whether a table of this shape can be this part of the encoding.  Cosines and sines may be
/// repeated in twice as many columns.
bool width_fits(const Encoding& encoding, Part part, const Table& table);

}  // namespace sextant::audit
