#include "sextant/verify/verify.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <variant>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/claimed_rows.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/uncapped_buckets.hpp"
#include "sextant/verify/judged_table.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/verdict/grading.hpp"
#include "sextant/verify/verdict/warnings.hpp"

namespace sextant::verify {
namespace {

/// The first wrong integer, by row and column; nullopt for charts without integers, or if all are
/// right.  Errors of integers do not grow with the position, so the first place is informative.
std::optional<measure::Witness> first_difference(const Source& source, const exact::Oracle& oracle,
                                                 const measure::ErrorStatistics& statistics) {
  if (!oracle.chart().integral() || statistics.misrounded == 0) return std::nullopt;
  const measure::ErrorMeter meter(oracle, source.format);
  for (std::uint64_t row = 0; row < source.rows; ++row) {
    const std::vector<double> values = source.row(row);
    const Position p = source.positions[row];
    for (std::size_t j = 0; j < values.size(); ++j) {
      const Channel& c = oracle.chart().channels[j];
      if (!std::isfinite(values[j]) || oracle.nearest(source.format, p, c).value == values[j])
        continue;
      return measure::Witness{
          row, p, j, values[j], meter.entry(p, c, oracle.ball(p, c), values[j]), std::nullopt};
    }
  }
  return std::nullopt;
}

/// The first recipe that matches every bit, in the assumed format or in that of the acceptance;
/// nullopt if there is none.
std::optional<std::string> bitwise_matching(const Source& source, const Claim& claim,
                                            const std::optional<Acceptance>& acceptance,
                                            const Progress& progress) {
  auto found = bitwise_matching_recipe(source, claim.chart, claim.formats, progress);
  if (found || !acceptance || acceptance->computed_in == claim.formats.compute) return found;
  return bitwise_matching_recipe(source, claim.chart,
                                 {acceptance->computed_in, claim.formats.store, {}}, progress);
}

/// The name of the public model whose rotary encoding explains a sample of the table, for example
/// if the claim lacks its scaling.  If several do, the first by name. nullopt if none does or the
/// claim is not rotary.
std::optional<std::string> similar_model(const Source& source, const Claim& claim) {
  const auto* claimed = std::get_if<Rotary>(&claim.encoding);
  if (claimed == nullptr) return std::nullopt;
  const CandidateTest test(sample(source, kSampleRows));
  for (const Model& model : models()) {
    if (!model.sections.empty()) continue;
    Encoding encoding = read_encoding(std::string(model.encoding));
    auto* rotary = std::get_if<Rotary>(&encoding);
    if (rotary == nullptr || rotary->dim != claimed->dim) continue;
    rotary->layout = claimed->layout;
    if (encoding == claim.encoding) continue;
    Candidate as = as_claimed(claim, "");
    as.truth = without_signs(
        in_parts(exact::settled(chart(encoding, claim.part)), claim.chart.waves.parts));
    if (test.explains(as)) return std::string(model.name);
  }
  return std::nullopt;
}

/// The judgement of one reading of a table.
struct Attempt {
  Verdict verdict;
  Reading reading;

  bool unexplained() const { return verdict.grade == Grade::unexplained; }
  /// Adds the fault that the table had to be changed before it could be read.
  void altered(Finding change) {
    change.match = match(whole(reading.table, reading.positions), reading.claim);
    add_alteration(std::move(change), verdict);
  }
};

Attempt judge(Reading reading, const Question& question, const Progress& progress) {
  const Claim& claim = reading.claim;
  const Source source = whole(reading.table, reading.positions);
  const exact::Oracle oracle(claim.chart);
  expect_phases(question.limits, claim.chart);
  Verdict verdict = unjudged(reading);
  verdict.required = question.required;
  verdict.limits = question.limits;
  verdict.amplitude = amplitude_of(claim.chart);
  verdict.statistics = statistics(source, oracle, progress);
  const auto truth = [&](const measure::MaxError& max_error) {
    return decimal_truth(claim.chart, verdict.format, max_error);
  };
  verdict.truths = {truth(verdict.statistics.absolute), truth(verdict.statistics.ulps),
                    truth(verdict.statistics.phase)};
  restore_signs(reading.negated, verdict);
  verdict.first_difference = first_difference(source, oracle, verdict.statistics);
  if (verdict.first_difference)
    verdict.nearest_difference = nearest_difference(source, claim.chart);
  ClaimedRows{source, claim, oracle, !question.computed_in, progress}.grade(verdict);
  verdict.recipe = bitwise_matching(source, claim, verdict.accepted_by, progress);
  if (!verdict.passes() && !(verdict.transposed && verdict.grade == Grade::unexplained))
    verdict.where = where(source, claim, oracle);
  const auto more = warnings(claim, verdict);
  verdict.warnings.insert(verdict.warnings.end(), more.begin(), more.end());
  if (std::string words = warning_before_steps(claim, reading.positions); !words.empty())
    verdict.warnings.push_back(std::move(words));
  if (verdict.grade == Grade::unexplained && verdict.judged() > 0) {
    if (const auto model = similar_model(source, claim))
      verdict.warnings.push_back("the table is --model " + *model + "'s: say so if that is meant");
  }
  return {std::move(verdict), std::move(reading)};
}

/// The verdict on slopes or a bias of fewer heads than the question has, if their number divides
/// that of the question.  One rank has then computed them as if its heads were all. nullopt if that
/// does not explain the table.
std::optional<Attempt> judge_local_heads(const Table& table, const Question& question,
                                         const Progress& progress) {
  const auto* alibi = question.encoding ? std::get_if<Alibi>(&*question.encoding) : nullptr;
  if (alibi == nullptr || !question.dim_given || alibi->shard != HeadRange{}) return std::nullopt;
  const auto heads = static_cast<std::uint64_t>(alibi->heads);
  const std::vector<Frequency> whole = slopes(*alibi);
  for (const std::uint64_t local : {table.columns(), table.rows()}) {
    if (local == 0 || local >= heads || heads % local != 0) continue;
    Alibi small = *alibi;
    small.heads = static_cast<int>(local);
    const std::vector<Frequency> own = slopes(small);
    bool sound = false;  // whether they are the right slopes of some rank
    for (auto share = whole.begin(); share != whole.end(); share += small.heads)
      sound |= std::equal(own.begin(), own.end(), share);
    if (sound) continue;
    Question of_one = question;
    of_one.encoding = small;
    try {
      Attempt found = judge(upright(table, of_one), of_one, progress);
      Verdict& verdict = found.verdict;
      if (verdict.grade > Grade::rounding) continue;
      verdict.grade = Grade::explained;
      verdict.encoding = to_text(*question.encoding);
      verdict.findings.push_back({"local-heads",
                                  {{"heads", static_cast<Position>(local)},
                                   {"ranks", "one"},
                                   {"of", static_cast<Position>(heads / local)},
                                   {"slopes", "of a model of that many heads"}},
                                  1});
      verdict.warnings.push_back(
          "the table has the heads of one rank: its entries are compared "
          "with those of a model of " +
          std::to_string(local) + " heads");
      return found;
    } catch (const Error&) {  // the other axis may have the heads
    }
  }
  return std::nullopt;
}

/// Judges a table as stored.  If nothing explains it, or if the question does not fit, also judges
/// it transposed.
Attempt judge_either(const Table& table, const Question& question, const Progress& progress) {
  std::exception_ptr refusal;
  std::optional<Attempt> found;
  try {
    found = judge(upright(table, question), question, progress);
  } catch (const Error&) {
    refusal = std::current_exception();
  }
  const bool as_it_stands = found && (!found->unexplained() || found->verdict.judged() == 0 ||
                                      !(question.dim_given || fits_transposed(table, question)));
  std::optional<Reading> reading;
  if (!as_it_stands) reading = transposed(table, question);
  if (reading) {
    Attempt turned = judge(*std::move(reading), question, progress);
    const bool nearer = turned.verdict.closest() != nullptr && found && !found->verdict.closest();
    if (!found || !turned.unexplained() || nearer) {
      turned.altered({"transposed", {{"rows", table.rows()}, {"columns", table.columns()}}});
      return turned;
    }
  }
  if (found && found->unexplained()) {
    if (auto other = in_other_order(table, question)) {
      Attempt turned = judge(*std::move(other), question, progress);
      if (!turned.unexplained()) {
        turned.altered(
            {"transposed",
             {{"order", table.storage().column_major ? "the last axis varies fastest"
                                                     : "the first axis varies fastest"}}});
        return turned;
      }
    }
  }
  if (found) return *std::move(found);
  if (auto local = judge_local_heads(table, question, progress)) return *std::move(local);
  std::rethrow_exception(refusal);
}

/// The same, but if bytes seem to be swapped, first tries the table with swapped bytes.  That
/// result is kept if it explains the table.
Attempt judge_any(const Table& table, const Question& question, const Progress& progress) {
  std::optional<Attempt> found;
  const auto judge_swapped = [&](const Table& swapped, Finding order) {
    found = judge_either(swapped, question, progress);
    if (!found->unexplained()) found->altered(std::move(order));
    return found->verdict;
  };
  if (auto verdict = judged_swapped(table, judge_swapped)) {
    found->verdict = *std::move(verdict);
    return *std::move(found);
  }
  return judge_either(table, question, progress);
}

/// Whether a sample of the rows passes as a claim says.
bool sample_passes(const Source& source, const Claim& claim, bool assumed,
                   const Progress& progress) {
  const Source some = sample(source, kSampleRows);
  const exact::Oracle oracle(claim.chart);
  const measure::ErrorStatistics errors = statistics(some, oracle);
  return errors.unfaithful == 0 ||
         ClaimedRows{some, claim, oracle, assumed, progress}.accepted().has_value();
}

/// The same rows, with every number rounded to float32.
Source in_float32(Source source) {
  source.format = kFloat32;
  return replaced(source,
                  [](std::uint64_t, std::size_t, double x) { return round_to(kFloat32, x); });
}

/// Hints for a table of waves that does not pass: with which other option, or in which other
/// format, a sample of its rows does.
std::vector<std::string> hints(const Attempt& failed, const Question& question,
                               const Progress& progress) {
  const Claim& claim = failed.reading.claim;
  const Positions& positions = failed.reading.positions;
  const Source source = whole(failed.reading.table, positions);
  std::vector<std::string> found;
  if (of_frequencies(claim.part) || claim.chart.waves.pairs() == 0 || source.rows < 2) return found;
  const exact::Oracle oracle(claim.chart);
  const bool assumed = !question.computed_in;
  const auto parts = static_cast<Position>(claim.chart.waves.parts);
  const auto offset = likely_offset(source, oracle, claim.formats.compute).value_or(0);
  if (offset != 0 && offset % parts == 0 && !question.positions) {
    const auto moved = shifted(positions, offset);
    if (moved && sample_passes(at(source, moved).value(), claim, assumed, progress))
      found.push_back(
          fmt::format("the rows are right from another first position on: if that is "
                      "meant, pass --first {}",
                      to_text((*moved)[0] / parts)));
  }
  if (source.format == kFloat64 && assumed) {
    Claim narrow = claim;
    narrow.formats.compute = narrow.formats.store = kFloat32;
    if (sample_passes(in_float32(source), narrow, true, progress))
      found.emplace_back(
          "rounded to float32 the rows pass: the numbers are float32's, in a table of float64");
  }
  return found;
}

}  // namespace

void drop_uncertain_findings(Verdict& verdict) {
  const auto uncertain = [](const Finding& f) { return !has(f.fault, Trait::kOfFile); };
  const auto first = std::find_if(verdict.findings.begin(), verdict.findings.end(), uncertain);
  if (first == verdict.findings.end()) return;
  verdict.warnings.push_back("the table is not what it was taken for; as that, " + first->fault +
                             " " + readable_fractions(json_text(first->parameters)) +
                             " would explain it: say the encoding to have it judged");
  std::erase_if(verdict.findings,
                [&](const Finding& f) { return uncertain(f) || has(f.fault, Trait::kDamage); });
  verdict.grade = Grade::unexplained;
}

JudgedTable judged(const Table& table, const Named& known, const Progress& progress) {
  Question question = known.question;
  if (question.positions) question.positions = as_range(*question.positions);
  question.deadline = question.deadline.fresh();
  Attempt attempt = judge_any(table, question, progress);
  auto& [verdict, reading] = attempt;
  if (reading.other_part && verdict.passes()) verdict.grade = Grade::unexplained;
  if (!verdict.passes() && known.identity.empty()) {
    const std::vector<std::string> said = hints(attempt, question, progress);
    verdict.warnings.insert(verdict.warnings.begin(), said.begin(), said.end());
  }
  verdict.identity = known.identity;
  verdict.ended_early = verdict.grade > Grade::rounding && question.deadline.ended();
  return {table, known, std::move(verdict), std::move(reading)};
}

Verdict verify(const Table& table, const Question& asked, const Progress& progress) {
  const Named known = named(table, asked);
  Verdict verdict = judged(table, known, progress).verdict;
  if (!known.identity.empty()) {
    verdict.warnings.insert(verdict.warnings.begin(), known.identity);
    drop_uncertain_findings(verdict);
  }
  return verdict;
}

}  // namespace sextant::verify
