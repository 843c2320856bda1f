#include "sextant/verify/diagnosis/rotated_diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/candidates.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/candidate/overflow.hpp"
#include "sextant/verify/candidate/rotation_candidates.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/narrower_numbers.hpp"
#include "sextant/verify/diagnosis/two_faults.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/rotated_where.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

Program program_of(const RotationScheme& scheme, const Candidate& s) {
  return {.rotation = {exact::Oracle(s.truth), scheme.columns, scheme.twice},
          .chart = s.given == Given::no ? s.program() : s.truth,
          .compute = s.formats.compute,
          .given = s.given,
          .angle = s.formats.intermediate.angle};
}

/// Returns the vectors at the positions after the candidate changes them; nullopt if there are
/// none.
std::optional<RotatedSource> placed(RotatedSource source, const Candidate& s) {
  if (const auto& really = s.alteration.positions)
    source.positions = Positions::of(*really, source.positions.parts);
  auto positions = computed_from(source.positions, s);
  if (!positions) return std::nullopt;
  for (std::uint64_t row = 0; row < positions->count; ++row)
    if (overflows(s, (*positions)[row], positions->parts)) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

/// Returns the candidate for a program that rotates twice: doubled angles, squared amplitude.
Candidate twice(Candidate s) {
  s.truth.waves = applied_twice(std::move(s.truth.waves));
  return s;
}

/// Which numbers a candidate must explain: all, or all but a few damaged ones.
enum class Explained : unsigned char { all, all_but_damage };

/// Returns the findings of a scheme and a candidate for its tables, if they explain vectors whose
/// positions are those before the candidate's changes; else none.
std::vector<Finding> of(const RotatedSource& source, RotationScheme scheme,
                        const Candidate& candidate, Explained explained) {
  const auto s = of_vectors(candidate, scheme);
  const auto vectors = s ? placed(source, *s) : std::nullopt;
  if (!vectors) return {};
  const Program program = program_of(scheme, *s);
  const bool whole = acceptance(*vectors, program).has_value();
  const auto coverage =
      whole || explained == Explained::all ? std::nullopt : damage(*vectors, program);
  if (!whole && !coverage) return {};
  const double match = best_match(*vectors, program);
  std::vector<Finding> found;
  for (const std::optional<Cause>& cause :
       {std::optional(scheme.cause), scheme.second_cause, s->second_cause,
        std::optional(Cause{s->fault, s->parameters})})
    if (cause && !cause->fault.empty()) found.push_back({cause->fault, cause->parameters, match});
  if (coverage)
    found.push_back(corrupt_entries(*coverage, source.format, source.positions.parts, match));
  return found;
}

/// Returns the faults of other names that give the same tables as a candidate.
std::vector<Cause> same_tables(const Candidate& named, const std::vector<Candidate>& candidates) {
  std::vector<Cause> found;
  for (const Candidate& s : candidates) {
    const Waves &ours = named.truth.waves, &theirs = s.truth.waves;
    if (s.fault != named.fault && s.recipe.empty() && !s.second_cause && s.shift == named.shift &&
        s.moved == named.moved && !s.alteration.any() && !named.alteration.any() &&
        theirs.scale == ours.scale && theirs.origin == ours.origin &&
        s.truth.channels == named.truth.channels && theirs.pairs() == ours.pairs() &&
        nearly_equal(theirs, ours))
      found.push_back({s.fault, s.parameters});
  }
  return found;
}

/// Returns the findings of the first candidate for a scheme's tables that explains the vectors,
/// with the scheme's own fault.
std::vector<Finding> first_that_explains(const RotatedSource& source, const RotationScheme& scheme,
                                         const std::vector<Candidate>& candidates,
                                         const Deadline& deadline, Explained explained) {
  if (!leaves(scheme, source)) return {};
  const RotatedSource all = counted(source, scheme);
  const Source rows = implied_rows(source, scheme);
  const CandidateFilter filter(rows);
  for (const Candidate& candidate : candidates) {
    if (deadline.passed()) return {};
    const bool moved = candidate.alteration.positions || candidate.moved || candidate.last;
    if (!moved && !filter.admits(scheme.twice ? twice(candidate) : candidate, false)) continue;
    auto found = of(all, scheme, candidate, explained);
    if (found.empty()) continue;
    if (scheme.cause.fault.empty() && !candidate.second_cause && found.size() == 1)
      found.front().equals = same_tables(candidate, candidates);
    return found;
  }
  return {};
}

/// Returns the findings of the first two faults of `table`, which the vectors imply, that together
/// explain the vectors.  Few places, or bounds that are uninformative somewhere, prove no pair.
std::vector<Finding> first_pair(const RotatedSource& source, const RotationScheme& scheme,
                                const Source& table, const Claim& claim) {
  constexpr std::uint64_t kFewestPlaces = 4;
  if (source.places() < kFewestPlaces) return {};
  std::vector<Finding> found;
  const auto visit = [&](const std::shared_ptr<CandidateTest>& test, const Candidate& pair) {
    const Source& rows = test->source();
    if (!test->filter().admits(pair, false) ||
        !bounded(rows.positions, rows.format, pair, claim.formats.compute))
      return false;
    RotatedSource vectors = source;
    vectors.positions = rows.positions;
    found = of(vectors, scheme, pair, Explained::all);
    return !found.empty();
  };
  for_each_pair(table, claim, candidates(table, claim, Search::among_others), visit);
  return found;
}

/// Returns the candidates that a table was too short, so that the last places have the rotation of
/// one before.  That place is one whose rotation `table`, which the vectors imply, has in its last
/// row; those that leave the least of the rows behind them come first.
std::vector<Candidate> overruns(const Source& table, const Claim& claim) {
  constexpr std::size_t kMost = 4;
  constexpr double kClearly = 4;  // times the squares that the row's own place leaves
  if (table.positions.listed || table.positions.step < 0 || table.rows < 3) return {};
  const ApproximateReference truth(claim, table.format);
  std::vector<double> values(table.columns);
  const auto squares = [&](std::uint64_t place) {
    double sum = 0;
    for (std::size_t j = 0; j < values.size(); ++j) {
      const auto want = truth.entry(truth.channel(j), table.positions[place]);
      if (want && std::isfinite(values[j])) sum += std::pow(values[j] - want->want, 2);
    }
    return sum;
  };
  const std::uint64_t last = table.rows - 1;
  table.read(last, 1, values);
  const double own = squares(last);
  std::vector<std::pair<double, std::uint64_t>> places;
  for (std::uint64_t place = 0; place < last; ++place)
    if (const double left = squares(place); kClearly * left < own) places.emplace_back(left, place);
  std::sort(places.begin(), places.end());
  places.resize(std::min(places.size(), kMost));
  for (auto& [left, place] : places) {
    for (std::uint64_t row = 0; row < last; ++row) {
      table.read(row, 1, values);
      left += squares(std::min(row, place));
    }
  }
  std::sort(places.begin(), places.end());
  std::vector<Candidate> found;
  for (const auto& [left, place] : places) {
    found.push_back(as_claimed(claim, "table-overrun", {{"rows", place + 1}}));
    found.back().last = table.positions[place];
  }
  return found;
}

/// Returns whether all vectors of a lead are stored unrotated.
bool untouched(const RotatedSource& source, std::uint64_t lead) {
  std::vector<double> before(source.columns), after(source.columns);
  for (std::uint64_t place = 0; place < source.places(); ++place) {
    source.read(source.row(lead, place), before, after);
    for (std::size_t j = 0; j < source.columns; ++j)
      if (std::isfinite(after[j]) && round_to(source.format, before[j]) != after[j]) return false;
  }
  return true;
}

/// Two groups of leads that have no index along an axis in common.
struct Split {
  std::vector<std::uint64_t> first, second;
  std::size_t axis = 0;
  IndexRanges of_first, of_second;  ///< their indices along the axis
};

/// Returns the split of those leads for which is_first(lead) is true, and the others, along the
/// first axis that splits them; nullopt if there is none.
template <class IsFirst>
std::optional<Split> split(const RotatedSource& source, const IsFirst& is_first) {
  Split found;
  for (std::uint64_t lead = 0; lead < source.leads; ++lead)
    (is_first(lead) ? found.first : found.second).push_back(lead);
  const auto indices = [&](const std::vector<std::uint64_t>& leads, std::size_t axis) {
    std::set<std::uint64_t> some;
    for (const std::uint64_t lead : leads) some.insert(source.index(lead, axis));
    return IndexRanges::of({some.begin(), some.end()});
  };
  if (found.first.empty() || found.second.empty()) return std::nullopt;
  for (found.axis = 0; found.axis < source.shape.size(); ++found.axis) {
    if (found.axis == source.axis) continue;
    found.of_first = indices(found.first, found.axis);
    found.of_second = indices(found.second, found.axis);
    if (found.of_first.count() + found.of_second.count() == source.shape[found.axis]) return found;
  }
  return std::nullopt;
}

RotatedSource of_leads(const RotatedSource& source, std::vector<std::uint64_t> leads) {
  std::vector<std::uint64_t> places(source.places());
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  return only(source, std::move(leads), std::move(places));
}

/// Returns the finding that some heads, or batches, are rotated and the others are unchanged, with
/// any other fault of the rotated ones.
std::vector<Finding> only_some(const RotatedSource& source, const Claim& claim,
                               const Program& program) {
  const auto parts = split(source, [&](std::uint64_t lead) { return !untouched(source, lead); });
  if (!parts) return {};
  const double share = static_cast<double>(parts->first.size()) / static_cast<double>(source.leads);
  const RotatedSource rotated = of_leads(source, parts->first);
  std::vector<Finding> found;
  const bool sound = acceptance(rotated, program).has_value();
  if (!sound) found = diagnose(rotated, claim, program);
  if (!sound && found.empty()) return {};
  for (Finding& one : found) one.match = 1 - share * (1 - one.match);
  found.insert(found.begin(),
               {"first-only",
                {{"axis", static_cast<Position>(parts->axis)},
                 {"turned", parts->of_first.text()},
                 {"left", parts->of_second.text()}},
                sound ? 1 - share * (1 - best_match(rotated, program)) : found.front().match});
  return found;
}

/// Returns the findings of some heads, or batches, if all others are right: of all of them
/// together, or of each one.
std::vector<Finding> of_some(const RotatedSource& source, const Claim& claim,
                             const Program& program) {
  if (source.leads == 1) return {};
  const auto differ = differing_by_lead(source, claim, program.rotation.columns);
  const auto parts = split(source, [&](std::uint64_t lead) { return differ[lead] == 0; });
  if (!parts || !acceptance(of_leads(source, parts->first), program)) return {};
  const std::vector<std::uint64_t>& wrong = parts->second;
  const auto of_indices = [&](const IndexRanges& some) {
    std::vector<std::uint64_t> leads;
    std::copy_if(wrong.begin(), wrong.end(), std::back_inserter(leads), [&](std::uint64_t lead) {
      return some.contains(source.index(lead, parts->axis));
    });
    const double share = static_cast<double>(leads.size()) / static_cast<double>(source.leads);
    std::vector<Finding> found = diagnose(of_leads(source, std::move(leads)), claim, program);
    for (Finding& one : found) {
      // Rows and axes would be those of the part.
      if (has(one.fault, Trait::kDamage) || one.parameters.contains("axis"))
        return std::vector<Finding>();
      one.match = 1 - share * (1 - one.match);
      one.parameters["only_axis"] = static_cast<Position>(parts->axis);
      one.parameters["only"] = some.text();
    }
    return found;
  };
  const IndexRanges& all = parts->of_second;
  std::vector<Finding> found = of_indices(IndexRanges({{all[0], all[0]}}));
  if (found.empty() || all.count() == 1) return found;
  if (auto together = of_indices(all); !together.empty()) return together;
  constexpr std::uint64_t kMostApart = 16;
  if (all.count() > kMostApart) return {};
  for (std::uint64_t k = 1; k < all.count(); ++k) {
    const auto more = of_indices(IndexRanges({{all[k], all[k]}}));
    if (more.empty()) return {};
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

/// Returns the vectors with NaN in place of the zeros whose true number is subnormal; nullopt if
/// there is none, or if another number is subnormal.  They may have been flushed to zero.
std::optional<RotatedSource> without_flushed(const RotatedSource& source, const Program& program) {
  const double least = std::ldexp(1.0, source.format.emin);
  const auto truth = [&program](const RotatedColumn& c, Position p, const double* before) {
    const auto by = program.rotation.tables.pair(p, c.pair);
    return c.x(before) * exact::near(by.cosine).high + c.y(before) * exact::near(by.sine).high;
  };
  const auto flushes = [least](double want) { return want != 0 && std::abs(want) < least; };
  RotatedSource result = source;
  result.read = [source, truth, flushes, columns = program.rotation.columns](
                    std::uint64_t row, std::span<double> before, std::span<double> after) {
    source.read(row, before, after);
    for (std::size_t j = 0; j < after.size(); ++j)
      if (after[j] == 0 && !columns[j].passes() &&
          flushes(truth(columns[j], source.positions[source.place(row)], before.data())))
        after[j] = std::nan("");
  };
  bool flushed = false;
  std::vector<double> before(source.columns), after(source.columns);
  for (std::uint64_t row = 0; row < source.leads * source.places(); ++row) {
    result.read(row, before, after);
    if (std::any_of(after.begin(), after.end(), flushes)) return std::nullopt;
    flushed |= std::any_of(after.begin(), after.end(), [](double x) { return std::isnan(x); });
  }
  return flushed ? std::optional(std::move(result)) : std::nullopt;
}

/// Returns a narrower format that holds all sampled numbers after the rotation; nullopt if there is
/// none.
std::optional<Format> narrower_format(const RotatedSource& source) {
  constexpr std::uint64_t kPlaces = 64, kLeads = 4;
  const RotatedSource some = sample(source, kPlaces, kLeads);
  std::vector<double> before(some.columns), after(some.columns);
  for (const Format& format : {kBfloat16, kFloat16, kFloat32}) {
    if (format.precision >= source.format.precision) continue;
    const auto holds = [&](double x) { return !std::isfinite(x) || round_to(format, x) == x; };
    bool all = true;
    for (std::uint64_t row = 0; all && row < some.leads * some.places(); ++row) {
      some.read(row, before, after);
      all = std::all_of(after.begin(), after.end(), holds);
    }
    if (all) return format;
  }
  return std::nullopt;
}

/// Returns the finding that the vectors after the rotation are numbers of a narrower format, or
/// that small ones were flushed to zero, with any other fault; empty if they are not, or if nothing
/// explains them.
std::vector<Finding> of_storing(const RotatedSource& source, const Claim& claim,
                                const Program& program) {
  if (const auto format = narrower_format(source)) {
    RotatedSource narrow = source;
    narrow.format = *format;
    const Claim other = with_store(claim, *format);
    Program stored = program;
    stored.compute = other.formats.compute;
    const bool sound = acceptance(narrow, stored).has_value();
    std::vector<Finding> found;
    if (!sound) found = diagnose(narrow, other, stored);
    if (!sound && found.empty()) return {};
    const Cause cause = stored_as(*format);
    found.insert(found.begin(), {cause.fault, cause.parameters,
                                 sound ? best_match(narrow, stored) : found.front().match});
    return found;
  }
  if (source.format != kFloat16) return {};
  const auto kept = without_flushed(source, program);
  if (!kept || !acceptance(*kept, program)) return {};
  return {{"flushed-to-zero", {{"below", "2^-14"}}, best_match(source, program)}};
}

/// Returns the candidates that may accompany another fault: their parameters have few digits.
std::vector<Candidate> combinable(const Cause& cause, std::vector<Candidate> candidates) {
  std::erase_if(candidates, [&](const Candidate& s) {
    return s.digits > kWrittenDigits || s.fault == cause.fault || s.second_cause;
  });
  return candidates;
}

}  // namespace

std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program) {
  const RotationScheme meant = as_claimed(source, claim);
  std::vector<RotationScheme> schemes = other_schemes(source, claim);
  const auto by_scheme = [&](Explained explained) {
    for (const RotationScheme& scheme : schemes) {
      auto found = first_that_explains(source, scheme, {as_claimed(claim_of(scheme, claim), "")},
                                       claim.deadline, explained);
      if (!found.empty()) return found;
    }
    return std::vector<Finding>();
  };
  if (auto found = by_scheme(Explained::all); !found.empty()) return found;
  if (auto found = of_storing(source, claim, program); !found.empty()) return found;
  if (auto found = only_some(source, claim, program); !found.empty()) return found;
  if (auto found = of_some(source, claim, program); !found.empty()) return found;
  const Source table = held(implied_table(source, meant));
  const auto by_table = [&](Search search, Explained explained) {
    std::vector<Candidate> list = candidates(table, claim, search);
    if (explained == Explained::all_but_damage)
      std::erase_if(list, [](const Candidate& s) { return s.digits > kDigitsBesideDamage; });
    return first_that_explains(source, meant, list, claim.deadline, explained);
  };
  if (auto found = by_table(Search::direct, Explained::all); !found.empty()) return found;
  if (auto found = first_that_explains(source, meant, overruns(table, claim), claim.deadline,
                                       Explained::all);
      !found.empty())
    return found;
  for (const RotationScheme& scheme : visible_schemes(source, claim)) {
    if (claim.deadline.passed()) return {};
    const Source implied = held(implied_table(source, scheme));
    const Claim other = claim_of(scheme, claim);
    auto list = combinable(scheme.cause, candidates(implied, other, Search::among_others));
    append(overruns(implied, other), list);
    auto found = first_that_explains(source, scheme, list, claim.deadline, Explained::all);
    if (!found.empty()) return found;
  }
  if (claim.deadline.passed()) return {};
  if (auto found = of(source, meant, as_claimed(claim, ""), Explained::all_but_damage);
      !found.empty())
    return found;
  if (auto found = by_scheme(Explained::all_but_damage); !found.empty()) return found;
  if (auto found = by_table(Search::among_others, Explained::all_but_damage); !found.empty())
    return found;
  return claim.deadline.passed() ? std::vector<Finding>() : first_pair(source, meant, table, claim);
}

}  // namespace sextant::verify
