#include "sextant/audit/stored_tensors.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sextant/audit/frequency_row.hpp"
#include "sextant/audit/meaningful_tensor.hpp"
#include "sextant/audit/table_judge.hpp"
#include "sextant/audit/tensor_name.hpp"
#include "sextant/audit/trained_shape.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::audit {
namespace {

/// Tables with more numbers are not compared with others of the file.
constexpr std::uint64_t kLargestCompared = std::uint64_t{1} << 22;
/// After this number of failing tables of a source, no other table is judged.
constexpr int kMostFailing = 256;

/// A hash of all numbers of a table, like FNV-1a over 64-bit words; 0 if the table is too large.
std::uint64_t hash_of(const Table& table) {
  if (table.rows() > kLargestCompared / table.columns()) return 0;
  std::vector<std::uint64_t> bits(table.rows() * table.columns());
  table.read_rows(0, table.rows(), bits);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint64_t word : bits) hash = std::rotl((hash ^ word) * 0x100000001b3, 29);
  return hash;
}

/// Judges the tensors of one source.
class Judge {
 public:
  Judge(const ModelSource& source, const std::vector<ClaimedLayers>& claims,
        const StoredOptions& options, const verify::Progress& progress)
      : source_(source),
        claims_(claims),
        length_(options.sequence_length),
        tables_(source, claims, options, progress) {}

  std::vector<StoredVerdict> run() {
    for (const MeaningfulTensor& one : meaningful_tensors(source_, rotated_channels(claims_))) {
      auto length = one.in_memory ? std::nullopt : length_;
      if (one.positions) length = (*one.positions)[one.positions->count - 1] + 1;
      tables_.set_rows(one.positions, length, one.padding);
      take(one.at, one.meaning);
    }
    for (const MemoryTensor& one : source_.in_memory) {
      const std::string name = one.array.name.value_or("");
      if (!one.why.empty())
        add_not_judged(name, one.why);
      else if (speaks_of_rotation(name.substr(name.rfind('.') + 1)) && !is_judged(name) &&
               may_be_table(one.array, false))
        add_not_judged(name, "its name speaks of rotation, but its shape fits no part");
    }
    for (const std::string& module : source_.modules) expect_judged(module);
    for (StoredVerdict& one : found_) excuse_by_tables(one);
    return std::move(found_);
  }

 private:
  /// Hash of the numbers, dtype, shape as stored and as read, part, layers, length of sequences and
  /// first claim.
  using Key =
      std::tuple<std::uint64_t, std::string, std::vector<std::uint64_t>, std::vector<std::uint64_t>,
                 Part, std::string, SequenceLength, const LayerEncoding*>;

  void add_not_judged(const std::string& tensor, const std::string& why) {
    found_.push_back({.path = source_.path, .tensor = tensor, .why = why});
  }

  /// Whether a tensor with this name is in a verdict.
  bool is_judged(const std::string& name) const {
    return std::any_of(found_.begin(), found_.end(), [&](const StoredVerdict& one) {
      return one.tensor == name ||
             std::any_of(one.same.begin(), one.same.end(),
                         [&](const NamedTensor& same) { return same.tensor == name; });
    });
  }

  /// Adds that a module could not be judged, unless one of its tensors was.
  void expect_judged(const std::string& module) {
    const auto is_of = [&](const std::string& tensor) {
      return module.empty() || tensor.starts_with(module + ".");
    };
    for (const StoredVerdict& one : found_)
      if (is_of(one.tensor) ||
          std::any_of(one.same.begin(), one.same.end(),
                      [&](const NamedTensor& same) { return is_of(same.tensor); }))
        return;
    add_not_judged(module, (module.empty() ? source_.path : module) +
                               " holds no tensor whose meaning its name says; judge what it "
                               "computes with sextant.verify");
  }

  /// Lets frequencies of a module in memory pass if it also has tables, all of them right, although
  /// the frequencies lack the scaling or are for another length of sequences: the program divides
  /// the positions instead, or replaces the frequencies in each call.
  void excuse_by_tables(StoredVerdict& one) const {
    if (source_.kind != SourceKind::memory || one.outcome != StoredOutcome::fails ||
        !of_frequencies(one.part) || !one.verdict || one.verdict->findings.empty())
      return;
    const verify::Finding& finding = one.verdict->findings.front();
    const bool undivided = verify::has(finding.fault, verify::Trait::kNoContext);
    if (!undivided && !of_another_length(finding)) return;
    const std::string module = one.tensor.substr(0, one.tensor.rfind('.') + 1);
    bool has_tables = false;
    for (const StoredVerdict& other : found_) {
      if (!other.tensor.starts_with(module) || of_frequencies(other.part)) continue;
      if (other.outcome != StoredOutcome::passes) return;
      has_tables = true;
    }
    if (!has_tables) return;
    one.outcome = StoredOutcome::passes;
    one.why.clear();
    one.keys.clear();
    one.remark = undivided ? "without the scaling, which the tables of its module have"
                           : "for another length of sequences, unlike the tables of its module";
  }

  /// Whether a finding says only that frequencies are for another length of sequences.
  static bool of_another_length(const verify::Finding& finding) {
    if (verify::has(finding.fault, verify::Trait::kLength)) return true;
    const auto& values = finding.parameters.values();
    return verify::has(finding.fault, verify::Trait::kContextNumbers) &&
           finding.parameters.contains("seq-len") &&
           std::all_of(values.begin(), values.end(), [](const auto& one) {
             return one.first == "seq-len" || one.first == "claimed";
           });
  }

  void take(const CheckpointArray& one, TensorMeaning meaning) {
    const StoredArray& array = one.array;
    StoredVerdict result{.path = one.path,
                         .tensor = array.name.value_or(""),
                         .part = meaning.part,
                         .format = array.dtype,
                         .shape = array.shape};
    const auto of_part = claims_of_part(result.tensor);
    meaning.other_tower = meaning.other_tower || of_part;
    if (of_part || !meaning.other_tower) {
      const auto& claims = of_part ? *of_part : claims_;
      const auto trained = compare_trained_shape(array, source_, meaning, claims);
      // Whisper stores sinusoids, whose numbers are judged too.
      const bool computed =
          trained && !meaning.trained && trained->claim.encoding->encoding.has_value();
      if (trained && !(trained->wrong.empty() && computed)) return take_trained(result, *trained);
    }
    if (meaning.trained || is_learned(meaning)) return;
    StoredArray read = array;
    read.shape = meaning.shape;
    Key key;
    const bool integers = meaning.part == Part::bias || meaning.part == Part::index;
    if (array.unreadable.empty() && !may_be_table(read, integers))
      return take_no_table(result, meaning);
    try {
      Table table = table_of(read, std::nullopt, integers);
      // Numbers of float32 were computed in float32, which is enough for angles.
      if (of_frequencies(meaning.part) && table.format() == kFloat64 && table.rows() == 1)
        table = in_float32(table).value_or(table);
      if (meaning.reciprocal && increases(table)) meaning.part = result.part = Part::periods;
      const std::vector<ClaimedLayers> claims = claims_for(meaning, source_, claims_);
      const LayerEncoding* unrotated = claim_without_rotation(meaning, claims_);
      const LayerEncoding* first = unrotated != nullptr ? unrotated
                                   : claims.empty()     ? nullptr
                                                        : claims.front().encoding;
      key = {hash_of(table), array.dtype,    array.shape,    meaning.shape,
             meaning.part,   meaning.layers, meaning.length, first};
      if (is_known(one, key)) return;
      if (tables_.failing() >= kMostFailing)
        result.why = fmt::format("not judged: {} tables before it failed", kMostFailing);
      else
        tables_.judge(result, read, table, meaning, claims, unrotated);
    } catch (const Error& error) {
      result.outcome = StoredOutcome::not_judged;
      result.why = error.what();
    }
    if (result.outcome == StoredOutcome::not_judged && result.why.empty()) return;
    if (std::get<0>(key) != 0) known_.emplace(std::move(key), found_.size());
    found_.push_back(std::move(result));
  }

  /// What the configuration says about another part, such as `qformer_config`, if the name of a
  /// tensor shows that it belongs to this part.  nullopt if it belongs to none; empty if the
  /// encodings of that part are not known.
  std::optional<std::vector<ClaimedLayers>> claims_of_part(const std::string& tensor) const {
    if (claims_.empty()) return std::nullopt;
    const ModelSource& source = *claims_.front().source;  // one source makes all claims
    const std::vector<std::string> words = words_of_name(tensor);
    for (const ModelPart& part : source.parts) {
      if (!part.is_in(words)) continue;
      std::vector<ClaimedLayers> found;
      for (const LayerEncoding& layers : part.encodings) found.push_back({&layers, &source});
      return found;
    }
    return std::nullopt;
  }

  void take_trained(StoredVerdict& result, const TrainedComparison& trained) {
    const bool right = trained.wrong.empty();
    result.outcome = right ? StoredOutcome::passes : StoredOutcome::fails;
    result.layers = trained.claim.encoding->layers;
    if (right)
      result.remark = "a learned table: only its shape is judged";
    else
      result.why = trained.wrong;
    if (!right) add_keys(result, trained.keys, trained.claim);
    found_.push_back(std::move(result));
  }

  /// Adds the reason why frequencies, or a table of a rotation, cannot be judged.  Leaves out other
  /// tensors, and those of a graph, where the parameters of a node have its name.
  void take_no_table(StoredVerdict& result, const TensorMeaning& meaning) {
    const bool rotary = has_part(Rotary{}, meaning.part) && !meaning.absolute;
    if (!rotary || meaning.other_tower || source_.kind == SourceKind::onnx) return;
    const auto& shape = result.shape;
    const auto longer = std::count_if(shape.begin(), shape.end(), [](auto n) { return n > 1; });
    if (std::count(shape.begin(), shape.end(), 0) > 0) {
      result.outcome = StoredOutcome::fails;
      result.why = "holds no numbers";
    } else if (longer == 0) {
      result.outcome = StoredOutcome::fails;
      result.why = "holds one number only";
    } else {
      result.why = longer > 2 ? fmt::format("has {} axes, which are not known here", shape.size())
                              : "holds " + result.format + ", which is no type of " +
                                    std::string(name(meaning.part)) + " that is known here";
    }
    found_.push_back(std::move(result));
  }

  /// Whether the configuration says that the layers of a tensor learn their positions.
  bool is_learned(const TensorMeaning& meaning) const {
    return meaning.absolute &&
           std::any_of(claims_.begin(), claims_.end(), [&](const ClaimedLayers& claim) {
             return claim.encoding->positions == LayerPositions::learned &&
                    (claim.encoding->layers.empty() || claim.encoding->layers == meaning.layers);
           });
  }

  /// Whether a tensor with the same numbers, of the same meaning and claim, was judged before.  If
  /// so, adds the name of this tensor to that verdict.
  bool is_known(const CheckpointArray& one, const Key& key) {
    const auto at = known_.find(key);
    if (at == known_.end()) return false;
    found_[at->second].same.push_back({one.path, one.array.name.value_or("")});
    return true;
  }

  const ModelSource& source_;
  const std::vector<ClaimedLayers>& claims_;
  std::optional<Position> length_;  ///< of sequences; nullopt: the context's
  TableJudge tables_;
  std::map<Key, std::size_t> known_;
  std::vector<StoredVerdict> found_;
};

}  // namespace

std::vector<StoredVerdict> judge_stored(const ModelSource& source,
                                        const std::vector<ClaimedLayers>& claims,
                                        const StoredOptions& options,
                                        const verify::Progress& progress) {
  return Judge(source, claims, options, progress).run();
}

}  // namespace sextant::audit
