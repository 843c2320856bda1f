#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sextant/encoding/text/axial_field.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/axial_readings.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

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

/// Whether an encoding maps indices to a range, or has points.  Programs may use another range.
bool has_range(const Axial& e) {
  return of_point(e.axes.front()) || e.coordinate == Coordinate::spanning ||
         e.coordinate == Coordinate::centred || e.coordinate == Coordinate::from_one;
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

/// A coordinate that programs compute from an index i of n.
struct KnownCoordinate {
  Coordinate coordinate;
  Rational origin;
  const char* words;
  bool of_sums = false;  ///< named in sums alone: elsewhere it is an offset or a scale of an axis
};
const std::vector<KnownCoordinate> kKnown = {
    {Coordinate::centred, 0, "2 (i + 1/2)/n - 1"},
    {Coordinate::centred, Rational(-1, 2), "2 i/n - 1", true},
    {Coordinate::doubled, Rational(1, 2), "2 i", true},
    {Coordinate::from_one, 0, "(i + 1)/n"},
    {Coordinate::index, 0, "i"},
    {Coordinate::relative, 0, "i/n"},
    {Coordinate::relative, Rational(1, 2), "(i + 1/2)/n"}};

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
      rows_.push_back(section.source.row(row));
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
  explicit Definitions(const Axial& claimed) : claimed_(claimed) {}

  void add(Axial e, std::string fault, Parameters said) {
    if (!(e == claimed_) && is_defined(e))
      found_.push_back({std::move(e), {{std::move(fault), std::move(said)}}});
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
    const int pairs = meant().dim / static_cast<int>(2 * claimed_.axes.size());
    if (meant().law == Law::powers) {
      add_law(Law::linear, power(1 / meant().base, pairs - 1));
      add_law(Law::half_minus_shift, power(1 / meant().base, pairs));
      for (const Rational& by : {Rational(1), meant().base})
        for (const int first : {1, 0}) add_multiples(by, first, pairs);
    }
    if (meant().law == Law::linear) add_law(Law::half_minus_shift, meant().base);
    if (meant().law == Law::half_minus_shift) add_law(Law::linear, meant().base);
  }

  /// Frequencies up to other ends: one for all axes, as the first section shows it from which it
  /// can be measured; then one for each axis, the claimed one where it cannot be measured; then
  /// those of other axes.
  void add_ends(const Sections& sections) {
    if (meant().law == Law::given || meant().law == Law::d) return;
    std::map<Axis, std::vector<Rational>> measured;
    for (const TableSection& one : sections) {
      const Chart& chart = one.claim.chart;
      if (!is_wave(chart.channels.front().function) || chart.waves.pairs() < 2) continue;
      const double claimed = static_cast<double>(end_of(base_along(one.axis)));
      const auto end = ObservedAngles(one).end_of({meant().law, chart.waves.pairs()}, claimed);
      if (!end || !(end->least > 1 && end->most < 0x1p100)) continue;
      measured[one.axis] = ends_within(*end);
      if (measured.size() > 1) continue;
      for (const Rational& same : measured[one.axis]) add_base(end_of(same));
    }
    std::size_t most = 0;
    for (const auto& [axis, ends] : measured) most = std::max(most, ends.size());
    for (std::size_t rank = 0; rank < most; ++rank) {
      std::vector<Rational> bases;
      for (const Axis axis : axes_of(claimed_)) {
        const std::vector<Rational>& ends = measured[axis];
        bases.push_back(ends.empty() ? base_along(axis)
                                     : end_of(ends[std::min(rank, ends.size() - 1)]));
      }
      add_bases(std::move(bases));
    }
    std::vector<Rational> exchanged = claimed_.bases;
    std::sort(exchanged.begin(), exchanged.end());
    do {
      if (!exchanged.empty()) add_bases(exchanged);
    } while (std::next_permutation(exchanged.begin(), exchanged.end()));
  }

  /// A matrix of frequencies in 16-bit numbers, as a checkpoint or an autocast has them.
  void add_rounded_matrix() {
    if (claimed_.split != Split::combined) return;
    for (const Format& format : {kBfloat16, kFloat16}) {
      Axial e = claimed_;
      bool finite = true;
      for (Rational& one : std::get<Sinusoidal>(e.along).frequencies) {
        const double narrow = round_to(format, static_cast<double>(one));
        finite = finite && std::isfinite(narrow);
        if (finite) one = Rational(narrow);
      }
      if (finite) add(e, "frequency-rounded", {{"format", format.name()}});
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
    for (const KnownCoordinate& other : kKnown) {
      Axial e = claimed_;
      e.coordinate = other.coordinate;
      const bool per_token = other.coordinate == Coordinate::relative;
      if (per_token && claimed_.coordinate == Coordinate::from_one) continue;  // an offset
      if (other.of_sums && claimed_.split != Split::combined) continue;
      if (per_token) e.reference = 1;
      if (other.origin != 0) set_field(e.along, "origin", to_text(other.origin));
      add(e, "coordinate-range", {{"coordinate", other.words}, {"claimed", claimed_coordinate()}});
    }
  }

  void add_layouts() {
    for (const auto& [name, spread] : kSpreads) {
      for (const Layout layout : {Layout::halves, Layout::interleaved}) {
        for (const Split split : splits()) {
          Axial e = claimed_;
          e.spread = spread;
          e.split = split;
          std::get<Sinusoidal>(e.along).layout = layout;
          add(e, "layout",
              {{"spread", std::string(name)},
               {"layout", word(kLayouts, layout)},
               {"order", split == Split::in_turn ? "frequency by frequency" : "axis by axis"}});
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

  /// Each range together with each unit.
  void add_ranges_and_units() {
    Definitions ranges(claimed_);
    ranges.add_ranges();
    for (const OtherDefinition& range : std::move(ranges).all()) {
      Definitions units(range.encoding);
      units.add_units();
      for (OtherDefinition& both : std::move(units).all()) {
        both.findings.insert(both.findings.begin(), range.findings.front());
        found_.push_back(std::move(both));
      }
    }
  }

  std::vector<OtherDefinition> all() && { return std::move(found_); }

 private:
  /// The orders of the pairs of a row.
  std::vector<Split> splits() const {
    if (claimed_.split == Split::combined) return {Split::combined};
    return {Split::own, Split::in_turn};
  }

  static Rational power(const Rational& base, int exponent) {
    Rational product = 1;
    for (int k = 0; k < exponent; ++k) product *= base;
    return product;
  }

  /// The end of the frequencies with a base, or the base of an end: the base of powers, else
  /// 1/base.
  Rational end_of(const Rational& base) const {
    return meant().law == Law::powers ? base : Rational(1 / base);
  }

  /// The claimed base along an axis.
  Rational base_along(Axis axis) const {
    if (claimed_.bases.empty()) return meant().base;
    const std::vector<Axis> axes = axes_of(claimed_);
    return claimed_
        .bases[static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin())];
  }

  /// Numbers in an interval that programs may have as an end, likeliest first: the claimed ends of
  /// axes, then short numbers.
  std::vector<Rational> ends_within(const Interval& end) const {
    std::vector<Rational> numbers;
    for (const Axis axis : axes_of(claimed_)) {
      const Rational claimed = end_of(base_along(axis));
      if (end.least <= static_cast<double>(claimed) && static_cast<double>(claimed) <= end.most)
        numbers.push_back(claimed);
    }
    numbers.push_back(simplest_fraction(end.least, end.most));
    for (const Rational& decimal :
         decimals_within((end.least + end.most) / 2, (end.most - end.least) / 2))
      numbers.push_back(decimal);
    return numbers;
  }

  void add_base(const Rational& base) {
    Axial e = claimed_;
    e.bases.clear();
    std::get<Sinusoidal>(e.along).base = base;
    add(e, "wrong-base", {{"base", to_text(base)}, {"claimed", claimed_bases()}});
  }

  void add_bases(std::vector<Rational> bases) {
    Axial e = claimed_;
    e.bases = std::move(bases);
    add(e, "wrong-base", {{"bases", list(e.bases)}, {"claimed", claimed_bases()}});
  }

  std::string claimed_bases() const {
    return claimed_.bases.empty() ? to_text(meant().base) : list(claimed_.bases);
  }

  void add_law(Law law, const Rational& base) {
    Axial e = claimed_;
    auto& along = std::get<Sinusoidal>(e.along);
    along.law = law;
    along.base = base;
    along.shift = 1;
    add(e, "frequency-spacing",
        {{"law", word(kLaws, law)},
         {"base", to_text(base)},
         {"claimed", word(kLaws, meant().law)}});
  }

  void add_multiples(const Rational& by, int first, int pairs) {
    Axial e = claimed_;
    auto& along = std::get<Sinusoidal>(e.along);
    along.law = Law::given;
    along.frequencies.clear();
    for (int i = 0; i < pairs; ++i) along.frequencies.push_back(by * Rational(i + first));
    add(e, "frequency-spacing",
        {{"frequencies", to_text(by * first) + "," + to_text(by * (first + 1)) + ",..."},
         {"claimed", word(kLaws, meant().law)}});
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
    if (claimed_.coordinate == Coordinate::spanning) return list(claimed_.range);
    const auto known = std::find_if(kKnown.begin(), kKnown.end(), [&](const auto& one) {
      return one.coordinate == claimed_.coordinate;
    });
    return known == kKnown.end() ? "another one" : known->words;
  }

  const Sinusoidal& meant() const { return std::get<Sinusoidal>(claimed_.along); }

  const Axial& claimed_;
  std::vector<OtherDefinition> found_;
};

/// The largest integer that is at most x.
Position whole_part(const Rational& x) {
  const Integer down = numerator(x) / denominator(x);
  return to_position(Rational(down) > x ? Rational(down) - 1 : Rational(down));
}

/// Returns films whose tokens have other times, or other usual frame rates.  Empty if the claim has
/// no times, or if its numbers are not those of a grid.
std::vector<OtherDefinition> other_times(const AxialQuestion& q) {
  const Axial& e = q.encoding;
  const std::vector<Axis> axes = axes_of(e);
  const auto integers =
      std::all_of(q.coordinates.begin(), q.coordinates.end(),
                  [](const Positions& all) { return all.parts == 1 && all.listed; });
  if (axes.front() != Axis::time || !integers) return {};
  std::vector<OtherDefinition> found;
  const auto add = [&](Axial other, const char* time, std::vector<Positions> coordinates) {
    found.push_back(
        {std::move(other), {{"token-times", {{"time", time}}}}, std::move(coordinates)});
  };
  const auto at = [&](const auto& time) {
    std::vector<Positions> coordinates = q.coordinates;
    coordinates.front() = mapped(coordinates.front(), 1, time);
    return coordinates;
  };
  if (counts_half_frames(e, Axis::time) && e.stride > 1) {
    const Position stride = e.stride;
    const auto index = [=](Position twice) {
      return twice == 1 ? 0 : (twice + stride - 2) / (2 * stride);
    };
    add(e, "the first token counts as many frames as the others",
        at([=](Position p) { return stride * (2 * index(p) + 1); }));
    add(e, "the first token's frames begin before 0",
        at([=](Position p) { return stride * (2 * index(p) - 1) + 2; }));
    std::vector<Positions> first =
        at([=](Position p) { return 2 * std::max(Position{0}, stride * (index(p) - 1) + 1); });
    add(e, "the first frame of each token, not the middle", first);
    for (std::size_t k = 1; k < axes.size(); ++k)
      if (axes[k] != Axis::length)
        first[k] = mapped(first[k], 2, [](Position p) { return 2 * p - 1; });
    add(e, "the first frame and pixel of each token, not the middle", std::move(first));
  }
  if (counts_half_frames(e, Axis::time) && !e.scales.empty()) {
    for (const int rate : {8, 12, 15, 16, 24, 25, 30, 48, 50, 60, 100}) {
      Axial other = e;
      other.scales.front() = Rational(1, rate);
      const Rational by = other.scales.front() / e.scales.front();
      if (by != 1)
        found.push_back({std::move(other),
                         {{"position-scale", {{"scale", to_text(by)}, {"axes", "t"}}}},
                         q.coordinates});
    }
  }
  if (e.coordinate == Coordinate::index && !e.scales.empty()) {
    const Rational per_frame =
        e.divisors.empty() ? e.scales.front() : Rational(e.scales.front() / e.divisors.front());
    Axial other = e;
    other.scales.front() = 1;
    if (!other.divisors.empty()) other.divisors.front() = 1;
    if (!is_integer(per_frame))
      add(std::move(other), "rounded down to whole numbers",
          at([&](Position p) { return whole_part(to_rational(p) * per_frame); }));
  }
  return found;
}

}  // namespace

std::vector<OtherDefinition> other_definitions(const AxialQuestion& asked,
                                               const Sections& sections) {
  const Axial& claimed = asked.encoding;
  const bool features = of_features(claimed), ranges = features || has_range(claimed);
  const bool units = ranges || claimed.unit != AngleUnit::radians;
  if (!units) return other_times(asked);
  Definitions found(claimed);
  if (features) found.add_raw_places(true), found.add_layouts();
  found.add_units();
  if (features) found.add_spacings();
  found.add_rounded_matrix();
  if (ranges) found.add_ranges();
  if (features) found.add_ends(sections);
  if (ranges) found.add_ranges_and_units();
  std::vector<OtherDefinition> all = std::move(found).all();
  if (ranges) return all;
  for (OtherDefinition& other : other_times(asked)) all.push_back(std::move(other));
  return all;
}

std::vector<OtherDefinition> with_other_width(const Axial& claimed) {
  if (!of_features(claimed)) return {};
  Definitions found(claimed);
  found.add_raw_places(false);
  return std::move(found).all();
}

}  // namespace sextant::verify
