#include "sextant/audit/meaningful_tensor.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace sextant::audit {
namespace {

bool among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The number of entries of an array with one axis that is longer than 1; 0 if it has others.
std::uint64_t pairs_of(const StoredArray& array) {
  std::uint64_t pairs = 1;
  for (const std::uint64_t length : array.shape) {
    if (length != 1 && pairs != 1) return 0;
    pairs *= length;
  }
  return pairs > 1 ? pairs : 0;
}

/// The meaning by the tensor's name, or as the nodes that rotate use it.
std::optional<TensorMeaning> meaning_in_graph(const ModelSource& source, const StoredArray& array,
                                              int dim) {
  const std::string name = array.name.value_or("");
  std::vector<std::uint64_t> shape = array.shape;
  if (is_complex(array)) shape.push_back(2);
  auto meaning = meaning_of(name, shape, dim);
  if (meaning && is_complex(array)) meaning->shape = array.shape;
  for (const OnnxRotary& node : source.rotaries) {
    for (const auto& [arrays, part] :
         {std::pair{&node.cos_arrays, Part::cos}, std::pair{&node.sin_arrays, Part::sin}}) {
      if (!among(name, *arrays)) continue;
      if (!meaning) meaning = TensorMeaning{.shape = array.shape};
      meaning->part = part;
      if (among(name, node.if_greater)) meaning->length = SequenceLength::beyond_original;
      if (among(name, node.if_not_greater)) meaning->length = SequenceLength::within_original;
      return meaning;
    }
  }
  if (!meaning && among(name, source.frequencies) && dim > 0 &&
      pairs_of(array) * 2 == static_cast<std::uint64_t>(dim))
    meaning = TensorMeaning{.part = Part::inv_freq, .shape = {pairs_of(array)}};
  return meaning;
}

/// The meaning of a tensor in memory: as the program says, else as its name does.
std::optional<TensorMeaning> meaning_in_memory(const ModelSource& source, const MemoryTensor& one,
                                               int dim) {
  std::optional<TensorMeaning> meaning;
  if (one.part) {
    meaning = TensorMeaning{.part = *one.part,
                            .shape = one.array.shape,
                            .layers = layers_of_name(one.array.name.value_or(""))};
    if (*one.part == Part::pairs && meaning->shape.size() == 3)
      meaning->shape = {meaning->shape[0], meaning->shape[1] * meaning->shape[2]};
  } else {
    meaning = meaning_in_graph(source, one.array, dim);
  }
  if (meaning && !one.layers.empty()) meaning->layers = one.layers;
  if (meaning && one.constant) meaning->trainable = false;
  return meaning;
}

/// If some tensors with one stem name a kind of layers, the others with this stem are for other
/// kinds.
void exclude_named_layers(std::vector<MeaningfulTensor>& tensors) {
  std::map<std::string, std::vector<std::string>> kinds;  // by the stem of names
  for (const MeaningfulTensor& one : tensors)
    if (!one.meaning.layers.empty() && !one.meaning.stem.empty())
      kinds[one.meaning.stem].push_back(one.meaning.layers);
  for (MeaningfulTensor& one : tensors) {
    const auto others = kinds.find(one.meaning.stem);
    if (one.meaning.layers.empty() && others != kinds.end())
      one.meaning.not_layers = others->second;
  }
}

}  // namespace

std::vector<MeaningfulTensor> meaningful_tensors(const ModelSource& source, int dim) {
  std::vector<MeaningfulTensor> found;
  for (const CheckpointArray& one : source.arrays)
    if (auto meaning = meaning_in_graph(source, one.array, dim))
      found.push_back({.at = one, .meaning = *std::move(meaning)});
  for (const MemoryTensor& one : source.in_memory) {
    if (!one.why.empty()) continue;
    if (auto meaning = meaning_in_memory(source, one, dim))
      found.push_back({.at = {one.array, source.path},
                       .meaning = *std::move(meaning),
                       .positions = one.positions,
                       .in_memory = true,
                       .padding = one.padding});
  }
  exclude_named_layers(found);
  return found;
}

}  // namespace sextant::audit
