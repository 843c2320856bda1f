#include "sextant/verify/verify.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/accept/storage_consistency.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/similar_model.hpp"
#include "sextant/verify/diagnosis/uncapped_buckets.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/judged_table.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/byte_order.hpp"
#include "sextant/verify/rows/truth.hpp"
#include "sextant/verify/verdict/warnings.hpp"

namespace sextant::verify {
namespace {

/// The first wrong integer, by row and column; nullopt for charts without integers, or if all are
/// right.  Errors of integers do not grow with the position, so the first place is informative.
std::optional<measure::Witness> first_difference(const Source& source, const exact::Oracle& oracle,
                                                 const measure::ErrorStatistics& statistics) {
  if (!oracle.chart().integral() || statistics.misrounded == 0) return std::nullopt;
  const measure::ErrorMeter meter(oracle, source.format);
  std::vector<double> values(source.columns);
  for (std::uint64_t row = 0; row < source.rows; ++row) {
    source.read(row, 1, values);
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

/// Whether an acceptance assumes a library with larger errors than the usual one.
bool looser_than_usual(const Acceptance& acceptance) {
  const Format& compute = acceptance.computed_in;
  const recipe::Hypothesis here = recipe::library(acceptance.library).hypothesis(compute);
  const recipe::Hypothesis usual = recipe::usual_library().hypothesis(compute);
  return here.trig > usual.trig || here.exp > usual.exp || here.pow > usual.pow;
}

/// Rows of a table and the claim about them.
struct Rows {
  const Source& source;
  const Claim& claim;
  const exact::Oracle& oracle;
  /// The compute format of the claim is assumed, not given.
  bool assumed;
  const Progress& progress;

  std::optional<Acceptance> acceptance_of(const measure::ErrorStatistics& statistics) const;
  std::vector<Finding> diagnosed(Closest& closest) const;
  std::pair<std::vector<Finding>, bool> diagnosed_with_zeros(const IndexRanges& zeros,
                                                             Closest& closest) const;
  void grade(Verdict& verdict) const;

  /// The claim with float64 as its compute format; nullopt if a format was given, or if the claim
  /// has float64.
  std::optional<Claim> wider() const {
    if (!assumed || claim.formats.compute == kFloat64) return std::nullopt;
    Claim wide = claim;
    wide.formats.compute = kFloat64;
    return wide;
  }
};

/// The sound recipe that accepts a table; nullopt if there is none.  If no recipe in the assumed
/// format accepts it with a library of usual accuracy, recipes in float64 are tried.
std::optional<Acceptance> Rows::acceptance_of(const measure::ErrorStatistics& statistics) const {
  const auto consistent = [&](const recipe::ComputeFormats& formats) {
    return statistics.ulps.value == 0 ||
           consistent_with_storage(source, oracle, formats, statistics.ulps.witness, progress);
  };
  const auto accepted = [&](const recipe::ComputeFormats& formats) {
    return acceptance(source, oracle, claim.chart, formats, progress);
  };
  const auto with = [&](const recipe::Library& library) {
    recipe::ComputeFormats formats = claim.formats;
    formats.library = &library;
    return formats;
  };
  std::optional<Acceptance> found;
  if (consistent(claim.formats)) {
    found = accepted(claim.formats);
  } else {
    // A library with larger errors may explain small entries that the usual one does not.
    if (claim.formats.library != nullptr || !consistent(with(recipe::loosest_library())))
      return std::nullopt;
    for (const recipe::Library* library : recipe::passing_libraries(claim.formats.compute))
      if (!found && consistent(with(*library))) found = accepted(with(*library));
  }
  const auto wide = wider();
  if (!wide || (found && !looser_than_usual(*found))) return found;
  auto in_wider = accepted(wide->formats);
  return !found || (in_wider && !looser_than_usual(*in_wider)) ? in_wider : found;
}

/// The faults of a table, computed in the assumed format or, if that format was not given, in
/// float64.
std::vector<Finding> Rows::diagnosed(Closest& closest) const {
  auto found = diagnose(source, claim, oracle, progress, std::nullopt, &closest);
  const auto wide = wider();
  if (!wide) return found;
  // At large positions, float64 distinguishes positions that float32 does not. If few float32
  // bounds decide, these entries look damaged.
  if (found.empty() || found.front().residual) {
    auto other = diagnose(source, *wide, oracle, progress, claim.formats.compute);
    return other.empty() || (other.front().residual && !found.empty()) ? found : other;
  }
  // A recurrence from the first row may also be the result of rounded frequencies. verdict.md,
  // (22b)
  const Finding& first = found.front();
  if (found.size() > 1 || (first.fault != "corrupt-entry" && !first.parameters.contains("by")))
    return found;
  auto whole = diagnose_whole(source, *wide);
  return whole.empty() ? found : whole;
}

/// The faults of a table with wrong rows of zeros: these rows, and the faults of the others.  The
/// second result is whether they explain the table.
std::pair<std::vector<Finding>, bool> Rows::diagnosed_with_zeros(const IndexRanges& zeros,
                                                                 Closest& closest) const {
  const IndexRanges kept = zeros.others(source.rows);
  if (kept.empty()) return {{zeros_finding(zeros, source.rows, 0)}, true};
  const Source others = rows_of(source, kept);
  const Rows rest{others, claim, oracle, assumed, progress};
  const measure::ErrorStatistics t = statistics(others, oracle);
  const double same = match(others, claim);
  if (t.unfaithful == 0 || rest.acceptance_of(t))
    return {{zeros_finding(zeros, source.rows, same)}, true};
  const bool one = zeros.count() == 1;  // a fault of all rows may also cause one such row
  if (one || sines_alone(claim.chart)) {
    if (auto found = diagnosed(closest); !found.empty()) return {std::move(found), true};
  }
  Closest closest_of_rest(others, claim);
  std::vector<Finding> found = rest.diagnosed(closest_of_rest);
  const bool explained = !found.empty();
  if (!explained && sines_alone(claim.chart)) return {};
  found.insert(found.begin(),
               zeros_finding(zeros, source.rows, explained ? found.front().match : same));
  return {std::move(found), explained};
}

/// Whether a faithful table holds the exact values rounded toward zero.  In some of its rows, no
/// entry is larger than the exact value, and 16 or more are not the nearest number.
bool truncated(const Source& all, const exact::Oracle& oracle) {
  constexpr std::uint64_t kRows = 1 << 10, kFewest = 16;
  const Source some = sample(all, kRows);
  std::vector<double> values(some.columns);
  std::uint64_t cut = 0;
  for (std::uint64_t row = 0; row < some.rows; ++row) {
    some.read(row, 1, values);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const Position p = some.positions[row];
      const Channel& c = oracle.chart().channels[j];
      const double nearest = oracle.nearest(some.format, p, c).value;
      if (std::abs(values[j]) > std::abs(nearest)) return false;
      if (values[j] == nearest) {
        const auto truth = exact::near(oracle.ball(p, c));
        const double beyond =
            (std::abs(nearest) - std::abs(truth.high)) - std::copysign(1.0, truth.high) * truth.low;
        if (beyond > truth.radius) return false;
      } else {
        ++cut;
      }
    }
  }
  return cut >= kFewest;
}

/// Sets the grade, the acceptance and the findings of a verdict, from its statistics.  If entries
/// are not finite, the best grade is explained: the other entries are then accepted or explained.
void Rows::grade(Verdict& verdict) const {
  const measure::ErrorStatistics& t = verdict.statistics;
  const bool finite = t.non_finite == t.overflowed;
  const auto find = [&](const std::vector<Finding>& found, Grade grade) {
    verdict.findings.insert(verdict.findings.end(), found.begin(), found.end());
    verdict.grade = grade;
  };
  if (finite && t.unfaithful == 0) {
    const bool correct = t.misrounded == 0 && t.undecided == 0;
    verdict.grade = correct ? Grade::correctly_rounded : Grade::faithful;
    if (!verdict.passes() && truncated(source, oracle))
      find({{"rounded-toward-zero", {{"format", claim.formats.store.name()}}, 1}}, verdict.grade);
    return;
  }
  if (!finite) {
    const measure::Witness& place = *t.first_non_finite;
    find({{"not-finite",
           {{"entries", t.non_finite - t.overflowed},
            {"position", to_text(place.position, verdict.parts)},
            {"channel", place.channel}},
           match(source, claim)}},
         Grade::unexplained);
  }
  if (verdict.judged() == 0) return;  // nothing explains it
  verdict.accepted_by = acceptance_of(t);
  if (verdict.accepted_by && looser_than_usual(*verdict.accepted_by)) {
    if (const auto made = made_bit_for_bit(source, claim); !made.empty()) {
      verdict.accepted_by.reset();
      return find(made, Grade::explained);
    }
  }
  if (verdict.accepted_by) return find({}, finite ? Grade::rounding : Grade::explained);
  const IndexRanges zeros = wrong_zeros(source, claim, oracle);
  Closest closest(source, claim);
  auto [found, explained] =
      zeros.empty() ? std::pair(diagnosed(closest), true) : diagnosed_with_zeros(zeros, closest);
  const bool likely = std::any_of(found.begin(), found.end(), [](const Finding& finding) {
    return finding.residual.has_value();
  });
  if (!found.empty())
    return find(found, likely || !explained ? Grade::unexplained : Grade::explained);
  verdict.seen = observe(source, claim, oracle);
  find(closest.findings(), Grade::unexplained);
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

/// The judgement of one reading of a table.
struct Attempt {
  Verdict verdict;
  Reading reading;

  bool unexplained() const { return verdict.grade == Grade::unexplained; }
  /// Adds the fault that the table had to be changed before it could be read.  A program that reads
  /// the table as stored gets wrong numbers.
  void altered(std::string fault, Parameters parameters) {
    if (!unexplained()) verdict.grade = std::max(verdict.grade, Grade::explained);
    const Source source = whole(reading.table, reading.positions);
    verdict.findings.insert(verdict.findings.begin(), {std::move(fault), std::move(parameters),
                                                       match(source, reading.claim)});
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
  verdict.first_difference = first_difference(source, oracle, verdict.statistics);
  if (verdict.first_difference)
    verdict.nearest_difference = nearest_difference(source, claim.chart);
  Rows{source, claim, oracle, !question.computed_in, progress}.grade(verdict);
  verdict.recipe = bitwise_matching(source, claim, verdict.accepted_by, progress);
  if (!verdict.passes() && !(verdict.transposed && verdict.grade == Grade::unexplained))
    verdict.where = where(source, claim, oracle);
  const auto more = warnings(claim, verdict);
  verdict.warnings.insert(verdict.warnings.end(), more.begin(), more.end());
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
  if (alibi == nullptr || !question.dim_given) return std::nullopt;
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
    if (!found || !turned.unexplained() || turned.verdict.closest() != nullptr) {
      turned.altered("transposed", {{"rows", table.rows()}, {"columns", table.columns()}});
      return turned;
    }
  }
  if (found) return *std::move(found);
  if (auto local = judge_local_heads(table, question, progress)) return *std::move(local);
  std::rethrow_exception(refusal);
}

/// The same, but if bytes seem to be swapped, first tries the table with swapped bytes.  That
/// result is kept if it explains the table.
Attempt judge_any(const Table& table, const Question& question, const Progress& progress) {
  if (seems_swapped(table)) {
    const Table swapped = table.swapped();
    Attempt found = judge_either(swapped, question, progress);
    const bool big = swapped.storage().byte_order == ByteOrder::big;
    found.verdict.swapped = true;
    if (!found.unexplained()) {
      found.altered("byte-order", {{"order", big ? "big-endian" : "little-endian"}});
      return found;
    }
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
         Rows{some, claim, oracle, assumed, progress}.acceptance_of(errors).has_value();
}

/// The same rows, with every number rounded to float32.
Source in_float32(Source source) {
  source.format = kFloat32;
  source.read_elements = nullptr;
  source.read = [read = source.read](std::uint64_t first, std::uint64_t count,
                                     std::span<double> values) {
    read(first, count, values);
    for (double& x : values) x = round_to(kFloat32, x);
  };
  return source;
}

/// Hints for a table of waves that does not pass: with which other option, or in which other
/// format, a sample of its rows does.
std::vector<std::string> hints(const Attempt& failed, const Question& question,
                               const Progress& progress) {
  const Claim& claim = failed.reading.claim;
  const Positions& positions = failed.reading.positions;
  const Source source = whole(failed.reading.table, positions);
  std::vector<std::string> found;
  if (claim.part == Part::inv_freq || claim.chart.waves.pairs() == 0 || source.rows < 2)
    return found;
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
  constexpr std::array<std::string_view, 5> kCertain = {"not-finite", "byte-order", "transposed",
                                                        "table-overrun", "corrupt-entry"};
  const auto uncertain = [&](const Finding& f) {
    return std::find(kCertain.begin(), kCertain.end(), f.fault) == kCertain.end();
  };
  const auto first = std::find_if(verdict.findings.begin(), verdict.findings.end(), uncertain);
  if (first == verdict.findings.end()) return;
  verdict.warnings.push_back("the table is not what it was taken for; as that, " + first->fault +
                             " " + readable_fractions(json_text(first->parameters)) +
                             " would explain it: say the encoding to have it judged");
  std::erase_if(verdict.findings,
                [&](const Finding& f) { return uncertain(f) || f.fault == "corrupt-entry"; });
  verdict.grade = Grade::unexplained;
}

JudgedTable judged(const Table& table, const Named& known, const Progress& progress) {
  Question question = known.question;
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
