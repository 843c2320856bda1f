#include "sextant/vectors/tests.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"
#include "sextant/vectors/acceptance.hpp"

namespace sextant::vectors {
namespace {

constexpr Position kLarge = Position{1} << 20;

std::string hex(const Rational& value) { return hex_text(round(Format::bits(kOddBits), value)); }

MarginText text_of(const Margins& margins) {
  const auto text = [](const std::optional<Rational>& m) { return m ? hex(*m) : std::string(); };
  return {text(margins.in_float32), text(margins.in_float64)};
}

/// A rounded value as a text: a zero has the sign of the value.
std::string hex(const Rational& rounded, const Rational& value) {
  Number number = round(Format::bits(kOddBits), rounded);
  number.negative = value < 0;
  return hex_text(number);
}

/// The true value of a place, and the correct results.
struct Right {
  Number odd;
  Rational value;
  Margins margins;

  Stored in(const Format& format) const {
    return acceptable(format, value, margins.in(computed(format)));
  }
};

/// Whether a format holds numbers of that size.
bool reaches(const Format& format, const Rational& value) {
  return abs(value) < power_of_two(format.emax);
}

/// Without formats if the outcome is the same in all of them.
Wrong outcome(std::string flag, std::string_view result, std::string value,
              const std::vector<std::string>& affected) {
  Wrong said{std::move(flag), result, std::move(value)};
  if (affected.size() < formats().size()) said.formats = affected;
  return said;
}

/// The result of another rounding mode, if it differs: a neighbour, which is acceptable.
void add_roundings(const Right& right, const std::optional<Format>& tie,
                   std::vector<Wrong>& wrong) {
  const auto in = [&](const Format& f, Rounding mode) {
    return to_rational(round(f, right.value, mode));
  };
  const auto add = [&](const char* flag, const Format& f, const Rational& other) {
    if (other != in(f, Rounding::nearest_even))
      wrong.push_back(outcome(flag, "acceptable", hex(other, right.value), {f.name()}));
  };
  for (const Format& f : formats()) {
    if (!reaches(f, right.value)) continue;
    if (f.storage_bits == 16)
      add("DoubleRounding", f, to_rational(round(f, in(kFloat32, Rounding::nearest_even))));
    if (f == kBfloat16) add("Truncation", f, in(f, Rounding::toward_zero));
    const Rational low = in(f, Rounding::down), high = in(f, Rounding::up);
    if (tie == f) add("NearTie", f, in(f, Rounding::nearest_even) == low ? high : low);
  }
}

/// Zeros for subnormal numbers, and float32's numbers in a float64 table.
void add_narrowed(const Right& right, std::vector<Wrong>& wrong) {
  std::vector<std::string> flushed;
  for (const Format& f : formats()) {
    const bool small = right.value != 0 && abs(right.value) < power_of_two(f.emin);
    if (small && !right.in(f).holds(0)) flushed.push_back(f.name());
  }
  if (!flushed.empty())
    wrong.push_back(outcome("FlushToZero", "invalid", hex(0, right.value), flushed));
  if (!right.margins.in_float32 || !reaches(kFloat32, right.value)) return;
  const Rational single = to_rational(round(kFloat32, right.value));
  if (right.in(kFloat64).holds(single)) return;
  wrong.push_back(
      outcome("ComputedInSingle", "invalid", hex(single, right.value), {kFloat64.name()}));
  const Rational all = *right.margins.in_float32 + abs(single - right.value);
  wrong.back().margin = {{}, hex(margin(all, 0, kOddBits))};
}

/// The result of a candidate, for the formats in which it is never acceptable.     vectors.md, (6)
void add_candidate(const FaultCandidate& candidate, const TestPlace& place, const Right& right,
                   std::vector<Wrong>& wrong) {
  const auto cell = candidate.cell(place.position, place.channel);
  if (!cell) return;
  const Number made = odd(*cell, kWrongBits);
  const Rational value = to_rational(made);
  const Margins margins = candidate.margins(place.position, place.channel, value);
  std::vector<std::string> affected;
  for (const Format& f : formats()) {
    const auto& margin = margins.in(computed(f));
    if (!margin || !reaches(f, right.value) || !reaches(f, value)) continue;
    if (!right.in(f).meets(stored(f, value, *margin))) affected.push_back(f.name());
  }
  if (affected.empty()) return;
  wrong.push_back(outcome(candidate.flag, "invalid", hex_text(made), affected));
  wrong.back().margin = text_of(margins);
  wrong.back().parameters = candidate.parameters;
}

/// Flags that depend only on the place: why it is tested.
void add_place_flags(const Chart& chart, const Subject& subject, TestPlace& place) {
  const auto flag = [&](const char* name, bool holds) {
    if (holds) place.flags.emplace_back(name);
  };
  const Channel& c = chart.channels[place.channel];
  const int pairs = chart.waves.pairs();
  if (!one_row(subject.part)) {
    flag("FirstPosition", place.position == 0);
    flag("LargePosition", place.position >= kLarge);
    flag("PowerOfTwo", place.comment.find("2^") != std::string::npos);
    const Position end = subject.positions;
    flag("ContextEnd", end > 0 && place.position >= end - 1 && place.position <= end + 1);
  }
  if (pairs == 0 || c.function == Function::zero) return;
  flag("HighChannel", c.pair >= pairs - std::max(1, pairs / 8));
  const Frequency& f = chart.waves.frequencies[static_cast<std::size_t>(c.pair)];
  const Rational omega = to_rational(exact::nearest(kFloat64, f.expression()));
  flag("FrequencyUnderflow", omega != 0 && abs(omega) < power_of_two(kFloat16.emin));
}

Test test_of(std::size_t id, const TestPlace& place, const Right& right, std::vector<Wrong> wrong) {
  std::set<std::string> flags(place.flags.begin(), place.flags.end());
  for (const Wrong& one : wrong) flags.emplace(one.flag);
  return {id,
          place.comment,
          to_text(place.position),
          place.channel,
          hex_text(right.odd),
          text_of(right.margins),
          {flags.begin(), flags.end()},
          std::move(wrong)};
}

}  // namespace

std::vector<Test> tests(const Subject& subject, std::uint64_t searched, std::size_t first) {
  const Chart chart = exact::settled(sextant::chart(subject.encoding, subject.part));
  const FaultCandidates known = fault_candidates(subject.encoding, subject.part, chart);
  std::vector<TestPlace> chosen = places(subject, chart, known, searched);
  std::vector<Position> positions;
  for (const TestPlace& place : chosen) positions.push_back(place.position);
  const RecipeMargins grants(chart, positions);
  for (const auto& candidate : known) candidate->prepare(positions);
  const auto waves = std::make_shared<const Waves>(chart.waves);
  std::vector<Test> made;
  for (TestPlace& place : chosen) {
    Right right{odd({waves, to_rational(place.position), chart.channels[place.channel]}), {}, {}};
    right.value = to_rational(right.odd);
    right.margins = grants.at(place.position, place.channel, right.value, kOddBits);
    std::vector<Wrong> wrong;
    for (const auto& candidate : known) add_candidate(*candidate, place, right, wrong);
    add_narrowed(right, wrong);
    add_roundings(right, place.tie, wrong);
    add_place_flags(chart, subject, place);
    made.push_back(test_of(first + made.size(), place, right, std::move(wrong)));
  }
  return made;
}

}  // namespace sextant::vectors
