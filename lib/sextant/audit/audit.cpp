#include "sextant/audit/audit.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sextant/audit/alternative_encodings.hpp"
#include "sextant/audit/refuted_keys.hpp"
#include "sextant/audit/short_text.hpp"
#include "sextant/audit/stored_tensors.hpp"
#include "sextant/config/config_layers.hpp"
#include "sextant/config/layer_schedule.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant::audit {
namespace {

bool same_name(const LayerEncoding& x, const LayerEncoding& y) {
  return x.layers == y.layers || x.layers.empty() || y.layers.empty();
}

bool share_a_layer(const LayerEncoding& x, const LayerEncoding& y) {
  return std::find_first_of(x.numbers.begin(), x.numbers.end(), y.numbers.begin(),
                            y.numbers.end()) != x.numbers.end();
}

/// Whether `layers` have no attention (Mamba, convolution, …) and `all` is for all layers: its
/// source, such as a GGUF, does not mention layers without attention.  Layers of NoPE have it.
bool skips(const LayerEncoding& layers, const LayerEncoding& all) {
  const bool attends = layers.layers == kNoRotation || layers.layers == kFullAttention;
  return layers.positions == LayerPositions::absent && !layers.layers.empty() && !attends &&
         all.layers.empty() && all.positions == LayerPositions::computed;
}

/// The pairs of encodings, one of each source, that are about the same layers: by the names of
/// their kinds, or by the numbers of the layers if the other source has no kind of this name.
std::vector<std::pair<const LayerEncoding*, const LayerEncoding*>> same_layers(
    const std::vector<LayerEncoding>& mine, const std::vector<LayerEncoding>& theirs) {
  std::vector<std::pair<const LayerEncoding*, const LayerEncoding*>> pairs;
  for (const LayerEncoding& x : mine) {
    const bool named = std::any_of(theirs.begin(), theirs.end(),
                                   [&](const LayerEncoding& y) { return same_name(x, y); });
    for (const LayerEncoding& y : theirs)
      if ((named ? same_name(x, y) : share_a_layer(x, y)) && !skips(x, y) && !skips(y, x))
        pairs.emplace_back(&x, &y);
  }
  return pairs;
}

/// Collects the warnings.  Leaves out defaults of a source that agrees with the claiming one.
void add_warnings(Audit& result) {
  for (std::size_t i = 0; i < result.sources.size(); ++i) {
    const ModelSource& source = result.sources[i];
    const bool confirmed = i != result.claiming &&
                           std::none_of(result.disagreements.begin(), result.disagreements.end(),
                                        [&](const ModelDisagreement& one) {
                                          return one.between.back().path == source.path;
                                        });
    const auto add = [&](const std::vector<std::string>& some) {
      for (const std::string& warning : some) {
        std::string text = source.path + ": " + warning;
        const auto& all = result.warnings;
        if (std::find(all.begin(), all.end(), text) == all.end())
          result.warnings.push_back(std::move(text));
      }
    };
    for (const LayerEncoding& layers : source.encodings) {
      add(layers.warnings);
      if (!confirmed) add(layers.defaults);
    }
  }
  for (const StoredVerdict& one : result.stored) {
    if (one.outcome == StoredOutcome::passes && one.identified)
      result.warnings.push_back(fmt::format("{} {}: identified as {}, not checked: no file says it",
                                            one.path, one.tensor, shortened(one.claim)));
  }
}

/// Adds a warning if nodes Cos and Sin of an ONNX graph compute with constants that were not
/// judged, or if nothing in such a graph was judged.
void warn_of_angles(Audit& result, const ModelSource& source, const std::set<std::string>& judged) {
  if (source.angles.empty()) return;
  const bool any = std::any_of(judged.begin(), judged.end(), [&](const std::string& one) {
    return one.starts_with(source.path + " ");
  });
  std::set<std::string> used;
  for (const OnnxAngles& node : source.angles) used.insert(node.from.begin(), node.from.end());
  std::string open;
  for (const CheckpointArray& at : source.arrays) {
    const std::string name = at.array.name.value_or("");
    if (used.contains(name) && may_be_table(at.array, false) &&
        !judged.contains(at.path + " " + name))
      open += (open.empty() ? "" : ", ") + in_quotes(name, 60);
  }
  if (open.empty() && any) return;
  result.warnings.push_back(
      source.path + ": its nodes Cos and Sin compute from " +
      (open.empty() ? "values" : "the constants " + shortened(open)) +
      " that were not judged; judge the tables that they compute with sextant verify");
}

/// Adds a warning if tensors were not judged although their names mention rotations.
void warn_of_unread(Audit& result, const ModelSource& source) {
  std::set<std::string> judged;  // path and tensor
  for (const StoredVerdict& one : result.stored) {
    judged.insert(one.path + " " + one.tensor);
    for (const NamedTensor& same : one.same) judged.insert(same.path + " " + same.tensor);
  }
  warn_of_angles(result, source, judged);
  std::string first;
  std::size_t others = 0;
  for (const CheckpointArray& at : source.arrays) {
    const std::string name = at.array.name.value_or("");
    if (!speaks_of_rotation(name) || !at.array.unreadable.empty() ||
        !may_be_table(at.array, false) || judged.contains(at.path + " " + name))
      continue;
    if (first.empty())
      first = fmt::format("{} {}", at.path, name);
    else
      ++others;
  }
  if (first.empty()) return;
  const std::string more = others == 0 ? "" : fmt::format(" (and {} more)", others);
  result.warnings.push_back(first + more +
                            ": not judged: its name speaks of rotation, but does not say what it "
                            "holds; judge it with sextant verify --tensor");
}

/// Compares the encodings of the claiming source with those of every other source.
void compare_sources(Audit& result) {
  const ModelSource& claiming = result.sources[result.claiming];
  for (const ModelSource& other : result.sources) {
    if (&other == &claiming) continue;
    if (auto count = disagreement_of_layer_counts(claiming, other))
      result.disagreements.push_back(*std::move(count));
    for (const auto& [mine, theirs] : same_layers(claiming.encodings, other.encodings)) {
      for (ModelDisagreement& one : disagreements(*mine, claiming, *theirs, other))
        result.disagreements.push_back(std::move(one));
      std::string warning = warning_of_contexts(*mine, claiming, *theirs, other);
      auto& all = result.warnings;
      if (!warning.empty() && std::find(all.begin(), all.end(), warning) == all.end())
        all.push_back(std::move(warning));
    }
    for (const LayerEncoding& layers : claiming.encodings)
      for (ModelDisagreement& one : disagreements_of_nodes(layers, claiming, other))
        result.disagreements.push_back(std::move(one));
  }
}

/// Adds a note if the folder `path` has a subfolder `original` with Meta's params.json: it is not
/// read.
void note_original(Audit& result, const std::string& path) {
  const std::filesystem::path original = std::filesystem::path(path) / "original";
  std::error_code ignored;
  if (!std::filesystem::exists(original / "params.json", ignored)) return;
  result.originals.push_back(
      fmt::format("the folder {0} is not read; to check it: sextant check {0} --against {1}",
                  original.string(), path));
}

/// Adds how to judge tables of images and films: the grid of their tokens is not in a config.
void add_notes_on_grids(const ModelSource& source, std::vector<std::string>& notes) {
  for (const LayerEncoding& layers : source.encodings) {
    if (!layers.axial) continue;
    const bool one = source.encodings.size() == 1;
    const bool film = layers.axial->axes.size() > 2;
    const bool plane = layers.axial->grid.height == 0;
    notes.push_back(
        fmt::format("to judge a table: sextant verify TABLE --part cos --config {}{}{}{}",
                    source.path, one ? "" : " --layer-type " + layers.layers,
                    plane ? " --height H --width W" : "", film || !plane ? " --frames N" : ""));
    notes.insert(notes.end(), layers.remarks.begin(), layers.remarks.end());
  }
}

/// Sets the length of sequences, on which some scalings depend.  What a model in memory computes is
/// judged for the positions of each call.
void set_length(ModelSource& source, const std::optional<Position>& length) {
  if (!length || source.kind == SourceKind::memory) return;
  for (LayerEncoding& layers : source.encodings) {
    if (!layers.encoding) continue;
    if (auto* rotary = std::get_if<Rotary>(&*layers.encoding))
      rotary->context.length = to_rational(*length);
  }
}

}  // namespace

const std::vector<LayerEncoding>& Audit::encodings() const {
  return sources.at(claiming).encodings;
}

bool Audit::wrong() const {
  const auto fails = [](const StoredVerdict& one) { return one.outcome == StoredOutcome::fails; };
  return !disagreements.empty() || std::any_of(stored.begin(), stored.end(), fails) ||
         (strict && !warnings.empty());
}

bool Audit::not_judged() const {
  const auto open = [](const StoredVerdict& one) {
    return one.outcome == StoredOutcome::not_judged;
  };
  const auto unknown = [](const LayerEncoding& layers) {
    return layers.positions == LayerPositions::unknown;
  };
  return std::any_of(stored.begin(), stored.end(), open) ||
         std::any_of(sources.begin(), sources.end(), [&](const ModelSource& source) {
           return std::any_of(source.encodings.begin(), source.encodings.end(), unknown);
         });
}

std::string Audit::why_not_judged() const {
  for (const StoredVerdict& one : stored)
    if (one.outcome == StoredOutcome::not_judged)
      return one.why.find(one.path) != std::string::npos
                 ? one.why
                 : fmt::format("{} {}: {}", in_quotes(one.path), in_quotes(one.tensor, 60),
                               one.why);
  for (const ModelSource& source : sources)
    for (const LayerEncoding& layers : source.encodings)
      if (layers.positions == LayerPositions::unknown)
        return in_quotes(source.path) + ": " + layers.words;
  return {};
}

std::vector<std::string> Audit::notes() const {
  std::vector<std::string> notes;
  const auto& all = encodings();
  const bool learned = std::any_of(all.begin(), all.end(), [](const LayerEncoding& layers) {
    return layers.positions == LayerPositions::learned;
  });
  if (learned)
    notes.emplace_back("a learned table has no formula: only its shape is judged");
  else if (stored.empty())
    notes.emplace_back(sources.size() > 1 ? "nothing is stored: no tensor holds positions"
                                          : "nothing is stored, and there is nothing to compare "
                                            "with");
  const auto unsearched = std::count_if(stored.begin(), stored.end(), [](const StoredVerdict& one) {
    return one.outcome == StoredOutcome::fails && one.verdict && one.verdict->ended_early;
  });
  if (unsearched > 0)
    notes.push_back(fmt::format(
        "no faults were searched in {} stored tables that fail, because many fail: judge one with "
        "sextant verify --tensor",
        unsearched));
  notes.insert(notes.end(), originals.begin(), originals.end());
  add_notes_on_grids(sources.at(claiming), notes);
  for (const std::string& other : sources.at(claiming).others) notes.push_back(other);
  for (const ModelSource& source : sources)
    if (!source.unread.empty())
      notes.push_back("the file " + source.unread +
                      " is not read: the weights are read from a file of another kind");
  if (disagreements.empty()) return notes;
  const auto has = [&](SourceKind kind) {
    return std::any_of(sources.begin(), sources.end(),
                       [&](const ModelSource& source) { return source.kind == kind; });
  };
  if (has(SourceKind::gguf)) notes.emplace_back("llama.cpp computes what the GGUF says");
  if (has(SourceKind::onnx)) notes.emplace_back("an ONNX runtime reads the stored tables");
  return notes;
}

int Audit::status() const {
  if (wrong()) return 1;
  return not_judged() ? 2 : 0;
}

Audit audit(const Request& request) {
  Audit result{.sources = request.in_memory, .strict = request.limits.strict};
  for (const std::string& path : request.paths)
    for (ModelSource& source : sources_of(path)) result.sources.push_back(std::move(source));
  const std::size_t own = result.sources.size();
  for (const std::string& path : request.paths) note_original(result, path);
  if (request.against)
    for (ModelSource& source : sources_of(*request.against))
      result.sources.push_back(std::move(source));
  for (ModelSource& source : result.sources) set_length(source, request.sequence_length);
  const auto begin = result.sources.begin();
  const auto says = [](const ModelSource& source) { return !source.encodings.empty(); };
  const auto first = request.against ? begin + static_cast<std::ptrdiff_t>(own) : begin;
  const auto claiming = std::find_if(first, result.sources.end(), says);
  if (claiming != result.sources.end())
    result.claiming = static_cast<std::size_t>(claiming - begin);
  else if (request.against)
    throw Error("--against " + in_quotes(*request.against) + ": says nothing about positions");
  const StoredOptions options{request.sequence_length, request.limits};
  choose_alternatives(result.sources, result.claiming, own, options, request.progress);
  compare_sources(result);
  const ModelSource& claim = result.sources[result.claiming];
  std::vector<ClaimedLayers> claims;
  for (const LayerEncoding& layers : claim.encodings) claims.push_back({&layers, &claim});
  for (std::size_t i = 0; i < own; ++i)
    for (StoredVerdict& one : judge_stored(result.sources[i], claims, options, request.progress))
      result.stored.push_back(std::move(one));
  drop_refuted_keys(result.stored, claim);
  add_warnings(result);
  for (std::size_t i = 0; i < own; ++i) warn_of_unread(result, result.sources[i]);
  return result;
}

}  // namespace sextant::audit
