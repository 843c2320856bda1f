#include "sextant/verify/diagnosis/turned_suspect.hpp"

#include <algorithm>
#include <utility>

#include "sextant/exact/evaluate.hpp"
#include "sextant/verify/diagnosis/suspects.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kLeadsAsked = 8;

/// Builds the list: every suspect starts as the claim and has one thing changed.
class Line {
 public:
  Line(const RotatedSource& source, const Claim& claim)
      : source_(source),
        claim_(claim),
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
    s.tables.truth.waves.scale = -s.tables.truth.waves.scale;
    s.tables.program = s.tables.truth;
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
    if (pairs_.count < 2) return;
    const auto other = Pairs::of(
        rotary_.layout == Pairing::interleaved ? Pairing::half_split : Pairing::interleaved,
        2 * pairs_.count);
    const auto add_layout = [&](const Pairs& before, const Pairs& after) {
      TurnSuspect s = claimed("layout", {{"layout", word(before)}, {"written", word(after)}});
      s.columns = rotated_columns(source_.columns, before, after);
      add(std::move(s));
    };
    add_layout(other, other);
    add_layout(pairs_, other);
    add_layout(other, pairs_);
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
    const Source implied = implied_table(source_, pairs_);
    for (Suspect& s : verify::suspects(implied, claim_)) {
      const bool of_columns = s.truth.channels != claim_.chart.channels;
      if (of_columns || s.truth.waves.zero_row || !s.recipe.empty()) continue;
      add({.tables = std::move(s), .columns = rotated_columns(rotary_, source_.columns)});
    }
  }

 private:
  static std::string word(const Pairs& pairs) {
    return pairs.layout == Pairing::interleaved ? "interleaved" : "half-split";
  }

  TurnSuspect claimed(std::string fault, Parameters parameters) const {
    return {.tables = {.fault = std::move(fault),
                       .parameters = std::move(parameters),
                       .truth = claim_.chart,
                       .program = claim_.chart,
                       .formats = claim_.formats},
            .columns = rotated_columns(rotary_, source_.columns)};
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
  const Rotary& rotary_;
  Pairs pairs_;
  std::vector<TurnSuspect> suspects_;
};

}  // namespace

Source implied_table(const RotatedSource& source, const Pairs& pairs) {
  Source table{.rows = source.places(),
               .columns = 2 * pairs.count,
               .format = source.format,
               .positions = source.positions,
               .read = {},
               .read_elements = {}};
  table.read = [source, pairs](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    const std::size_t n = pairs.count;
    std::vector<double> before(count * source.columns), after(count * source.columns);
    std::vector<double> squares(count * n);
    std::fill(values.begin(), values.end(), 0.0);
    for (std::uint64_t lead = 0; lead < std::min(source.leads, kLeadsAsked); ++lead) {
      source.read(lead, first, count, before, after);
      for (std::uint64_t row = 0; row < count; ++row) {
        for (std::size_t i = 0; i < n; ++i) {
          const double* x = &before[row * source.columns];
          const double* y = &after[row * source.columns];
          const std::size_t u = pairs.u(i), v = pairs.v(i);
          values[row * 2 * n + i] += x[u] * y[u] + x[v] * y[v];
          values[row * 2 * n + n + i] += x[u] * y[v] - x[v] * y[u];
          squares[row * n + i] += x[u] * x[u] + x[v] * x[v];
        }
      }
    }
    for (std::uint64_t row = 0; row < count; ++row)
      for (std::size_t j = 0; j < 2 * n; ++j) values[row * 2 * n + j] /= squares[row * n + j % n];
  };
  return table;
}

std::vector<TurnSuspect> suspects(const RotatedSource& source, const Claim& claim) {
  Line line(source, claim);
  line.unrotated();
  line.twice();
  line.sign();
  line.layouts();
  line.swapped();
  line.heads();
  line.tables();
  return line.take();
}

}  // namespace sextant::verify
