#include "sextant/verify/axial_definitions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_field.hpp"
#include "sextant/verify/axial_orders.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/expected.hpp"

namespace sextant::verify {
namespace {

const Sinusoidal* sinusoids(const Axial& e) { return std::get_if<Sinusoidal>(&e.along); }

/// Whether an encoding is one of Fourier features: its frequencies rise, or are a list; or its
/// coordinates are points, or span a range.
bool of_features(const Axial& e) {
  const Sinusoidal* along = sinusoids(e);
  if (along == nullptr) return false;
  const bool rises =
      along->law != Law::d && (along->law != Law::half_minus_shift || along->base < 1);
  return rises || of_point(e.axes.front()) || e.coordinate == Coordinate::spanning;
}

/// Whether an encoding can be computed.
bool is_defined(const Axial& e) {
  try {
    return !sections(e, Part::table).empty();
  } catch (const Error&) {
    return false;
  }
}

template <class E>
std::string word(const Names<E>& names, E value) {
  return Words<E>{names}.write(value);
}

std::string list(const std::vector<Rational>& numbers) { return Numerals{}.write(numbers); }

/// Where the frequencies of a law end: the base of powers, else the last frequency.
struct EndOfLaw {
  Law law = Law::linear;
  int pairs = 0;

  double frequency(double end, int pair) const {
    const double i = pair, last = pairs - 1;
    if (law == Law::powers) return std::pow(end, i);
    return law == Law::linear ? 1 + (end - 1) * i / last : std::pow(end, i / last);
  }
  /// The end that gives a pair, other than the first, this frequency.
  double end(double frequency, int pair) const {
    const double i = pair, last = pairs - 1;
    if (law == Law::powers) return std::pow(frequency, 1 / i);
    return law == Law::linear ? 1 + (frequency - 1) * last / i : std::pow(frequency, last / i);
  }
};

struct Interval {
  double least = 0, most = 0;
};

/// A section's sines and cosines in some rows, and the angles of a frequency of 1 there.
class ObservedAngles {
 public:
  explicit ObservedAngles(const TableSection& section)
      : section_(section), pairs_(by_pair(section.claim.chart)) {
    const Waves& waves = section.claim.chart.waves;
    const double unit = approximate_frequencies(waves).front();
    for (const std::uint64_t row : spread(section.source.rows, kRowsCompared)) {
      const Rational place = to_rational(section.source.positions[row]) + waves.origin;
      angles_.push_back(static_cast<double>(Rational(place * waves.scale)) * unit);
      rows_.emplace_back(section.source.columns);
      section.source.read(row, 1, rows_.back());
    }
  }

  /// The end of the law, measured pair by pair; nullopt if the pairs do not agree.
  ///                                                                    verdict.md, (39) and (40)
  std::optional<Interval> end_of(const EndOfLaw& law, double claimed) const {
    constexpr double kFirst = 0.75, kUnambiguous = 1.5;  // radians
    std::optional<Interval> end;
    for (const PairChannels& pair : pairs_) {
      if (pair.pair == 0 || pair.sines.empty() || pair.cosines.empty()) continue;
      const double span =
          end ? law.frequency(end->most, pair.pair) - law.frequency(end->least, pair.pair)
              : law.frequency(claimed, pair.pair);
      auto row = farthest((end ? kUnambiguous : kFirst) / span);
      if (!row && !end) row = farthest(kUnambiguous / span);
      if (!row) continue;
      const double middle =
          end ? (law.frequency(end->most, pair.pair) + law.frequency(end->least, pair.pair)) / 2
              : 0;
      const Interval seen = frequency(pair, *row, middle);
      if (!(seen.least > 0)) return std::nullopt;
      const Interval next = {law.end(seen.least, pair.pair), law.end(seen.most, pair.pair)};
      end = end ? Interval{std::max(end->least, next.least), std::min(end->most, next.most)} : next;
      if (!(end->least <= end->most)) return std::nullopt;
    }
    return end;
  }

 private:
  /// The row with the largest angle up to `most`, which is not 0.
  std::optional<std::size_t> farthest(double most) const {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < angles_.size(); ++k) {
      const double size = std::abs(angles_[k]);
      if (size > 0 && size <= most && (!found || size > std::abs(angles_[*found]))) found = k;
    }
    return found;
  }

  /// The frequency of a pair in a row, if it is near `middle`.
  Interval frequency(const PairChannels& pair, std::size_t row, double middle) const {
    const std::vector<double>& values = rows_[row];
    const double near = middle * angles_[row];
    const double seen = std::atan2(values[pair.sines.front()], values[pair.cosines.front()]);
    const double angle = near + wrapped(seen - near);
    const Noise blur =
        noise(section_.source.format, section_.claim.formats.compute, std::abs(angle));
    const double ratio = angle / angles_[row];
    const double error = 8 * (blur.own + blur.shared) / std::abs(angles_[row]);
    return {ratio - error, ratio + error};
  }

  const TableSection& section_;
  std::vector<PairChannels> pairs_;
  std::vector<double> angles_;
  std::vector<std::vector<double>> rows_;
};

/// Collects other definitions of one claim.
class Definitions {
 public:
  explicit Definitions(const Axial& claimed)
      : claimed_(claimed), along_(std::get<Sinusoidal>(claimed.along)) {}

  void add(Axial e, std::string fault, Parameters said) {
    if (!(e == claimed_) && is_defined(e))
      found_.push_back({std::move(e), {std::move(fault), std::move(said)}});
  }

  void add_units() {
    for (const auto& [name, unit] : kUnits) {
      Axial e = claimed_;
      e.unit = unit;
      add(e, "angle-unit", {{"unit", std::string(name)}, {"claimed", word(kUnits, claimed_.unit)}});
    }
  }

  /// Frequencies with the same ends, spaced otherwise; or multiples in the place of powers.
  void add_spacings() {
    const int pairs = along_.dim / static_cast<int>(2 * claimed_.axes.size());
    if (along_.law == Law::powers) {
      add_law(Law::linear, power(1 / along_.base, pairs - 1));
      add_law(Law::half_minus_shift, power(1 / along_.base, pairs));
      for (const Rational& by : {Rational(1), along_.base})
        for (const int first : {1, 0}) add_multiples(by, first, pairs);
    }
    if (along_.law == Law::linear) add_law(Law::half_minus_shift, along_.base);
    if (along_.law == Law::half_minus_shift) add_law(Law::linear, along_.base);
  }

  /// Frequencies up to another end, as the first section shows it from which it can be measured.
  void add_ends(const std::vector<TableSection>& sections) {
    if (along_.law == Law::given || along_.law == Law::d) return;
    for (const TableSection& one : sections) {
      const Chart& chart = one.claim.chart;
      if (!is_wave(chart.channels.front().function) || chart.waves.pairs() < 2) continue;
      const bool powers = along_.law == Law::powers;
      const double claimed = static_cast<double>(powers ? along_.base : Rational(1 / along_.base));
      const auto end = ObservedAngles(one).end_of({along_.law, chart.waves.pairs()}, claimed);
      if (!end || !(end->least > 1 && end->most < 0x1p100)) continue;
      add_end(*end);
      return;
    }
  }

  void add_ranges() {
    if (of_point(claimed_.axes.front())) {
      add_points(2, Rational(-1, 2), "0,1", "-1,1");
      add_points(Rational(1, 2), 1, "-1,1", "0,1");
      return;
    }
    for (const std::vector<Rational>& range : {std::vector<Rational>{0, 1}, {-1, 1}}) {
      Axial e = claimed_;
      e.coordinate = Coordinate::spanning;
      e.range = range;
      add(e, "coordinate-range", {{"range", list(range)}, {"claimed", claimed_coordinate()}});
    }
    for (const Coordinate other : {Coordinate::centred, Coordinate::index, Coordinate::relative}) {
      Axial e = claimed_;
      e.coordinate = other;
      if (other == Coordinate::relative) e.reference = 1;
      add(e, "coordinate-range",
          {{"coordinate", other == Coordinate::centred ? "2 (i + 1/2)/n - 1"
                          : other == Coordinate::index ? "i"
                                                       : "i/n"},
           {"claimed", claimed_coordinate()}});
    }
  }

  void add_layouts() {
    for (const auto& [name, spread] : kSpreads) {
      for (const Layout layout : {Layout::halves, Layout::interleaved}) {
        for (const Split split : {Split::own, Split::in_turn}) {
          Axial e = claimed_;
          e.spread = spread;
          e.split = split;
          std::get<Sinusoidal>(e.along).layout = layout;
          add(e, "layout",
              {{"spread", std::string(name)},
               {"layout", word(kLayouts, layout)},
               {"order", split == Split::own ? "axis by axis" : "frequency by frequency"}});
        }
      }
    }
  }

  void add_raw_places(bool of_same_width) {
    for (const auto& [name, raw] : kRaws) {
      Axial e = claimed_;
      e.raw = raw;
      const bool same = raw_columns(e, Part::table) == raw_columns(claimed_, Part::table);
      if (same == of_same_width)
        add(e, "raw-columns", {{"raw", std::string(name)}, {"claimed", word(kRaws, claimed_.raw)}});
    }
  }

  std::vector<OtherDefinition> all() && { return std::move(found_); }

 private:
  static Rational power(const Rational& base, int exponent) {
    Rational product = 1;
    for (int k = 0; k < exponent; ++k) product *= base;
    return product;
  }

  void add_end(const Interval& end) {
    std::vector<Rational> numbers = {simplest_fraction(end.least, end.most)};
    for (const Rational& decimal :
         decimals_within((end.least + end.most) / 2, (end.most - end.least) / 2))
      numbers.push_back(decimal);
    for (const Rational& one : numbers) {
      Axial e = claimed_;
      auto& along = std::get<Sinusoidal>(e.along);
      along.base = along_.law == Law::powers ? one : Rational(1 / one);
      add(e, "wrong-base", {{"base", to_text(along.base)}, {"claimed", to_text(along_.base)}});
    }
  }

  void add_law(Law law, const Rational& base) {
    Axial e = claimed_;
    auto& along = std::get<Sinusoidal>(e.along);
    along.law = law;
    along.base = base;
    along.shift = 1;
    add(e, "frequency-spacing",
        {{"law", word(kLaws, law)}, {"base", to_text(base)}, {"claimed", word(kLaws, along_.law)}});
  }

  void add_multiples(const Rational& by, int first, int pairs) {
    Axial e = claimed_;
    auto& along = std::get<Sinusoidal>(e.along);
    along.law = Law::given;
    along.frequencies.clear();
    for (int i = 0; i < pairs; ++i) along.frequencies.push_back(by * Rational(i + first));
    add(e, "frequency-spacing",
        {{"frequencies", to_text(by * first) + "," + to_text(by * (first + 1)) + ",..."},
         {"claimed", word(kLaws, along_.law)}});
  }

  /// Points that a program maps to another range first.
  void add_points(const Rational& factor, const Rational& offset, const char* from,
                  const char* to) {
    Axial e = claimed_;
    if (!e.scales.empty()) return;
    e.scales.assign(e.axes.size(), factor);
    std::get<Sinusoidal>(e.along).origin += offset;
    add(e, "coordinate-range", {{"from", from}, {"to", to}});
  }

  std::string claimed_coordinate() const {
    return claimed_.coordinate == Coordinate::spanning ? list(claimed_.range) : "another one";
  }

  const Axial& claimed_;
  const Sinusoidal& along_;
  std::vector<OtherDefinition> found_;
};

}  // namespace

std::vector<OtherDefinition> other_definitions(const Axial& claimed,
                                               const std::vector<TableSection>& sections) {
  if (!of_features(claimed)) return {};
  Definitions found(claimed);
  found.add_raw_places(true);
  found.add_layouts();
  found.add_units();
  found.add_spacings();
  found.add_ranges();
  found.add_ends(sections);
  return std::move(found).all();
}

std::vector<OtherDefinition> with_other_width(const Axial& claimed) {
  if (!of_features(claimed)) return {};
  Definitions found(claimed);
  found.add_raw_places(false);
  return std::move(found).all();
}

}  // namespace sextant::verify
