#include "sextant/verify/rotated.hpp"

#include <algorithm>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/prefilter/rotation_error_meter.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/rotation_candidates.hpp"
#include "sextant/verify/diagnosis/rotated_diagnose.hpp"
#include "sextant/verify/observation/rotated_where.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/verdict/grading.hpp"
#include "sextant/verify/verdict/warnings.hpp"

namespace sextant::verify {
namespace {

/// The largest error, as a fraction of a pair's length, that roundings of bfloat16, the coarsest
/// storage format, can cause.  A larger bound means that the computation lost digits. rotation.md,
/// (15)
constexpr double kRoundings = 0x1p-6;

/// The claim of the tables that turn the vectors.
Claim claim_of(const Rotary& rotary, const Question& question, const RotatedSource& source) {
  Claim claim{rotary, Part::table, exact::settled(chart(rotary)), {}};
  claim.chart = in_parts(std::move(claim.chart), source.positions.parts);
  claim.formats = {
      .compute = computed_in(question.computed_in, source.format, "the vectors'", source.given),
      .store = source.format,
      .library = question.library};
  claim.deadline = question.deadline.fresh();
  return claim;
}

measure::RotationStatistics statistics(const RotatedSource& source,
                                       const measure::RotationErrorMeter& meter,
                                       const Progress& progress) {
  const auto begin = [&](measure::RotationStatistics& result) {
    return [&, at = std::optional<std::uint64_t>(), by = std::vector<exact::SineCosine>()](
               std::uint64_t place, const measure::RotatedRow& v) mutable {
      if (at != place) by = meter.waves(v.position);
      at = place;
      meter.measure(v, by, result);
    };
  };
  return sweep_vectors<measure::RotationStatistics>(source, begin, progress);
}

/// The true value at the place of a maximum error, as a decimal with three digits more than are
/// needed to distinguish all numbers of the format.  Empty if nothing was measured.
std::string decimal_truth(const RotatedSource& source, const measure::RotationErrorMeter& meter,
                          const measure::MaxError& max_error) {
  if (max_error.empty()) return {};
  const measure::Witness& w = max_error.witness;
  std::vector<double> before(source.columns), after(source.columns);
  source.read(w.row, before, after);
  try {
    return meter.decimal(w.channel, w.position, before, telling_digits(source.format));
  } catch (const Error&) {  // the digits cannot be decided: use the nearest known number
    return stored_decimal(source.format, from_double(w.error.want));
  }
}

/// Sets the grade, the acceptance and the findings of a verdict, from its statistics.
void grade(const RotatedSource& source, const Claim& claim, const Program& program,
           const Question& question, Verdict& verdict, const Progress& progress) {
  if (verdict.vectors->made_up > 0) return;  // nothing explains it
  const auto accepted = [&] {
    auto by = acceptance(source, program, progress);
    if (by || question.computed_in || program.compute == kFloat64) return by;
    Program wider = program;
    wider.compute = kFloat64;
    return acceptance(source, wider, progress);
  };
  if (graded({[&] { return best_match(source, program); }, accepted}, verdict)) return;
  const auto found = diagnose(source, claim, program);
  verdict.findings.insert(verdict.findings.end(), found.begin(), found.end());
  verdict.grade = found.empty() ? Grade::unexplained : Grade::explained;
}

/// Adds the warnings of a verdict.
void warn(const Claim& claim, Verdict& verdict) {
  auto acceptance = std::move(verdict.accepted_by);
  verdict.accepted_by = std::nullopt;
  verdict.warnings = warnings(claim, verdict);
  verdict.accepted_by = std::move(acceptance);
  const RotatedVectors& vectors = *verdict.vectors;
  if (vectors.left_out > 0)
    verdict.warnings.push_back(std::to_string(vectors.left_out) +
                               " numbers are not judged: what they are made of is not finite");
  if (vectors.made_up > 0)
    verdict.warnings.push_back(std::to_string(vectors.made_up) +
                               " of them are finite all the same, which no program makes of such");
  if (!verdict.accepted_by) return;
  if (verdict.accepted_by->by_same_arithmetic) {
    verdict.warnings.push_back(
        "computed in " + verdict.accepted_by->computed_in.name() +
        ", the angle has lost the position here: the bound exceeds 0.1 of a pair's length, and "
        "numbers are granted by reproducing the recipe's own arithmetic");
  }
  if (verdict.accepted_by->margin.bound <= kRoundings) return;
  verdict.warnings.push_back(
      "the bound that grants numbers is as large as " +
      shortest_decimal(
          kFloat16, round(kFloat16, to_rational(from_double(verdict.accepted_by->margin.bound)))) +
      " of a pair's length here: any numbers that near to the truth pass");
}

/// The warning about an axis that was found; nullopt if none is needed.
std::optional<std::string> axis_warning(const RotatedAxis& axis, const NpyVectors& vectors,
                                        const Verdict& verdict) {
  const std::string shape = " of shape " + shape_text(vectors.shape);
  if (axis.found) {
    return "positions are taken to run along axis " + std::to_string(axis.axis) + shape +
           ": if it has the heads, these are turned by their numbers; --axis says which";
  }
  if (!axis.instead || verdict.passes()) return std::nullopt;
  return "vectors turn along axis " + std::to_string(*axis.instead) + shape + ", not along axis " +
         std::to_string(axis.axis) + ": if the positions are there, say --axis " +
         std::to_string(*axis.instead);
}

/// Judges vectors.  If they had to be changed before they could be read, `altered` says how.
Verdict judge(const NpyVectors& before, const NpyVectors& after, const Question& question,
              std::optional<Finding> altered, const Progress& progress) {
  const Rotary rotary = rotary_of(question, after);
  const auto source_along = [&](std::size_t axis) {
    return rotated_source(before, after, positions_along(question, places_of(after, axis)), axis);
  };
  RotatedAxis axis{axis_given(question, after).value_or(usual_axis(after))};
  if (!question.axis && after.shape.size() > 2) {
    Question anywhere = question;
    anywhere.positions = std::nullopt;
    const RotatedSource any = rotated_source(
        before, after, positions_along(anywhere, places_of(after, axis.axis)), axis.axis);
    axis = find_axis(any, claim_of(rotary, question, any), question);
  }
  const RotatedSource source = source_along(axis.axis);
  const Claim claim = claim_of(rotary, question, source);
  const Program program{
      .rotation = {exact::Oracle(claim.chart), rotated_columns(rotary, source.columns)},
      .chart = claim.chart,
      .compute = claim.formats.compute,
      .library = question.library};
  const measure::RotationErrorMeter meter(program.rotation.tables, program.rotation.columns,
                                          source.format);
  const auto [measured, left_out, made_up] = statistics(source, meter, progress);
  Verdict verdict;
  verdict.format = source.format;
  verdict.required = question.required;
  verdict.limits = question.limits;
  verdict.encoding = to_text(claim.encoding);
  verdict.part = Part::rotated;
  verdict.positions = source.positions.text();
  verdict.parts = source.positions.parts;
  verdict.holds = after.table.holds();
  verdict.statistics = measured;
  verdict.vectors = RotatedVectors{.shape = after.shape,
                                   .axis = axis.axis,
                                   .axis_found = axis.found,
                                   .given = source.given.name(),
                                   .left_out = left_out,
                                   .made_up = made_up,
                                   .application = std::nullopt};
  const auto truth = [&](const measure::MaxError& max_error) {
    return decimal_truth(source, meter, max_error);
  };
  verdict.truths = {truth(measured.absolute), truth(measured.ulps), truth(measured.phase)};
  grade(source, claim, program, question, verdict, progress);
  verdict.ended_early = claim.deadline.ended();
  if (const auto made = bitwise_matching(source, program)) {
    verdict.recipe = made->recipe;
    verdict.vectors->application = made->application;
  }
  if (!verdict.passes() && verdict.judged() > 0)
    verdict.where = where(source, claim, program.rotation.columns);
  warn(claim, verdict);
  if (altered) {
    altered->match = best_match(source, program);
    add_alteration(*std::move(altered), verdict);
  }
  if (const auto about = axis_warning(axis, after, verdict)) verdict.warnings.push_back(*about);
  return verdict;
}

/// Whether some vectors can match the claim, by the prefilter.
bool as_meant(const RotatedSource& source, const Claim& claim) {
  const Source rows = implied_rows(source, as_claimed(source, claim));
  return CandidateFilter(rows).admits(as_claimed(claim, ""), false);
}

}  // namespace

Rotary rotary_of(const Question& question, const NpyVectors& vectors) {
  const Encoding encoding = question.encoding.value_or(Sinusoidal{});
  (void)chart(encoding, Part::rotated);  // throws Error for an encoding without rotation
  Rotary rotary = std::get<Rotary>(encoding);
  const std::uint64_t columns = vectors.table.columns();
  if (!question.dim_given) rotary.dim = static_cast<int>(std::min<std::uint64_t>(columns, 1 << 30));
  if (static_cast<std::uint64_t>(rotary.dim) > columns) {
    throw Error(vectors.table.name() + ": " + std::to_string(columns) +
                " columns do not agree with dim=" + std::to_string(rotary.dim) + "; shape " +
                shape_text(vectors.shape));
  }
  (void)chart(rotary);
  return rotary;
}

Verdict verify_rotated(const NpyVectors& before, const NpyVectors& after, const Question& question,
                       const Progress& progress) {
  if (auto swapped = judged_swapped(after.table, [&](const Table& table, Finding order) {
        return judge(before, {table, after.shape}, question, std::move(order), progress);
      }))
    return *std::move(swapped);
  return judge(before, after, question, std::nullopt, progress);
}

RotatedAxis find_axis(const RotatedSource& source, const Claim& claim, const Question& question) {
  const std::vector<std::uint64_t>& shape = source.shape;
  const std::size_t usual = shape.size() - 1;
  const auto fits = [&](std::size_t axis) {
    return !question.positions || question.positions->count == shape[axis];
  };
  std::vector<std::size_t> others;
  for (std::size_t axis = usual; axis-- > 0;)
    if (shape[axis] > 1 && fits(axis)) others.push_back(axis);
  if (others.empty()) return {usual};
  if (!fits(usual) && others.size() == 1) return {others[0], true};
  RotatedAxis result{fits(usual) ? usual : others[0], !fits(usual)};
  for (const auto seen : {as_meant, turn_alike}) {
    const auto look = [&](std::size_t axis) {
      return seen(along(source, axis, positions_along(question, shape[axis])), claim);
    };
    if (fits(usual) && look(usual)) return {usual};
    for (const std::size_t axis : others) {
      if (!look(axis)) continue;
      if (!fits(usual) || shape[axis] > shape[usual]) return {axis, true};
      if (!result.instead) result.instead = axis;
    }
  }
  return result;
}

std::optional<std::size_t> axis_given(const Question& question, const NpyVectors& vectors) {
  if (!question.axis) return std::nullopt;
  const auto axes = static_cast<int>(vectors.shape.size());
  const int axis = *question.axis < 0 ? *question.axis + axes : *question.axis;
  if (axis < 0 || axis >= axes - 1) {
    throw Error(vectors.table.name() + ": axis " + std::to_string(*question.axis) +
                " is no axis of positions in shape " + shape_text(vectors.shape) +
                ", whose last axis has the channels");
  }
  return static_cast<std::size_t>(axis);
}

Positions positions_along(const Question& question, std::uint64_t length) {
  if (question.positions) return as_range(*question.positions);
  return positions(question.rows, length, question.first);
}

}  // namespace sextant::verify
