#include "sextant/verify/diagnosis/turned_suspect.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sextant/exact/evaluate.hpp"
#include "sextant/number/number.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/suspects.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kLeadsAsked = 8;

/// The factor by which pairs become longer, over some leads, and what roundings make of it: the
/// mean of independent ones, and a unit that all numbers may share.
Estimate stretch_of(const RotatedSource& source, const Pairs& pairs) {
  double before = 0, after = 0;
  const RotatedSource some = sample(source, 1024, kLeadsAsked);
  std::vector<double> x(some.places() * some.columns), y(x.size());
  for (std::uint64_t lead = 0; lead < some.leads; ++lead) {
    some.read(lead, 0, some.places(), x, y);
    for (std::uint64_t p = 0; p < some.places(); ++p) {
      for (std::size_t i = 0; i < pairs.count; ++i) {
        for (const std::size_t j : {pairs.u(i), pairs.v(i)}) {
          const double in = x[p * some.columns + j];
          const double out = y[p * some.columns + j];
          if (!std::isfinite(in) || !std::isfinite(out)) continue;
          before += in * in, after += out * out;
        }
      }
    }
  }
  const double value = std::sqrt(after / before);
  return {value, value * std::ldexp(1.0, -std::min(some.format.precision, 50))};
}

/// Builds the list: every suspect starts as the claim and has one thing changed.
class Line {
 public:
  Line(const RotatedSource& source, const Claim& claim, const TurnedLook& look)
      : source_(source),
        claim_(claim),
        look_(look),
        rotary_(std::get<Rotary>(claim.encoding)),
        pairs_(Pairs::of(rotary_.layout, static_cast<std::size_t>(rotary_.dim))) {}

  std::vector<TurnSuspect> take() { return std::move(suspects_); }

  void unrotated() {
    TurnSuspect s = claimed("unrotated", {});
    s.columns = rotated_columns(source_.columns, Pairs{}, Pairs{});
    add(std::move(s));
  }

  void sign() {
    TurnSuspect s = claimed("sign", {{"direction", "turned back"}});
    s.tables = turned_back(s.tables);
    add(std::move(s));
  }

  void twice() {
    if (source_.given != source_.format) return;
    TurnSuspect s = claimed("rotated-twice", {});
    s.twice = true;
    add(std::move(s));
  }

  /// The pairs elsewhere, or written elsewhere.
  void layouts() {
    for (const auto& [before, after] : other_places()) {
      TurnSuspect s = claimed("layout", layout_parameters(before, after));
      s.columns = rotated_columns(source_.columns, before, after);
      add(std::move(s));
    }
  }

  /// Another axis taken for that of the positions.
  void other_axes() {
    const std::vector<std::uint64_t>& shape = source_.shape;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      if (axis == source_.axis || shape[axis] < 2) continue;
      const Position first = source_.positions[0];
      for (const Position from : {first, Position{0}}) {
        if (magnitude(from) > magnitude(kLargestPosition) - shape[axis]) continue;
        TurnSuspect s =
            claimed("head-for-position", {{"axis", static_cast<Position>(axis)},
                                          {"from", position_value(from, source_.positions.parts)},
                                          {"positions_axis", static_cast<Position>(source_.axis)}});
        s.axis = axis;
        s.counted = Positions::from(from, shape[axis]);
        s.counted.parts = source_.positions.parts;
        s.counted.step = static_cast<std::int64_t>(source_.positions.parts);
        add(std::move(s));
        if (first == 0) break;
      }
    }
  }

  /// A part of the channels that are meant to turn, and the others left: with the frequencies of
  /// that part, or the first ones of the whole.
  void part_of_part() {
    const std::vector<bool>& changed = look_.changed();
    const std::size_t dim = 2 * pairs_.count;
    std::size_t seen = 0;  // channels up to the last one that changes
    for (std::size_t j = 0; j < changed.size(); ++j)
      if (changed[j]) seen = j + 1;
    if (seen == 0 || seen > dim) return;
    std::set<std::size_t> turned = {seen + seen % 2, dim / 2, dim / 4, 3 * dim / 4,
                                    dim * dim / source_.columns};
    for (const std::size_t n : turned) {
      if (n % 2 != 0 || n < seen || n >= dim) continue;
      Rotary part = rotary_;
      part.dim = static_cast<int>(n);
      const Parameters parameters = {{"turned", static_cast<Position>(n)},
                                     {"left", range_text(n, dim - 1)},
                                     {"meant", static_cast<Position>(dim)}};
      TurnSuspect s = claimed("partial-twice", parameters);
      s.columns = rotated_columns(part, source_.columns);
      s.tables.parameters["exponent"] = "over the whole";
      add(s);
      s.tables.parameters["exponent"] = "over the part";
      s.tables.truth = in_parts(exact::settled(chart(part)), claim_.chart.waves.parts);
      s.tables.program = s.tables.truth;
      add(std::move(s));
    }
    if (rotary_.layout != Pairing::half_split) return;
    Pairs some = pairs_;  // the first pairs of the whole
    while (some.count > 0 && !changed[some.u(some.count - 1)] && !changed[some.v(some.count - 1)])
      --some.count;
    if (some.count == 0 || some.count == pairs_.count) return;
    TurnSuspect s =
        claimed("partial-twice", {{"turned", static_cast<Position>(2 * some.count)},
                                  {"left", range_text(some.count, pairs_.count - 1) + ", " +
                                               range_text(some.v(some.count), dim - 1)},
                                  {"meant", static_cast<Position>(dim)},
                                  {"exponent", "over the whole"}});
    s.columns = rotated_columns(source_.columns, some, some);
    add(std::move(s));
  }

  /// (u, v) becomes (u·sin a − v·cos a, v·sin a + u·cos a).
  void swapped() {
    TurnSuspect s = claimed("sin-cos-swapped", {});
    for (std::size_t i = 0; i < pairs_.count; ++i) {
      const int pair = static_cast<int>(i);
      const std::size_t u = pairs_.u(i);
      const std::size_t v = pairs_.v(i);
      s.columns[u] = {.pair = pair, .first = v, .second = u, .minus_first = true};
      s.columns[v] = {.pair = pair, .first = u, .second = v};
    }
    add(std::move(s));
  }

  /// What is done to the whole head where a part of it is meant.
  void heads() {
    if (source_.columns <= 2 * pairs_.count || source_.columns % 2 != 0) return;
    if (rotary_.layout == Pairing::half_split) {
      Pairs wide = pairs_;
      wide.stride = source_.columns / 2;
      const Parameters stride = {{"stride", wide.stride}, {"meant", pairs_.stride}};
      TurnSuspect s = claimed("pair-stride", stride);
      s.columns = rotated_columns(source_.columns, wide, wide);
      add(s);
      s.tables.parameters["exponent"] = "over the head";
      over_head(s.tables);
      add(std::move(s));
    }
    TurnSuspect s = claimed("exponent-over-head", {{"head", std::to_string(source_.columns)}});
    over_head(s.tables);
    add(std::move(s));
    if (rotary_.context.scaling == Scaling::none) whole_head();
  }

  /// What tables can have, as far as the vectors show them.
  void tables() {
    add_tables(pairs_, pairs_, claim_, std::nullopt);
    amplitude();
  }

  /// Pairs elsewhere, and what their tables have.
  void layout_and_tables() {
    if (look_.stretch(pairs_, pairs_)) return;  // the pairs are where they should be
    for (const auto& [before, after] : other_places()) {
      if (!look_.stretch(before, after)) continue;
      const Cause layout{"layout", layout_parameters(before, after)};
      if (look_.turns_back(before, after, claim_.chart.waves)) {
        TurnSuspect s = claimed("sign", {{"direction", "turned back"}});
        s.tables = turned_back(s.tables);
        s.tables.besides = layout;
        s.columns = rotated_columns(source_.columns, before, after);
        add(std::move(s));
      } else {
        add_tables(before, after, claim_, layout);
      }
    }
  }

  /// Pairs that turn back, and what else their tables have.
  void sign_and_tables() {
    if (!look_.stretch(pairs_, pairs_)) return;
    if (!look_.turns_back(pairs_, pairs_, claim_.chart.waves)) return;
    Claim back = claim_;
    back.chart.waves.scale = -back.chart.waves.scale;
    add_tables(pairs_, pairs_, back, Cause{"sign", {{"direction", "turned back"}}});
  }

 private:
  static std::string word(const Pairs& pairs) {
    return pairs.layout == Pairing::interleaved ? "interleaved" : "half-split";
  }

  static std::string range_text(std::size_t first, std::size_t last) {
    return std::to_string(first) + " to " + std::to_string(last);
  }

  static Parameters layout_parameters(const Pairs& before, const Pairs& after) {
    return {{"layout", word(before)}, {"written", word(after)}};
  }

  /// The pairs as they are read, and as they are written, where either is in the other layout.
  std::vector<std::pair<Pairs, Pairs>> other_places() const {
    if (pairs_.count < 2) return {};
    const Pairs other = other_layout(pairs_);
    return {{other, other}, {pairs_, other}, {other, pairs_}};
  }

  static Suspect turned_back(Suspect s) {
    s.truth.waves.scale = -s.truth.waves.scale;
    s.program = s.truth;
    return s;
  }

  /// Faults of the tables that turn these pairs, alone or after another cause.
  void add_tables(const Pairs& before, const Pairs& after, const Claim& claim,
                  const std::optional<Cause>& first) {
    constexpr double kWrittenDigits = 6;  // of a number that somebody writes
    const Source implied = held(implied_table(source_, before, after));
    const Search search = first ? Search::among_others : Search::direct;
    for (Suspect& s : verify::suspects(implied, claim, search)) {
      const bool of_columns = s.truth.channels != claim.chart.channels;
      if (of_columns || s.truth.waves.zero_row || !s.recipe.empty()) continue;
      if (first && (s.digits > kWrittenDigits || s.fault == first->fault || s.besides)) continue;
      if (first) s.besides = first;
      add({.tables = std::move(s), .columns = rotated_columns(source_.columns, before, after)});
    }
  }

  /// Pairs that become longer than they should.
  void amplitude() {
    const auto seen = look_.stretch(pairs_, pairs_);
    if (!seen) return;
    const Estimate estimated = stretch_of(source_, pairs_);
    const double meant = std::abs(approximate(claim_.chart.waves.amplitude));
    if (std::abs(estimated.value - meant) <= 8 * estimated.error) return;
    std::vector<Rational> found = decimals_within(estimated.value, estimated.error);
    if (found.size() > 1) found.resize(1);
    found.push_back(to_rational(from_double(estimated.value)));
    for (const Rational& value : found) {
      const auto decimal = [](double x) { return fmt::format("{:.7g}", x); };
      const auto size = static_cast<double>(value);
      TurnSuspect s = claimed("amplitude", {{"amplitude", decimal(size)},
                                            {"meant", decimal(meant)},
                                            {"ratio", decimal(size / meant)}});
      s.tables.truth.waves.amplitude = s.tables.program.waves.amplitude = value;
      add(std::move(s));
    }
  }

  TurnSuspect claimed(std::string fault, Parameters parameters) const {
    return as_rotated(claim_, source_.columns, std::move(fault), std::move(parameters));
  }

  /// Exponents over the whole head; of what a context makes of that nothing is known.
  void over_head(Suspect& s) const {
    Waves& waves = s.truth.waves;
    waves.geometric.divisor = Rational(source_.columns) * waves.geometric.multiplier / 2;
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
      const Expression factor = f.factor;
      f = waves.geometric[pair];
      f.factor = factor;
    }
    s.program = s.truth;
  }

  void whole_head() {
    Rotary other = rotary_;
    other.dim = static_cast<int>(source_.columns);
    TurnSuspect s = claimed("partial-missing", {{"dim", other.dim}, {"meant", rotary_.dim}});
    s.tables.truth = in_parts(exact::settled(chart(other)), claim_.chart.waves.parts);
    s.tables.program = s.tables.truth;
    s.columns = rotated_columns(other, source_.columns);
    add(std::move(s));
  }

  void add(TurnSuspect s) { suspects_.push_back(std::move(s)); }

  const RotatedSource& source_;
  const Claim& claim_;
  const TurnedLook& look_;
  const Rotary& rotary_;
  Pairs pairs_;
  std::vector<TurnSuspect> suspects_;
};

}  // namespace

Pairs other_layout(const Pairs& pairs) {
  return Pairs::of(
      pairs.layout == Pairing::interleaved ? Pairing::half_split : Pairing::interleaved,
      2 * pairs.count);
}

Source implied_table(const RotatedSource& source, const Pairs& before, const Pairs& after) {
  Source table{.rows = source.places(),
               .columns = 2 * before.count,
               .format = source.format,
               .positions = source.positions,
               .read = {},
               .read_elements = {}};
  table.read = [source, before, after](std::uint64_t first, std::uint64_t count,
                                       std::span<double> values) {
    const std::size_t n = before.count;
    std::vector<double> given(count * source.columns), turned(count * source.columns);
    std::vector<double> squares(count * n);
    std::fill(values.begin(), values.end(), 0.0);
    for (std::uint64_t lead = 0; lead < std::min(source.leads, kLeadsAsked); ++lead) {
      source.read(lead, first, count, given, turned);
      for (std::uint64_t row = 0; row < count; ++row) {
        for (std::size_t i = 0; i < n; ++i) {
          const double* x = &given[row * source.columns];
          const double* y = &turned[row * source.columns];
          const double u = x[before.u(i)], v = x[before.v(i)];
          const double c = y[after.u(i)], s = y[after.v(i)];
          values[row * 2 * n + i] += u * c + v * s;
          values[row * 2 * n + n + i] += u * s - v * c;
          squares[row * n + i] += u * u + v * v;
        }
      }
    }
    for (std::uint64_t row = 0; row < count; ++row)
      for (std::size_t j = 0; j < 2 * n; ++j) values[row * 2 * n + j] /= squares[row * n + j % n];
  };
  return table;
}

std::vector<TurnSuspect> rotation_suspects(const RotatedSource& source, const Claim& claim,
                                           const TurnedLook& look) {
  Line line(source, claim, look);
  line.unrotated();
  line.twice();
  line.sign();
  line.layouts();
  line.swapped();
  line.other_axes();
  line.heads();
  line.part_of_part();
  return line.take();
}

std::vector<TurnSuspect> table_suspects(const RotatedSource& source, const Claim& claim,
                                        const TurnedLook& look) {
  Line line(source, claim, look);
  line.tables();
  return line.take();
}

std::vector<TurnSuspect> paired_suspects(const RotatedSource& source, const Claim& claim,
                                         const TurnedLook& look) {
  Line line(source, claim, look);
  line.layout_and_tables();
  line.sign_and_tables();
  return line.take();
}

}  // namespace sextant::verify
