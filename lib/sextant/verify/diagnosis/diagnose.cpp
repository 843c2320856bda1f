#include "sextant/verify/diagnosis/diagnose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "sextant/number/text.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/terms.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/candidates.hpp"
#include "sextant/verify/candidate/estimated_frequencies.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/candidate/overflow.hpp"
#include "sextant/verify/candidate/storing_candidates.hpp"
#include "sextant/verify/diagnosis/approximate_sines.hpp"
#include "sextant/verify/diagnosis/bit_matches.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"
#include "sextant/verify/diagnosis/closest.hpp"
#include "sextant/verify/diagnosis/grown_table.hpp"
#include "sextant/verify/diagnosis/narrower_numbers.hpp"
#include "sextant/verify/diagnosis/two_faults.hpp"
#include "sextant/verify/diagnosis/uncapped_buckets.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

/// Maximum number of pairs of faults that are also tested with damaged entries.
constexpr std::size_t kMostDamaged = 24;

/// A pair of faults that passes the prefilter except for a few entries.
struct Likely {
  std::shared_ptr<CandidateTest> test;
  Candidate candidate;
};

/// Minimum fraction of bitwise matches if bounds are not informative.
///                                                                                 verdict.md, (37)
constexpr double kLeastBits = 0.5;
/// Minimum number of entries that are evidence of bits; fewer may all match by accident.
constexpr int kFewestBits = 64;
/// Minimum number of rows of waves that prove two faults: two give each pair a phase and a
/// rotation.
constexpr std::uint64_t kFewestRows = 4;

/// Returns whether only the published bound of a device's sines supports the candidate.  It holds
/// for one turn, and is too wide to prove anything.
bool by_a_wide_bound(const Candidate& candidate) {
  return recipe::trigonometry(candidate.recipe) == recipe::Trigonometry::device &&
         candidate.within_bound && !candidate.reproduced;
}

/// Returns whether all entries of a table of integers are equal.  Many programs make such a table,
/// so it proves no fault.
bool is_constant(const Source& source, const Claim& claim) {
  if (!claim.chart.integral()) return false;
  const double first = source.row(0).front();
  return every_row(source, [&](std::uint64_t, std::span<const double> row) {
    return std::all_of(row.begin(), row.end(), [&](double x) { return x == first; });
  });
}

/// Returns the fraction of a table's entries that are finite.
double finite_part(const Source& source) {
  std::uint64_t finite = 0;
  every_row(source, [&](std::uint64_t, std::span<const double> row) {
    for (const double x : row) finite += std::isfinite(x) ? 1U : 0U;
    return true;
  });
  return static_cast<double>(finite) / static_cast<double>(source.rows * source.columns);
}

/// Returns the findings of a candidate; its second cause comes first.
std::vector<Finding> named(const CandidateTest& test, const Claim& claim,
                           const Candidate& candidate) {
  const double match = test.match(candidate);
  std::vector<Finding> found;
  if (candidate.second_cause)
    found.push_back({candidate.second_cause->fault, candidate.second_cause->parameters, match});
  found.push_back({candidate.fault, candidate.parameters, match, drift(claim, candidate)});
  if (const auto pairs = changed_pairs(claim, candidate)) found.back().parameters["pairs"] = *pairs;
  found.back().overflow =
      finite_part(test.source()) < 1 &&
      ((match == 1 && !candidate.recipe.empty()) || predicts_overflow(test.source(), candidate));
  const bool fitted = candidate.digits > kWrittenDigits && match < 1;  // verdict.md, (36)
  if (fitted || by_a_wide_bound(candidate) || is_constant(test.source(), claim))
    for (Finding& f : found) f.residual = residual(test.source(), candidate);
  return found;
}

/// What a candidate matches bit for bit and the claim does not: as a number of entries, and as a
/// fraction of the finite ones that the claim does not match.  Both are negative if it matches
/// fewer.
struct Evidence {
  double entries = 0, fraction = 0;
};
Evidence evidence(const CandidateTest& test, const Claim& claim, const Candidate& candidate) {
  const double claimed = test.match(as_claimed(claim, ""));
  const double finite = finite_part(test.source());
  if (!(claimed < finite)) return {};
  const double more = test.match(candidate) - claimed;
  const Source& source = test.source();
  return {more * static_cast<double>(source.rows * source.columns), more / (finite - claimed)};
}

/// Returns whether angles rounded to 16 bits are identifiable: bounds are informative at every
/// position, or the candidate matches enough bits that the claim does not match.
///                                                                                 verdict.md, (37)
bool identifiable_angles(const CandidateTest& test, const Claim& claim,
                         const Candidate& candidate) {
  const Source& source = test.source();
  const auto& angle = candidate.formats.intermediate.angle;
  return !angle || bounded(source.positions, source.format, candidate, *angle) ||
         evidence(test, claim, candidate).fraction >= kLeastBits;
}

/// Returns whether two faults are identifiable: they match more bits than the claim, and either
/// bounds are informative at every position, or they match enough of these bits.  Two or three rows
/// of waves fit any two faults, and so do short tables at large positions.  Of rounded angles,
/// bounds prove nothing.
///                                                                                 verdict.md, (37)
bool is_identifiable(const CandidateTest& test, const Claim& claim, const Candidate& candidate) {
  const Source& source = test.source();
  const bool waves = has_waves(candidate.truth);
  if (waves && source.rows < kFewestRows) return false;
  const Evidence bits = evidence(test, claim, candidate);
  if (candidate.formats.intermediate.angle)
    return bits.fraction >= kLeastBits && bits.entries >= kFewestBits;
  const bool compared = !candidate.alteration.quantised.any();  // no bits of multiples of a quantum
  return bits.fraction >= kLeastBits ||
         ((bits.fraction > 0 || !compared) &&
          bounded(source.positions, source.format, candidate, claim.formats.compute,
                  estimated_part(candidate, source.rows)));
}

/// Returns whether a candidate explains a table and any angles that it rounds are identifiable.
bool explained_by(const CandidateTest& test, const Claim& claim, const Candidate& candidate,
                  Strictness strictness = Strictness::strictly) {
  return test.explains(candidate, strictness) && identifiable_angles(test, claim, candidate);
}

/// Returns how strictly faults are tested.  If the entries that bounds decide contradict the claim,
/// only such entries are checked.
Strictness strictness_for(const CandidateTest& test, const Claim& claim) {
  return test.explains(as_claimed(claim, ""), Strictness::decided) ? Strictness::strictly
                                                                   : Strictness::decided;
}

/// Returns the candidates with the most tolerant accepted library, unless a library is given.
std::vector<Candidate> by_any_library(std::vector<Candidate> candidates) {
  for (Candidate& s : candidates)
    if (s.formats.library == nullptr) s.formats.library = &recipe::loosest_library();
  return candidates;
}

/// Returns whether corrupt entries are off by much more than parameters estimated from the table
/// may explain: 32 roundings of storage and 8 times the bound.
///                                                                             verdict.md, Identity
bool beyond_estimates(const BoundsResult& coverage, const Format& store, const Chart& chart) {
  const double least = 32 * recipe::storage_error(store, recipe::upward(chart.waves.amplitude));
  return std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Violation& place) {
    return !(place.absolute <= std::max(least, 8 * place.bound));
  });
}

/// Returns whether one of some causes is a fault.
bool has(const std::vector<Cause>& causes, const std::string& fault) {
  return std::any_of(causes.begin(), causes.end(),
                     [&](const Cause& c) { return c.fault == fault; });
}

/// Returns the findings of the first candidate that leaves the fewest corrupt entries, if these are
/// few, with its equals: the other faults that leave as many of them.
std::vector<Finding> with_damage(const CandidateTest& test, const Claim& claim,
                                 const std::vector<Candidate>& candidates,
                                 Strictness strictness = Strictness::strictly) {
  std::vector<Finding> found;
  std::vector<Cause> others;
  auto violations = std::numeric_limits<std::uint64_t>::max();  // allowed
  for (const Candidate& candidate : candidates) {
    if (claim.deadline.passed()) break;
    if (candidate.digits > kDigitsBesideDamage) continue;
    if (!found.empty() && (candidate.fault == found.front().fault || has(others, candidate.fault)))
      continue;
    const auto coverage = test.damage(candidate, strictness, violations);
    if (!coverage || (candidate.second_cause && !is_identifiable(test, claim, candidate))) continue;
    const Source& source = test.source();
    if (claim.guessed && !beyond_estimates(*coverage, source.format, candidate.truth)) continue;
    if (!found.empty() && coverage->violations == violations) {
      others.push_back({candidate.fault, candidate.parameters});
      continue;
    }
    violations = coverage->violations;
    others.clear();
    found.clear();
    if (!candidate.fault.empty()) found = named(test, claim, candidate);
    const double match = test.match(candidate);
    found.push_back(corrupt_entries(*coverage, source.format, source.positions.parts, match));
    if (candidate.second_cause) break;
  }
  if (found.size() == 2) found.front().equals = std::move(others);
  return found;
}

/// Returns one candidate of each other fault that explains the table as well as `fault`.
std::vector<Cause> equals(const CandidateTest& test, const Claim& claim,
                          std::span<const Candidate> candidates, const std::string& fault,
                          Strictness strictness) {
  std::vector<Cause> found;
  for (const Candidate& s : candidates) {
    if (claim.deadline.passed()) break;
    if (s.fault != fault && !has(found, s.fault) && !s.second_cause &&
        explained_by(test, claim, s, strictness))
      found.push_back({s.fault, s.parameters});
  }
  return found;
}

/// Returns the first candidate without estimated parameters that explains the table with any
/// library; nullopt if none does, or if the library was given.
std::optional<Candidate> without_estimates(const CandidateTest& test, const Claim& claim,
                                           std::span<const Candidate> candidates,
                                           Strictness strictness) {
  if (claim.formats.library != nullptr) return std::nullopt;
  for (Candidate s : candidates) {
    if (s.digits > 0 || claim.deadline.passed()) continue;
    s.formats.library = &recipe::loosest_library();
    if (explained_by(test, claim, s, strictness)) return s;
  }
  return std::nullopt;
}

using TwoCauses = std::array<Cause, 2>;

TwoCauses causes_of(const Candidate& pair) {
  return {*pair.second_cause, {pair.fault, pair.parameters}};
}

/// Adds to each of two findings its equals: the faults that explain the table together with the
/// other finding.  `others` are all other pairs that explain the table.  Returns whether each of
/// them consists of a fault of the first finding and a fault of the second, or of their equals.
bool add_equals(const TwoCauses& pair, const std::vector<TwoCauses>& others,
                std::vector<Finding>& found) {
  const auto is_named = [&](std::size_t k, const Cause& cause) {
    const std::vector<Cause>& equals = found[k].equals;
    return pair[k] == cause || std::find(equals.begin(), equals.end(), cause) != equals.end();
  };
  for (const TwoCauses& other : others) {
    for (std::size_t k = 0; k < other.size(); ++k) {
      const auto same = std::find(pair.begin(), pair.end(), other[k]);
      if (same == pair.end()) continue;
      const std::size_t explained = same == pair.begin() ? 1 : 0;
      if (!is_named(explained, other[1 - k])) found[explained].equals.push_back(other[1 - k]);
    }
  }
  return std::all_of(others.begin(), others.end(), [&](const TwoCauses& other) {
    return (is_named(0, other[0]) && is_named(1, other[1])) ||
           (is_named(0, other[1]) && is_named(1, other[0]));
  });
}

/// Returns the findings of the first candidate that explains the table, with its equals.  One
/// without estimated parameters precedes those with them, whatever its library.  If `loose`, also
/// those of another fault whose recipe matches every bit.                      verdict.md, (3a)
std::vector<Finding> first_that_explains(const CandidateTest& test, const Claim& claim,
                                         const std::vector<Candidate>& candidates,
                                         const Progress& progress, bool loose = false,
                                         Strictness strictness = Strictness::strictly) {
  for (std::size_t k = 0; k < candidates.size() && !claim.deadline.passed(); ++k) {
    if (explained_by(test, claim, candidates[k], strictness)) {
      Candidate candidate = candidates[k];
      if (candidate.digits > 0) {
        auto simpler = without_estimates(test, claim, std::span(candidates).first(k), strictness);
        candidate = std::move(simpler).value_or(std::move(candidate));
      }
      auto found = named(test, claim, candidate);
      if (!candidate.second_cause)
        found.back().equals =
            equals(test, claim, std::span(candidates).subspan(k), candidate.fault, strictness);
      const bool alone =
          candidate.recipe.empty() && !candidate.alteration.any() && !candidate.moved;
      const auto rows = test.source().positions;
      const auto moved =
          loose && alone ? at(test.source(), shifted(rows, candidate.shift)) : std::nullopt;
      if (!moved) return found;
      const auto others = made_by_bits(*moved, changed(claim, candidate));
      found.insert(found.end(), others.begin(), others.end());
      return found;
    }
    report(progress, k + 1, candidates.size());
  }
  return {};
}

/// Returns the findings of a table that was too short, so that its last row repeats: those of the
/// other rows, and the overrun.
std::vector<Finding> of_short(const Source& source, const Claim& claim, const exact::Oracle& oracle,
                              const Progress& progress, const std::optional<Format>& before) {
  // Buckets of far keys and steps of a staircase repeat, whatever the fault.
  if (claim.chart.integral() || query_scale_of(claim) != nullptr) return {};
  const auto row = repeated_from(source);
  if (!row) return {};
  std::vector<Finding> found =
      diagnose(beginning(source, *row + 1), claim, oracle, progress, before);
  // A damaged row that repeats is a filling, and one row more that repeats is no overrun.
  const bool filled = std::any_of(found.begin(), found.end(), [](const Finding& f) {
    return has(f.fault, Trait::kDamage | Trait::kRepetition);
  });
  if (found.empty() || filled) return {};
  Finding overrun{"table-overrun", {{"rows", *row + 1}}, found.front().match};
  found.push_back(std::move(overrun));
  return found;
}

/// Adds the entries of a table that its narrower format cannot hold to the findings, as corrupt
/// ones.
void add_others(const NarrowerTable& table, const Source& source, std::vector<Finding>& found) {
  if (table.others.violations == 0) return;
  Finding damage =
      corrupt_entries(table.others, source.format, source.positions.parts, found.front().match);
  for (Finding& known : found)
    if (known.fault == damage.fault) return join(damage, known);
  found.push_back(std::move(damage));
}

/// Returns the findings of a table whose numbers are of a narrower format: that they are stored in
/// a wider one, and the faults of the same table in the narrower one.  A claim of float64 is also
/// tried in float32.  If nothing explains the table, the closest faults if `likely`; else empty.
/// If `alone`, only that they are stored so.  `before` is that of diagnose().
std::vector<Finding> of_narrower(const NarrowerTable& table, const Source& source,
                                 const Claim& stated, const exact::Oracle& oracle,
                                 const Progress& progress, const std::optional<Format>& before,
                                 bool likely, bool alone) {
  const Source& narrow = table.source;
  const Cause cause = stored_as(narrow.format);
  Claim claim = with_store(stated, narrow.format);
  std::vector<Finding> closest;
  for (const bool in_float32 : {false, true}) {
    if (in_float32 && claim.formats.compute != kFloat64) break;
    if (in_float32) claim.formats.compute = kFloat32;
    std::vector<Finding> found;
    if (acceptance(narrow, oracle, claim.chart, claim.formats) ||
        CandidateTest(narrow).explains(by_any_library({as_claimed(claim, "")}).front(),
                                       Strictness::decided)) {
      found = {{cause.fault, cause.parameters, match(narrow, claim)}};
      found.front().overflow =
          finite_part(narrow) < 1 && predicts_overflow(narrow, as_claimed(claim, ""));
      add_others(table, source, found);
      return found;
    }
    if (alone) continue;
    Closest nearest(narrow, claim);
    found = diagnose(narrow, claim, oracle, progress, before, &nearest);
    const bool unproved = found.empty();
    if (unproved) found = nearest.findings();
    if (found.empty()) continue;
    // Quantised tables, and faults that compute in the narrower format, explain it already.
    const bool included = std::any_of(found.begin(), found.end(), [](const Finding& f) {
      return has(f.fault, Trait::kNotCompared | Trait::kOfNarrow);
    });
    const Finding& first = found.front();
    Finding stored{cause.fault, cause.parameters, first.match, std::nullopt, first.residual};
    if (!included) found.push_back(std::move(stored));
    if (!unproved) {
      add_others(table, source, found);
      return found;
    }
    if (closest.empty()) closest = std::move(found);
  }
  return likely ? closest : std::vector<Finding>();
}

/// Returns the number of digits of both estimated parameters of a pair.
double digits(const Candidate& pair) { return pair.digits_before + pair.digits; }

/// Returns whether one of two faults has many numbers, so that it may imitate a simpler one: rows
/// are misplaced in many ranges, or columns are permuted.
bool is_lengthy(const Candidate& pair) {
  constexpr std::size_t kFewRanges = 4;
  const bool rows = pair.moved && pair.moved->size() > kFewRanges;
  return rows || has(pair.fault, Trait::kPermutation) ||
         has(pair.second_cause->fault, Trait::kPermutation);
}

/// Returns whether several columns hold the content of one.  Two simpler faults may make the same
/// table.
bool repeats_columns(const Claim& claim, const Candidate& candidate) {
  const auto &meant = claim.chart.channels, &held = candidate.truth.channels;
  return has(candidate.fault, Trait::kPermutation) &&
         !std::is_permutation(held.begin(), held.end(), meant.begin(), meant.end());
}

/// Returns whether a candidate's bounds allow for frequencies computed in another way, or for a
/// phase.
bool allows_more(const Candidate& candidate) {
  return candidate.given == Given::nearly || !candidate.truth.waves.phases.empty();
}

/// Returns the claim with that allowance, and with a library that is less accurate than accepted
/// ones.
Candidate with_allowance(const Claim& claim) {
  Candidate near = as_claimed(claim, "");
  near.given = Given::nearly;
  if (near.truth.waves.phases.empty())
    near.truth.waves.phases.assign(static_cast<std::size_t>(claim.chart.waves.pairs()), 0);
  near.formats.library = &recipe::doubtful_library();
  return near;
}

/// Returns the findings of buckets without a cap whose rows are copied, or restart; else none.
std::vector<Finding> uncapped_in_other_rows(const CandidateTest& test, const Claim& claim) {
  if (!claim.chart.integral()) return {};
  for (const Candidate& s : order_candidates(test.source(), claim)) {
    const auto rows = at(test.source(), rounded(test.source().positions, s));
    auto uncapped = s.moved && rows ? uncapped_buckets(*rows, claim) : std::nullopt;
    if (uncapped) return {{s.fault, s.parameters, uncapped->match}, *std::move(uncapped)};
  }
  return {};
}

}  // namespace

void join(const Finding& damage, Finding& known) {
  auto& entries = known.parameters["entries"];
  entries = std::get<Position>(entries) + std::get<Position>(damage.parameters.at("entries"));
  auto& places = std::get<std::vector<Parameters>>(known.parameters["places"]);
  const auto& more = damage.parameters.places();
  places.insert(places.end(), more.begin(), more.end());
}

Finding corrupt_entries(const BoundsResult& coverage, const Format& format, std::uint64_t parts,
                        double match) {
  std::vector<Parameters> places;
  for (const Violation& place : coverage.places) {
    places.push_back({{"position", to_text(place.position, parts)},
                      {"row", place.row},
                      {"channel", place.channel},
                      {"got", shortest_decimal(format, from_double(place.got))},
                      {"want", shortest_decimal(format, from_double(place.want))}});
  }
  return {
      "corrupt-entry", {{"entries", coverage.violations}, {"places", std::move(places)}}, match};
}

double match(const Source& source, const Claim& claim) {
  return best_match(source, claim.chart, claim.formats);
}

std::vector<Finding> diagnose_whole(const Source& source, const Claim& claim) {
  auto found = first_that_explains(CandidateTest(source), claim, candidates(source, claim), {});
  if (!found.empty()) return found;
  const exact::Oracle truth(claim.chart);
  const auto table = narrower(source, truth);
  if (!table || table->others.violations > 0) return {};
  const Claim stored = with_store(claim, table->source.format);
  if (!acceptance(table->source, truth, stored.chart, stored.formats)) return {};
  const Cause cause = stored_as(table->source.format);
  return {{cause.fault, cause.parameters, match(table->source, stored)}};
}

std::vector<Finding> damaged_alone(const Source& source, const Claim& claim) {
  return with_damage(CandidateTest(source), claim, by_any_library({as_claimed(claim, "")}));
}

std::vector<Finding> made_by_bits(const Source& source, const Claim& claim) {
  if (source.rows * source.columns < std::uint64_t{kFewestBits}) return {};
  const auto made = [&](std::string_view name, const recipe::ComputeFormats& formats) {
    const auto recipe = recipe::make(name, claim.chart, formats, source.positions);
    return bitwise_match(source, *recipe, 0).all();
  };
  const auto made_soundly = [&](const recipe::ComputeFormats& formats) {
    const auto entries = recipe::catalogue(claim.chart);
    return std::any_of(entries.begin(), entries.end(), [&](const recipe::Entry& entry) {
      return entry.sound && possible(entry.name, formats) && made(entry.name, formats);
    });
  };
  if (made_soundly(claim.formats)) return {};
  for (const Candidate& s : storing_candidates(source, claim))
    if (made_soundly(s.formats)) return {{s.fault, s.parameters, 1}};
  if (recipe::of_bias(claim.chart)) return {};  // the other recipes are of waves
  for (const Candidate& s : recipe_candidates(source, claim)) {
    if (s.within_bound) continue;
    if (made(s.recipe, s.formats)) return {{s.fault, s.parameters, 1}};
    const recipe::Trigonometry sines = recipe::trigonometry(s.recipe);
    // Its sines, of the angles of a sound recipe.
    for (const recipe::Entry& entry : recipe::catalogue(claim.chart)) {
      const auto recipe = entry.sound ? recipe::make_with(entry.name, sines, claim.chart, s.formats,
                                                          source.positions)
                                      : nullptr;
      if (recipe != nullptr && bitwise_match(source, *recipe, 0).all())
        return {{s.fault, s.parameters, 1}};
    }
  }
  // Other libraries round a few entries otherwise.
  for (const Candidate& s : recipe_candidates(source, claim))
    if (!s.within_bound && matches_clearly_more_bits(source, s))
      return {{s.fault, s.parameters, CandidateTest(source).match(s)}};
  return {};
}

std::vector<Finding> diagnose(const Source& table, const Claim& stated, const exact::Oracle& oracle,
                              const Progress& progress, const std::optional<Format>& before,
                              Closest* closest) {
  if (stated.deadline.passed()) return {};
  const Source source = held(table);
  if (auto found = uncapped_buckets(source, stated)) return {std::move(*found)};
  const CandidateTest test(source);
  if (auto found = uncapped_in_other_rows(test, stated); !found.empty()) return found;
  const auto in_narrower = [&](bool alone) -> std::optional<std::vector<Finding>> {
    const auto narrow = narrower(source, oracle);
    if (!narrow) return std::nullopt;
    return of_narrower(*narrow, source, stated, oracle, progress, before, closest != nullptr,
                       alone);
  };
  // A rounded divisor gives the same numbers.
  if (is_reciprocal(stated.chart.channels.front().function))
    if (auto found = in_narrower(false)) return *std::move(found);
  std::vector<Candidate> alone = candidates(source, stated);
  if (!recipe::of_bias(stated.chart) && stated.chart.waves.pairs() > 0 &&
      test.explains(with_allowance(stated)))
    std::erase_if(alone, allows_more);  // they would also explain the claim's own table
  const auto last = std::stable_partition(
      alone.begin(), alone.end(), [&](const Candidate& s) { return !repeats_columns(stated, s); });
  std::vector<Candidate> after_pairs(last, alone.end());
  alone.erase(last, alone.end());
  if (auto found = first_that_explains(test, stated, alone, progress); !found.empty()) return found;
  Claim claim = stated;  // from here on with the most tolerant accepted library
  if (claim.formats.library == nullptr) claim.formats.library = &recipe::loosest_library();
  alone = by_any_library(std::move(alone));
  if (stated.formats.library == nullptr) {
    if (auto found = first_that_explains(test, claim, alone, {}, true); !found.empty())
      return found;
    // With a compiler that approximates divisions.
    for (Candidate& s : alone) s.formats.library = &recipe::loosest_library(true);
    if (auto found = first_that_explains(test, claim, alone, {}, true); !found.empty())
      return found;
    for (Candidate& s : alone) s.formats.library = &recipe::loosest_library();
  }
  // Numbers of waves show their format, and no other search in the table's own one follows.  Biases
  // of another slope may be numbers of a narrower format.
  const bool bias = recipe::of_bias(stated.chart);
  if (auto found = in_narrower(bias); found && !(bias && found->empty())) return *std::move(found);
  if (auto found = with_damage(test, claim, {as_claimed(claim, "")}); !found.empty()) return found;
  if (auto found = grown_table(source, stated); !found.empty()) return found;
  const Strictness strictness = strictness_for(test, claim);
  if (strictness == Strictness::decided) {  // a table that is only damaged has no other fault
    if (auto found = with_damage(test, claim, {as_claimed(claim, "")}, strictness); !found.empty())
      return found;
    if (auto found = first_that_explains(test, claim, alone, {}, false, strictness); !found.empty())
      return found;
  }
  if (claim.deadline.passed()) return {};
  if (claim.guessed)  // two faults explain nearly any table
    return first_that_explains(test, claim, by_any_library(std::move(after_pairs)), {});
  std::vector<Finding> found;
  std::optional<Likely> proved;   // the pair that is named: the first one with the fewest digits
  std::optional<Likely> weak;     // the first pair that is not identifiable
  std::optional<Likely> lengthy;  // the first pair with many numbers
  std::vector<Likely> likely;
  std::vector<Candidate> firsts = candidates(source, claim, Search::among_others);
  append(fitted_candidates(source, claim, ShownBy::rotations), firsts);
  std::vector<TwoCauses> others;  // the other pairs
  const auto visit = [&](const std::shared_ptr<CandidateTest>& moved, Candidate pair) {
    if (moved->explains(pair, strictness)) {
      if (is_identifiable(*moved, claim, pair)) {
        if (!is_lengthy(pair)) {
          const bool fewer = proved && digits(pair) < digits(proved->candidate);
          if (proved) others.push_back(causes_of(fewer ? proved->candidate : pair));
          if (!proved || fewer) proved = Likely{moved, std::move(pair)};
        } else if (!lengthy) {
          lengthy = Likely{moved, std::move(pair)};
        }
      } else if (!weak) {
        weak = Likely{moved, std::move(pair)};
      }
    } else if (likely.size() < kMostDamaged && moved->filter().admits(pair, false)) {
      likely.push_back({moved, std::move(pair)});
    }
    return false;
  };
  std::vector<Candidate> followed = firsts;
  if (before) {
    std::erase_if(followed, [&](const Candidate& first) {
      return bounded(source.positions, source.format, first, *before);
    });
  }
  for_each_pair(source, claim, followed, visit, progress);
  if (!proved) found = first_that_explains(test, claim, by_any_library(std::move(after_pairs)), {});
  if (!proved && found.empty()) proved = std::move(lengthy);
  if (proved) {
    found = named(*proved->test, claim, proved->candidate);
    // Other pairs of faults may make the same biases: then no pair is proved.
    if (!add_equals(causes_of(proved->candidate), others, found) && recipe::of_bias(claim.chart)) {
      weak = std::move(proved);
      found.clear();
    }
  }
  if (found.empty() && weak) {
    const Residual left = residual(weak->test->source(), weak->candidate);
    const Residual claimed = residual(source, as_claimed(claim, ""));
    if (1 - left.accounts_for <= (1 - claimed.accounts_for) / 2) {
      found = named(*weak->test, claim, weak->candidate);
      for (Finding& f : found) f.residual = left;
    }
  }
  if (found.empty() && bias)
    if (auto narrow = in_narrower(false)) found = *std::move(narrow);
  if (found.empty()) found = of_short(source, stated, oracle, progress, before);
  // Damaged entries disturb estimates, so bases in use are tried too.
  // A staircase equals many others in nearly all rows, so that a fault beside damaged entries is
  // one only if it changes most rows by no number of its own.
  std::vector<Candidate> beside_damage = firsts;
  if (query_scale_of(claim) != nullptr) {
    const bool most = residual(source, as_claimed(claim, "")).accounts_for < 0.5;
    std::erase_if(beside_damage, [&](const Candidate& s) {
      return !most || s.digits > 0 || s.moved || s.truth.waves.origin != claim.chart.waves.origin;
    });
  }
  if (found.empty()) found = with_damage(test, claim, beside_damage, strictness);
  for (std::size_t k = 0; found.empty() && k < likely.size(); ++k)
    found = with_damage(*likely[k].test, claim, {likely[k].candidate}, strictness);
  if (found.empty()) {
    if (auto sines = approximate_sines(source, stated)) return {std::move(*sines)};
  }
  if (closest == nullptr || !found.empty()) return found;
  for (const std::vector<Candidate>* list : {&alone, &firsts})
    for (const Candidate& candidate : *list) closest->note(source.positions, candidate);
  for (const Likely& pair : likely) closest->note(pair.test->source().positions, pair.candidate);
  return found;
}

}  // namespace sextant::verify
