#include "sextant/audit/table_judge.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sextant/audit/frequency_row.hpp"
#include "sextant/audit/keys_to_change.hpp"
#include "sextant/audit/longrope_rows.hpp"
#include "sextant/audit/short_text.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/judged_table.hpp"

namespace sextant::audit {
namespace {

constexpr const char* kNoFrequencies =
    "no frequencies: zeros, memory that was never written (uninitialised), or damage";
/// Faults, and keys that may be wrong instead, are searched for at most this number of failing
/// tables of a source.  Later ones get a verdict without causes.
constexpr int kMostSearches = 32;

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

/// Whether a row of a table holds zeros alone; false if it has no such row.
bool holds_zeros(const Table& table, std::uint64_t row) {
  if (row >= table.rows()) return false;
  std::vector<std::uint64_t> bits(table.columns());
  table.read_rows(row, 1, bits);
  return std::all_of(bits.begin(), bits.end(),
                     [&](std::uint64_t x) { return table.number(x) == 0; });
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

/// Whether a tensor of this meaning may hold the part that was identified.  Tables that are named
/// after positions may hold any part.  Those that are named after one function may hold both, as
/// [cos | sin], which is how vLLM stores them.
bool may_be_named(const verify::Verdict& identified, const TensorMeaning& meaning) {
  const std::string_view found = name(identified.part);
  if (meaning.absolute || found == name(meaning.part)) return true;
  return identified.part == Part::table &&
         identified.encoding.starts_with(name(Encoding(Rotary{})));
}

std::string claim_words(const std::vector<ClaimedLayers>& claims) {
  const ClaimedLayers& first = claims.front();
  return first.encoding->layers.empty() ? "its layers" : "layers of " + first.encoding->layers;
}

}  // namespace

void add_keys(StoredVerdict& result, std::vector<ConfigKey> keys, const ClaimedLayers& claim) {
  result.keys = std::move(keys);
  if (!result.keys.empty()) result.why += "; " + words_of_keys(result.keys, *claim.source);
}

void drop_keys(StoredVerdict& result, const ModelSource& source) {
  if (result.keys.empty()) return;
  const std::string words = "; " + words_of_keys(result.keys, source);
  if (result.why.ends_with(words)) result.why.resize(result.why.size() - words.size());
  result.keys.clear();
}

void TableJudge::judge(StoredVerdict& result, const StoredArray& array, const Table& table,
                       const TensorMeaning& meaning, const std::vector<ClaimedLayers>& claims,
                       const LayerEncoding* unrotated) {
  if (unrotated != nullptr)
    judge_unused(result, array, table, meaning, *unrotated);
  else if (!claims.empty())
    judge_by(result, array, table, meaning, claims);
  else if (!meaning.absolute || !judge_absolute(result, array, table, meaning))
    identify(result, table, meaning);
  if (result.outcome == StoredOutcome::fails) ++failing_;
}

bool TableJudge::judge_absolute(StoredVerdict& result, const StoredArray& array, const Table& table,
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
  if (judge_sines_first(result, array, table, meaning, rotary)) return true;
  TensorMeaning read = meaning;
  read.part = Part::pairs;
  judge_by(result, array, table, read, rotary);
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
  judge_by(result, array, table, read, rotary);
  return true;
}

bool TableJudge::judge_sines_first(StoredVerdict& result, const StoredArray& array,
                                   const Table& table, const TensorMeaning& meaning,
                                   const std::vector<ClaimedLayers>& rotary) {
  if (!result.tensor.ends_with("embed_positions")) return false;
  std::vector<LayerEncoding> layers;
  for (const ClaimedLayers& claim : rotary) {
    const auto& one = std::get<Rotary>(*claim.encoding->encoding);
    if (!claim.encoding->sines_first || one.context.scaling != Scaling::none) return false;
    layers.push_back(*claim.encoding);
    layers.back().encoding = Sinusoidal{.dim = one.dim, .base = one.base, .layout = Layout::halves};
  }
  std::vector<ClaimedLayers> claims;
  for (std::size_t i = 0; i < layers.size(); ++i) claims.push_back({&layers[i], rotary[i].source});
  TensorMeaning read = meaning;
  read.part = Part::table;
  judge_by(result, array, table, read, claims);
  return true;
}

void TableJudge::judge_by(StoredVerdict& result, const StoredArray& array, const Table& table,
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
  const Encoding encoding = encoding_with(*claims.front().encoding, meaning.part).value();
  result.layers = claims.front().encoding->layers;
  result.claim = to_text(encoding);
  result.outcome = StoredOutcome::fails;
  result.why = fmt::format("has {} {}, but {} need {}", table.columns(),
                           one_row(meaning.part) ? "numbers" : "columns", claim_words(claims),
                           chart(encoding, meaning.part).width());
  if (meaning.part != Part::query_scale)  // which has one column in every model
    add_keys(result, keys_of_width(claims.front()), claims.front());
}

void TableJudge::name_keys(StoredVerdict& result, const Table& table, const Encoding& encoding,
                           const ClaimedLayers& claim) {
  const verify::Verdict& verdict = *result.verdict;
  const bool only_limits = verdict.grade <= verdict.required;  // are exceeded: no key is wrong
  if (failing_ >= kMostSearches || only_limits) return;
  std::vector<ConfigKey> keys;
  const auto* rotary = std::get_if<Rotary>(&encoding);
  const bool row = of_frequencies(result.part) && table.rows() == 1;
  if (row && cannot_be_frequencies(table, result.part)) return;
  if (row && rotary != nullptr) keys = keys_to_change(table, result.part, *rotary, claim);
  if (keys.empty()) keys = keys_of_finding(verdict, encoding, claim);
  add_keys(result, std::move(keys), claim);
}

void TableJudge::explain_failure(StoredVerdict& result, const StoredArray& array,
                                 const Table& table, const TensorMeaning& meaning,
                                 const std::vector<ClaimedLayers>& tried) const {
  const ClaimedLayers& first = tried.front();
  const Position context = first.encoding->context.value_or(1);
  if (meaning.length == SequenceLength::any && !one_row(meaning.part) && !positions_) {
    if (const auto later = first_of_long_rows(array, encoding_for(first, meaning, {}), meaning.part,
                                              context, options_.limits)) {
      result.outcome = StoredOutcome::passes;
      result.why.clear();
      result.keys.clear();
      result.verdict.reset();
      result.remark =
          *later == 0 ? "rows for short contexts, then rows for long contexts from position 0 again"
                      : "rows for short contexts, and from position " + to_text(*later) +
                            " on rows for long contexts";
      return;
    }
  }
  for (const ClaimedLayers& other : claims_) {
    const auto same = [&](const ClaimedLayers& one) {
      return one.encoding->layers == other.encoding->layers;
    };
    if (std::any_of(tried.begin(), tried.end(), same)) continue;
    if (!encoding_with(*other.encoding, meaning.part)) continue;
    const Encoding encoding = encoding_for(other, meaning, length_);
    if (!width_fits(encoding, meaning.part, table)) continue;
    if (verdict_on(table, encoding, meaning.part, false).passes())
      result.why = fmt::format("holds what {} layers have: {}", other.encoding->layers,
                               shortened(to_text(encoding))) +
                   "; " + result.why;
  }
}

void TableJudge::judge_unused(StoredVerdict& result, const StoredArray& array, const Table& table,
                              TensorMeaning meaning, const LayerEncoding& unrotated) {
  meaning.layer.reset();
  meaning.layers.clear();
  const std::vector<ClaimedLayers> claims = claims_for(meaning, source_, claims_);
  if (!claims.empty()) judge_by(result, array, table, meaning, claims);
  result.layers = unrotated.layers;
  if (result.outcome == StoredOutcome::passes) {
    result.remark =
        "stored for layers that do not rotate, which must not use it: " + unrotated.words;
    return;
  }
  result.outcome = StoredOutcome::fails;
  result.why = "stored for layers that do not rotate: " + unrotated.words +
               (result.why.empty() ? "" : "; and wrong for other layers: " + result.why);
}

verify::Verdict TableJudge::verdict_on(const Table& table, const Encoding& encoding, Part part,
                                       bool explain) const {
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

void TableJudge::judge_frequencies(StoredVerdict& result, const Table& table,
                                   const Encoding& encoding, const ClaimedLayers& claim) const {
  const Position last = last_position(*claim.encoding);
  const LargestAngleError error = angle_error(table, encoding, result.part, last);
  const std::string words = fmt::format("at position {} the angle of pair {} is {:.3g} radians off",
                                        to_text(last), error.pair, error.radians);
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

bool TableJudge::says_no_rotation() const {
  return !claims_.empty() &&
         std::none_of(claims_.begin(), claims_.end(), [](const ClaimedLayers& claim) {
           const LayerEncoding& layers = *claim.encoding;
           return layers.positions == LayerPositions::unknown || layers.axial ||
                  (layers.encoding && std::holds_alternative<Rotary>(*layers.encoding));
         });
}

bool TableJudge::identify_waves(StoredVerdict& result, const Table& table,
                                const TensorMeaning& meaning) {
  const verify::Question asked = identifying(table);
  verify::Verdict verdict = verify::verify(table, asked, progress_);
  if (!verdict.passes()) return false;
  result.claim = verdict.encoding;
  result.identified = true;
  result.outcome = StoredOutcome::passes;
  const auto of_grid = [](const ClaimedLayers& c) { return c.encoding->axial.has_value(); };
  if (!claims_.empty() && std::all_of(claims_.begin(), claims_.end(), of_grid)) {
    result.outcome = StoredOutcome::not_judged;
    result.why = fmt::format("a table of {}, but the configuration says {}",
                             readable_fractions(shortened(result.claim)),
                             claims_.front().encoding->axial->program);
    result.verdict = std::move(verdict);
    return true;
  }
  if (!may_be_named(verdict, meaning)) {
    result.outcome = StoredOutcome::fails;
    result.why = fmt::format("its name says {}, but it holds the {} of {}", name(meaning.part),
                             name(verdict.part), readable_fractions(shortened(result.claim)));
    if (meaning.part != Part::table && verdict.part != Part::table) {
      verify::Question of_name = verify::named(table, asked).question;
      of_name.part = meaning.part;
      if (searches_++ < kMostSearches) of_name.deadline = {};
      of_name.limits.max_phase.reset();  // one function has no phase
      verdict = verify::verify(table, of_name, progress_);
      result.why = verdict.passes() ? "" : reason(verdict) + "; " + result.why;
      if (verdict.passes()) result.outcome = StoredOutcome::passes;
    }
  }
  result.verdict = std::move(verdict);
  return true;
}

verify::Question TableJudge::identifying(const Table& table) const {
  verify::Question asked;
  asked.limits = options_.limits;
  asked.limits.strict = false;  // that it was identified is a warning
  asked.deadline = verify::deadline_after(0, asked.required);  // no fault is named of a guess
  asked.positions = positions_;
  const bool placed = !positions_ || positions_->count == table.rows();
  if (padding_ && placed && holds_zeros(table, *padding_))
    asked.zero_row = positions_ ? (*positions_)[*padding_] : static_cast<Position>(*padding_);
  return asked;
}

void TableJudge::explain_unidentified(StoredVerdict& result, const Table& table) {
  if (searches_ >= kMostSearches) return;
  verify::Question asked = identifying(table);
  asked.deadline = {};
  const verify::Named known = verify::named(table, asked);
  if (!known.fits) return;
  ++searches_;
  const verify::Verdict verdict = verify::judged(table, known, progress_).verdict;
  if (!verdict.all_finite()) {
    result.outcome = StoredOutcome::fails;
    result.why = reason(verdict);
    return;
  }
  result.why += ", or judge it with sextant verify; it begins like " +
                readable_fractions(shortened(verdict.encoding));
  if (verdict.grade != verify::Grade::explained || verdict.findings.empty()) {
    result.why += ", but is not that";
    return;
  }
  const verify::Finding& found = verdict.findings.front();
  result.why += ", and as that " + found.fault + " " +
                shortened(verify::json_text(found.parameters)) + " would explain it";
}

void TableJudge::identify(StoredVerdict& result, const Table& table, const TensorMeaning& meaning) {
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
    if (identify_waves(result, table, meaning)) return;
    if (is_constant(table)) {  // and no encoding has such a table
      result.outcome = StoredOutcome::fails;
      result.why = "all its numbers are equal: zeros, or memory that was never written";
      return;
    }
  }
  if (meaning.trainable) return;
  if (meaning.part == Part::query_scale && !claims_.empty())
    result.why = "the configuration says no factor of the queries";
  else
    result.why = "no file says what it should be: give a configuration with --against";
  const bool waves = meaning.part == Part::table && result.outcome == StoredOutcome::not_judged;
  if (waves) explain_unidentified(result, table);
}

}  // namespace sextant::audit
