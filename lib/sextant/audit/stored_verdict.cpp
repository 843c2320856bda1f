#include "sextant/audit/stored_verdict.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sextant/audit/frequency_row.hpp"
#include "sextant/audit/keys_to_change.hpp"
#include "sextant/audit/longrope_rows.hpp"
#include "sextant/audit/meaningful_tensor.hpp"
#include "sextant/audit/tensor_name.hpp"
#include "sextant/audit/trained_shape.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/verdict/fault.hpp"

namespace sextant::audit {
namespace {

/// Tables with more numbers are not compared with others of the file.
constexpr std::uint64_t kLargestCompared = std::uint64_t{1} << 22;
constexpr const char* kNoFrequencies =
    "no frequencies: zeros, memory that was never written (uninitialised), or damage";
/// Faults, and keys that may be wrong instead, are searched in at most this number of failing
/// tables of a source.  Later ones get a verdict without causes.
constexpr int kMostSearches = 32;
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

/// Whether all numbers of a table are equal, in their bits.
bool is_constant(const Table& table) {
  std::vector<std::uint64_t> bits(table.columns());
  std::optional<std::uint64_t> first;
  for (std::uint64_t row = 0; row < table.rows(); ++row) {
    table.read_rows(row, 1, bits);
    if (!first) first = bits.front();
    if (std::any_of(bits.begin(), bits.end(), [&](std::uint64_t x) { return x != *first; }))
      return false;
  }
  return true;
}

/// Why a verdict fails, in one line.
std::string reason(const verify::Verdict& verdict) {
  const auto limits = verdict.exceeded_limits();
  if (verdict.grade <= verdict.required && !limits.empty())
    return fmt::format("{:.3g} is beyond --{} {:.3g}", limits.front().found, limits.front().limit,
                       limits.front().allowed);
  if (!verdict.findings.empty()) {
    const verify::Finding& finding = verdict.findings.front();
    return fmt::format("{}{} {}: {}", finding.residual ? "likely " : "", finding.fault,
                       verify::json_text(finding.parameters),
                       verify::fault(finding.fault).mechanism);
  }
  if (verdict.where && !verdict.where->what.empty()) return verdict.where->what.front();
  return std::string(word(verdict.grade));
}

/// Judges the tensors of one source.
class Judge {
 public:
  Judge(const ModelSource& source, const std::vector<ClaimedLayers>& claims,
        const StoredOptions& options, const verify::Progress& progress)
      : source_(source), claims_(claims), options_(options), progress_(progress) {}

  std::vector<StoredVerdict> run() {
    for (const MeaningfulTensor& one : meaningful_tensors(source_, rotated_channels(claims_))) {
      positions_ = one.positions;
      length_ = one.in_memory ? std::nullopt : options_.sequence_length;
      if (positions_) length_ = (*positions_)[positions_->count - 1] + 1;
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
    for (StoredVerdict& one : found_) excuse_undivided(one);
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

  /// Lets frequencies of a module in memory pass that lack only the scaling, if the module holds
  /// tables and all of them are right: its program divides the positions instead.
  void excuse_undivided(StoredVerdict& one) const {
    if (source_.kind != SourceKind::memory || one.outcome != StoredOutcome::fails ||
        !of_frequencies(one.part) || !one.verdict || one.verdict->findings.empty() ||
        one.verdict->findings.front().fault != "scaling-missing")
      return;
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
    one.remark = "without the scaling, which the tables of its module have";
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
    const bool integers = meaning.part == Part::bias;
    if (array.unreadable.empty() && !may_be_table(read, integers))
      return take_no_table(result, meaning);
    try {
      Table table = table_of(read);
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
      if (failing_ >= kMostFailing) {
        result.why = fmt::format("not judged: {} tables before it failed", kMostFailing);
      } else if (unrotated != nullptr) {
        judge_unused(result, read, table, meaning, *unrotated);
      } else if (claims.empty() && meaning.absolute &&
                 judge_absolute(result, read, table, meaning)) {
        // Judged as a table of a model that rotates.
      } else if (claims.empty())
        identify(result, table, meaning);
      else
        judge(result, read, table, meaning, claims);
    } catch (const Error& error) {
      result.outcome = StoredOutcome::not_judged;
      result.why = error.what();
    }
    if (result.outcome == StoredOutcome::fails) ++failing_;
    if (result.outcome == StoredOutcome::not_judged && result.why.empty()) return;
    if (std::get<0>(key) != 0) known_.emplace(std::move(key), found_.size());
    found_.push_back(std::move(result));
  }

  /// What the configuration says of the other part of the model, such as `qformer_config`, that a
  /// tensor belongs to by its name.  nullopt if it belongs to none; empty if that part is not
  /// known.
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

  /// A table that is named after positions, in a model that rotates as many channels as it has
  /// columns: cosines and sines as [cos | sin], in pairs, or as [sin | cos], as GPT-J has them.
  /// Returns false, and judges nothing, if there are no such layers.
  bool judge_absolute(StoredVerdict& result, const StoredArray& array, const Table& table,
                      const TensorMeaning& meaning) {
    if (meaning.other_tower) return false;
    std::vector<ClaimedLayers> rotary;
    for (const ClaimedLayers& claim : claims_) {
      const auto& encoding = claim.encoding->encoding;
      const auto* one = encoding ? std::get_if<Rotary>(&*encoding) : nullptr;
      if (one != nullptr && static_cast<std::uint64_t>(one->dim) == table.columns())
        rotary.push_back(claim);
    }
    if (rotary.empty()) return false;
    TensorMeaning read = meaning;
    read.part = Part::pairs;
    judge(result, array, table, read, rotary);
    if (result.outcome == StoredOutcome::passes) return true;
    for (const ClaimedLayers& claim : rotary) {
      const auto& one = std::get<Rotary>(*claim.encoding->encoding);
      if (one.context.scaling != Scaling::none) continue;
      const Encoding sines_first =
          Sinusoidal{.dim = one.dim, .base = one.base, .layout = Layout::halves};
      verify::Verdict verdict = verdict_on(table, sines_first, Part::table, false);
      if (!verdict.passes()) continue;
      result.outcome = StoredOutcome::passes;
      result.claim = to_text(sines_first);
      result.why.clear();
      result.keys.clear();
      result.verdict = std::move(verdict);
      return true;
    }
    result.verdict.reset();
    read.part = Part::table;
    judge(result, array, table, read, rotary);
    return true;
  }

  void judge(StoredVerdict& result, const StoredArray& array, const Table& table,
             const TensorMeaning& meaning, const std::vector<ClaimedLayers>& claims) {
    for (const ClaimedLayers& claim : claims) {
      const Encoding encoding = encoding_for(claim, meaning, length_);
      if (!width_fits(encoding, meaning.part, table)) continue;
      verify::Verdict verdict = verdict_on(table, encoding, meaning.part);
      const bool better = !result.verdict || verdict.passes();
      if (!better) continue;
      const bool passes = verdict.passes();
      result.layers = claim.encoding->layers;
      result.claim = to_text(encoding);
      result.keys.clear();
      result.outcome = passes ? StoredOutcome::passes : StoredOutcome::fails;
      result.why = passes ? "" : reason(verdict);
      result.verdict = std::move(verdict);
      if (of_frequencies(meaning.part)) judge_frequencies(result, table, encoding, claim);
      if (passes) return;
      if (result.outcome == StoredOutcome::fails) name_keys(result, table, encoding, claim);
    }
    if (result.verdict) return explain_failure(result, array, table, meaning, claims);
    const Encoding& encoding = *claims.front().encoding->encoding;
    result.layers = claims.front().encoding->layers;
    result.claim = to_text(encoding);
    result.outcome = StoredOutcome::fails;
    result.why = fmt::format("has {} {}, but {} need {}", table.columns(),
                             one_row(meaning.part) ? "numbers" : "columns", claim_words(claims),
                             chart(encoding, meaning.part).width());
    add_keys(result, keys_of_width(claims.front()), claims.front());
  }

  static void add_keys(StoredVerdict& result, std::vector<ConfigKey> keys,
                       const ClaimedLayers& claim) {
    result.keys = std::move(keys);
    if (!result.keys.empty()) result.why += "; " + words_of_keys(result.keys, claim);
  }

  /// Adds the keys of the claim that may be wrong instead of the table.
  void name_keys(StoredVerdict& result, const Table& table, const Encoding& encoding,
                 const ClaimedLayers& claim) {
    if (failing_ >= kMostSearches) return;
    std::vector<ConfigKey> keys;
    const auto* rotary = std::get_if<Rotary>(&encoding);
    const bool row = of_frequencies(result.part) && table.rows() == 1;
    if (row && cannot_be_frequencies(table, result.part)) return;
    if (row && rotary != nullptr) keys = keys_to_change(table, result.part, *rotary, claim);
    if (keys.empty()) keys = keys_of_finding(*result.verdict, encoding, claim);
    add_keys(result, std::move(keys), claim);
  }

  /// For a table that fails: lets it pass if it is right for short contexts and then for long ones.
  /// Adds to the reason that it is right for layers of another kind, if it is.
  void explain_failure(StoredVerdict& result, const StoredArray& array, const Table& table,
                       const TensorMeaning& meaning,
                       const std::vector<ClaimedLayers>& tried) const {
    const ClaimedLayers& first = tried.front();
    const Position context = first.encoding->context.value_or(1);
    if (meaning.length == SequenceLength::any && !one_row(meaning.part) && !positions_) {
      if (const auto later = first_of_long_rows(array, *first.encoding->encoding, meaning.part,
                                                context, options_.limits)) {
        result.outcome = StoredOutcome::passes;
        result.why.clear();
        result.keys.clear();
        result.verdict.reset();
        result.remark =
            *later == 0
                ? "rows for short contexts, then rows for long contexts from position 0 again"
                : "rows for short contexts, and from position " + to_text(*later) +
                      " on rows for long contexts";
        return;
      }
    }
    for (const ClaimedLayers& other : claims_) {
      const auto same = [&](const ClaimedLayers& one) { return one.encoding == other.encoding; };
      if (std::any_of(tried.begin(), tried.end(), same) || !other.encoding->encoding) continue;
      if (!has_part(*other.encoding->encoding, meaning.part)) continue;
      const Encoding encoding = encoding_for(other, meaning, length_);
      if (!width_fits(encoding, meaning.part, table)) continue;
      if (verdict_on(table, encoding, meaning.part, false).passes())
        result.why = fmt::format("holds what {} layers have: {}", other.encoding->layers,
                                 to_text(encoding)) +
                     "; " + result.why;
    }
  }

  /// Judges a table of layers that do not rotate.  It passes if it is right for the layers that do:
  /// some programs give each layer the same buffer, and do not use it there.
  void judge_unused(StoredVerdict& result, const StoredArray& array, const Table& table,
                    TensorMeaning meaning, const LayerEncoding& unrotated) {
    meaning.layer.reset();
    meaning.layers.clear();
    const std::vector<ClaimedLayers> claims = claims_for(meaning, source_, claims_);
    if (!claims.empty()) judge(result, array, table, meaning, claims);
    result.layers = unrotated.layers;
    if (result.outcome == StoredOutcome::passes) {
      result.remark = "of layers that do not rotate, which must not use it: " + unrotated.words;
      return;
    }
    result.outcome = StoredOutcome::fails;
    result.why = "stored for layers that do not rotate: " + unrotated.words +
                 (result.why.empty() ? "" : "; and wrong for other layers: " + result.why);
  }

  static std::string claim_words(const std::vector<ClaimedLayers>& claims) {
    const ClaimedLayers& first = claims.front();
    return first.encoding->layers.empty() ? "its layers" : "layers of " + first.encoding->layers;
  }

  /// The verdict by an encoding.  If the table fails and `explain` is true, faults are searched,
  /// but only in the first kMostSearches failing tables of the source.
  verify::Verdict verdict_on(const Table& table, const Encoding& encoding, Part part,
                             bool explain = true) const {
    verify::Question asked;
    asked.encoding = encoding;
    asked.dim_given = true;
    asked.layout_of_vectors = true;
    asked.part = part;
    asked.positions = positions_;
    asked.limits = options_.limits;
    const bool both = part == Part::table || part == Part::pairs || part == Part::matrices;
    if (!both) asked.limits.max_phase.reset();  // judge_frequencies() asks it of angles
    const bool search = explain && searches_ < kMostSearches;
    if (!search) asked.deadline = verify::deadline_after(0, asked.required);
    verify::Verdict verdict = verify::verify(table, asked, progress_);
    if (search && !verdict.passes()) ++searches_;
    return verdict;
  }

  /// Fails frequencies in less than 32 bits, and adds the largest error of an angle to the reason.
  void judge_frequencies(StoredVerdict& result, const Table& table, const Encoding& encoding,
                         const ClaimedLayers& claim) const {
    const Position last = last_position(*claim.encoding);
    const LargestAngleError error = angle_error(table, encoding, result.part, last);
    const std::string words =
        fmt::format("at position {} the angle of pair {} is {:.3g} radians off", to_text(last),
                    error.pair, error.radians);
    if (options_.limits.max_phase && error.radians > *options_.limits.max_phase &&
        result.outcome == StoredOutcome::passes) {
      result.outcome = StoredOutcome::fails;
      result.why = fmt::format("beyond --max-phase {:.3g}", *options_.limits.max_phase);
    }
    if (table.storage().format.storage_bits < 32) {
      result.outcome = StoredOutcome::fails;
      result.why = fmt::format("frequencies in {}, which are factors of the angles: {}",
                               table.format().name(), words);
    } else if (result.outcome == StoredOutcome::fails) {
      if (cannot_be_frequencies(table, result.part))
        result.why = std::string(kNoFrequencies) + "; " + result.why;
      result.why += "; " + words;
    }
  }

  /// Whether the configuration says what all layers have, and that is no rotation.
  bool says_no_rotation() const {
    return !claims_.empty() &&
           std::none_of(claims_.begin(), claims_.end(), [](const ClaimedLayers& claim) {
             const LayerEncoding& layers = *claim.encoding;
             return layers.positions == LayerPositions::unknown || layers.axial ||
                    (layers.encoding && std::holds_alternative<Rotary>(*layers.encoding));
           });
  }

  /// Judges a tensor whose encoding no source says: looks for one that passes.
  void identify(StoredVerdict& result, const Table& table, const TensorMeaning& meaning) {
    if (of_frequencies(meaning.part)) {
      result.outcome = StoredOutcome::fails;
      if (table.storage().format.storage_bits < 32) {
        result.why = "frequencies in " + table.format().name() +
                     ", which are factors of the angles: too few bits";
        return;
      }
      if (cannot_be_frequencies(table, meaning.part)) {
        result.why = kNoFrequencies;
        return;
      }
      if (says_no_rotation() && !meaning.other_tower) {
        result.why = "stored, but the configuration says that no layer rotates";
        return;
      }
      result.outcome = StoredOutcome::not_judged;
      if (const auto encoding = encoding_of_frequencies(table, meaning.part)) {
        result.claim = to_text(*encoding);
        result.outcome = StoredOutcome::passes;
        result.verdict = verdict_on(table, *encoding, meaning.part);
        result.identified = true;
        return;
      }
    } else if (meaning.part == Part::table || meaning.part == Part::cos ||
               meaning.part == Part::sin) {
      verify::Question asked;
      asked.limits = options_.limits;
      asked.limits.strict = false;  // that it was identified is a warning
      asked.deadline = verify::deadline_after(0, asked.required);  // no fault is named of a guess
      asked.positions = positions_;
      verify::Verdict verdict = verify::verify(table, asked, progress_);
      if (verdict.passes()) {
        result.claim = verdict.encoding;
        result.outcome = StoredOutcome::passes;
        result.identified = true;
        result.verdict = std::move(verdict);
        return;
      }
      if (is_constant(table)) {  // and no encoding has such a table
        result.outcome = StoredOutcome::fails;
        result.why = "all its numbers are equal: zeros, or memory that was never written";
        return;
      }
    }
    if (!meaning.trainable)
      result.why = "no file says what it should be: give a configuration with --against";
  }

  const ModelSource& source_;
  const std::vector<ClaimedLayers>& claims_;
  const StoredOptions& options_;
  const verify::Progress& progress_;
  mutable int searches_ = 0;                 ///< failing tables so far whose faults were searched
  int failing_ = 0;                          ///< failing tables so far
  std::optional<Positions> positions_ = {};  ///< of the rows of the present tensor
  std::optional<Position> length_ = options_.sequence_length;  ///< of sequences, of that tensor
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
