#include "sextant/verify/candidate/rotation_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kPlaces = 32, kLeads = 4;  // sampled places and leads
constexpr std::uint64_t kLeadsUsed = 8;            // leads per row of an implied table
// Relative error of a length; random numbers differ by more than a quarter.
constexpr double kAlike = 1.0 / 128;

/// Precision lost: products and their sum err by at most 2.8 units of a pair's length.
///                                                                                rotation.md, (15)
constexpr int kBitsLost = 2;

/// Returns whether each column changes in more than a few sampled vectors.
std::vector<bool> changing_columns(const RotatedSource& source) {
  constexpr std::uint64_t kFewestVectors = 8;  // one of them may be damaged
  const RotatedSource some = sample(source, kPlaces, kLeads);
  const std::uint64_t rows = some.leads * some.places();
  std::vector<double> before(some.columns), after(some.columns);
  std::vector<std::uint64_t> changed(some.columns);
  for (std::uint64_t row = 0; row < rows; ++row) {
    some.read(row, before, after);
    for (std::size_t j = 0; j < some.columns; ++j) {
      const bool same = !std::isfinite(before[j]) || after[j] == round_to(some.format, before[j]);
      changed[j] += same ? 0 : 1;
    }
  }
  // A few vectors may be damaged, or rounded twice.
  const std::uint64_t most = rows < kFewestVectors ? 0 : std::max<std::uint64_t>(rows / 32, 1);
  std::vector<bool> changing;
  for (const std::uint64_t count : changed) changing.push_back(count > most);
  return changing;
}

/// Returns a column of a formula, such as "v cos - u' sin" or "v": u and v are columns of the
/// vector before the rotation, u' and v' the same columns after it.
RotatedColumn column_of(std::string_view formula, int pair, std::size_t u, std::size_t v,
                        std::size_t width) {
  const std::size_t zero = 2 * width;
  RotatedColumn c{.pair = pair, .first = zero, .second = zero};
  const auto read = [&](std::string_view function, std::size_t& column, bool& minus) {
    const std::size_t end = formula.find(function);
    if (end == std::string_view::npos) return;
    const std::size_t stored = formula[end - 1] == '\'' ? 1 : 0, at = end - 1 - stored;
    column = (formula[at] == 'u' ? u : v) + stored * width;
    const std::size_t sign = formula.find_last_of("+-", at);
    minus = sign != std::string_view::npos && formula[sign] == '-';
  };
  read(" cos", c.first, c.minus_first);
  read(" sin", c.second, c.minus_second);
  if (c.first == zero && c.second == zero) return {.first = formula == "u" ? u : v};
  return c;
}

std::complex<double> turn(const RowWindow& seen, std::size_t row, std::size_t pair) {
  return {seen.at(row, pair), seen.at(row, seen.columns / 2 + pair)};
}

RowWindow seen(const RotatedSource& source, const RotationScheme& scheme) {
  const Source rows = implied_rows(source, scheme);
  return row_window(rows, 0, rows.rows);
}

/// The sums of the least-squares solution of t = x·c + y·s.
struct Sums {
  double xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;

  void add(double x, double y, double t) {
    xx += x * x, xy += x * y, yy += y * y, xt += x * t, yt += y * t;
  }
  /// Returns (c, s); NaN for what the equations do not determine well.
  ///                                                                              rotation.md, (16)
  std::pair<double, double> solved() const {
    const double none = std::nan(""), size = xx + yy, left = yy - xy / xx * xy;
    if (yy == 0) return {xt / xx, none};
    if (xx == 0) return {none, yt / yy};
    if (!(16 * (xx / size) * (left / size) >= 3)) return {none, none};
    const double s = (yt - xy / xx * xt) / left;
    return {(xt - xy * s) / xx, s};
  }
};

/// Returns whether at least seven in eight pairs change their length by one factor, apart from the
/// scale of xPos; otherwise they are not pairs.  Pairs that hardly rotate count only if `still`.
bool of_one_length(const RowWindow& seen, const Waves& waves, double within, bool still) {
  std::vector<double> lengths;
  for (std::size_t r = 0; r < seen.positions.size(); ++r) {
    for (std::size_t i = 0; i < seen.columns / 2; ++i) {
      const auto z =
          turn(seen, r, i) / approximate_scale(waves, seen.positions[r], static_cast<int>(i));
      if (std::isfinite(std::abs(z)) && (still || std::abs(z - 1.0) > std::sqrt(kAlike)))
        lengths.push_back(std::abs(z));
    }
  }
  return common_size(lengths, within, 8).has_value();
}

/// Returns the first column that changes; nullopt if none does.
std::optional<std::size_t> first_changed(const RotatedSource& source) {
  const std::vector<bool> changing = changing_columns(source);
  const auto found = std::find(changing.begin(), changing.end(), true);
  if (found == changing.end()) return std::nullopt;
  return static_cast<std::size_t>(found - changing.begin());
}

std::string range_text(std::size_t first, std::size_t last) {
  return std::to_string(first) + " to " + std::to_string(last);
}

class RotatedVectors {
 public:
  RotatedVectors(const RotatedSource& source, const Claim& claim)
      : source_(source),
        claim_(claim),
        rotary_(std::get<Rotary>(claim.encoding)),
        pairs_(Pairs::of(rotary_, source.columns)) {}

  std::vector<RotationScheme> take() { return std::move(found_); }

  void unrotated() { add({"unrotated", {}}, {}, {}); }

  void twice() {
    if (source_.given == source_.format) add("rotated-twice", {}).twice = true;
  }

  /// Pairs are read in another layout, written in another layout, or both.
  void layouts() {
    if (pairs_.count < 2) return;
    const Pairs other = other_layout();
    for (const auto& [before, after] : {std::pair(other, other), {pairs_, other}, {other, pairs_}})
      add(layout_cause(before, after), before, after);
  }

  void turned_back() {
    Waves& waves = add("sign", {{"of", "the angle"}}).tables.waves;
    waves.scale = -waves.scale;
  }

  /// Other channels of the head are rotated: the first ones, the last ones, or those from the first
  /// column that changes.
  void other_channels() {
    const std::size_t dim = 2 * pairs_.count, last = source_.columns - dim;
    std::set<std::size_t> firsts = {0, last};
    if (const auto changed = first_changed(source_)) firsts.insert(*changed);
    firsts.erase(pairs_.first);
    for (const std::size_t first : firsts) {
      if (first > last) continue;
      Pairs other = pairs_;
      other.first = first;
      add({"rotated-channels",
           {{"channels", range_text(first, first + dim - 1)},
            {"meant", range_text(pairs_.first, pairs_.first + dim - 1)}}},
          other, other);
    }
  }

  /// Another axis counts as that of the positions.
  void other_axes() {
    for (std::size_t axis = 0; axis < source_.shape.size(); ++axis) {
      const std::uint64_t length = source_.shape[axis];
      if (axis == source_.axis || length < 2) continue;
      const std::uint64_t parts = source_.positions.parts;
      for (const Position from : std::set<Position, std::greater<>>{source_.positions[0], 0}) {
        if (magnitude(from) > magnitude(kLargestPosition) - length) continue;
        RotationScheme& t =
            add("head-for-position", {{"axis", static_cast<Position>(axis)},
                                      {"from", position_value(from, parts)},
                                      {"positions_axis", static_cast<Position>(source_.axis)}});
        t.axis = axis;
        t.counted = Positions::from(from, length);
        t.counted.parts = parts;
        t.counted.step = static_cast<std::int64_t>(parts);
      }
    }
  }

  /// The whole head is rotated instead of a part of it.
  void heads() {
    const std::size_t head = source_.columns;
    if (head <= 2 * pairs_.count || head % 2 != 0) return;
    const Chart over_head = over(head);
    Pairs wide = pairs_;
    wide.stride = head / 2;
    if (rotary_.layout == Pairing::half_split && wide.end() <= head) {
      Parameters stride = {{"stride", wide.stride}, {"meant", pairs_.stride}};
      add({"pair-stride", stride}, wide, wide);
      stride["exponent"] = "over the head";
      add({"pair-stride", stride}, wide, wide).tables = over_head;
    }
    add("exponent-over-head", {{"head", std::to_string(head)}}).tables = over_head;
    const auto tables = of_dim(head);
    if (!tables) return;
    Pairs all = Pairs::of(rotary_.layout, head);
    all.exchanged = pairs_.exchanged;
    const Parameters dims = {{"dim", static_cast<int>(head)}, {"meant", rotary_.dim}};
    add({"partial-missing", dims}, all, all).tables = *tables;
  }

  /// Each pair is mapped by another formula than a rotation's.  A program that rotates in place may
  /// read a number that it has already rotated.
  void formulas() {
    struct Formula {
      std::string_view u, v;
    };
    constexpr Formula kFormulas[] = {{"u cos - v sin", "v cos + u' sin"},
                                     {"u cos - v' sin", "v cos + u sin"},
                                     {"u cos - v sin", "v cos - u sin"},
                                     {"u cos + v sin", "v cos + u sin"},
                                     {"u cos - v sin", "v"},
                                     {"u", "v cos + u sin"},
                                     {"u cos - v sin", "v cos"},
                                     {"u cos", "v cos + u sin"},
                                     {"u cos", "v cos"},
                                     {"-v sin", "u sin"},
                                     {"u cos - v sin", "u cos + v sin"},
                                     {"v cos - u sin", "v cos + u sin"},
                                     {"u cos - u sin", "v cos + v sin"},
                                     {"u cos + u sin", "v cos + v sin"}};
    const std::size_t width = source_.columns;
    const Pairs other = other_layout();
    for (const Pairs& pairs : {pairs_, other}) {
      for (const auto& [of_u, of_v] : kFormulas) {
        const bool in_place = of_u.find('\'') != of_u.npos || of_v.find('\'') != of_v.npos;
        if (in_place && source_.given != source_.format) continue;
        RotationScheme& t = add({"rotation-formula", {{"u'", of_u}, {"v'", of_v}}}, pairs, pairs);
        if (pairs.layout != pairs_.layout) t.second_cause = layout_cause(pairs, pairs);
        for (std::size_t i = 0; i < pairs.count; ++i) {
          const std::size_t u = pairs.u(i), v = pairs.v(i);
          t.columns[u] = column_of(of_u, static_cast<int>(i), u, v, width);
          t.columns[v] = column_of(of_v, static_cast<int>(i), u, v, width);
        }
      }
      if (pairs_.count < 2) return;
    }
  }

  /// Only the first ones of the channels are rotated, with their own frequencies or the first ones
  /// of the whole.
  void part_of_part() {
    const std::size_t dim = 2 * pairs_.count, end = pairs_.first + dim;
    for (std::size_t n = 2; n < dim; n += 2) {
      const auto said = [&](std::string left, std::string exponent) {
        return Parameters{{"turned", static_cast<Position>(n)},
                          {"left", std::move(left)},
                          {"meant", static_cast<Position>(dim)},
                          {"exponent", std::move(exponent)}};
      };
      const std::string left = range_text(pairs_.first + n, end - 1);
      Pairs part = pairs_;
      part.count = part.stride = n / 2;
      add({"partial-twice", said(left, "over the whole")}, part, part);
      if (const auto tables = of_dim(n))
        add({"partial-twice", said(left, "over the part")}, part, part).tables = *tables;
      if (rotary_.layout != Pairing::half_split) continue;
      Pairs first = pairs_;
      first.count = n / 2;
      add({"partial-twice",
           said(range_text(first.first + first.count, first.first + pairs_.count - 1) + ", " +
                    range_text(first.end(), end - 1),
                "over the whole")},
          first, first);
    }
  }

 private:
  Pairs other_layout() const {
    Pairs other = pairs_;
    const bool halves = pairs_.layout == Pairing::half_split;
    other.layout = halves ? Pairing::interleaved : Pairing::half_split;
    return other;
  }

  static Cause layout_cause(const Pairs& before, const Pairs& after) {
    const auto word = [](const Pairs& p) {
      return p.layout == Pairing::interleaved ? "interleaved" : "half-split";
    };
    return {"layout", {{"layout", word(before)}, {"written", word(after)}}};
  }

  RotationScheme& add(std::string fault, Parameters parameters) {
    return add({std::move(fault), std::move(parameters)}, pairs_, pairs_);
  }

  RotationScheme& add(Cause cause, const Pairs& before, const Pairs& after) {
    return found_.emplace_back(
        RotationScheme{.cause = std::move(cause),
                       .tables = claim_.chart,
                       .columns = rotated_columns(source_.columns, before, after)});
  }

  /// Returns the tables for `dim` channels; nullopt if the context scaling is invalid for them.
  std::optional<Chart> of_dim(std::size_t dim) const {
    Rotary other = rotary_;
    other.dim = static_cast<int>(dim);
    try {
      return in_parts(exact::settled(chart(other)), claim_.chart.waves.parts);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  /// Returns the tables with exponents over the whole head.  Factors of a context are kept.
  Chart over(std::size_t head) const {
    Chart result = claim_.chart;
    Waves& waves = result.waves;
    waves.geometric.divisor = Rational(head) * waves.geometric.multiplier / 2;
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
      const Expression factor = f.factor;
      f = waves.geometric[pair];
      f.factor = factor;
    }
    return result;
  }

  const RotatedSource& source_;
  const Claim& claim_;
  const Rotary& rotary_;
  Pairs pairs_;
  std::vector<RotationScheme> found_;
};

}  // namespace

RotationScheme as_claimed(const RotatedSource& source, const Claim& claim) {
  return {.cause = {},
          .tables = claim.chart,
          .columns = rotated_columns(std::get<Rotary>(claim.encoding), source.columns)};
}

std::vector<RotationScheme> other_schemes(const RotatedSource& source, const Claim& claim) {
  RotatedVectors all(source, claim);
  all.unrotated();
  all.twice();
  all.turned_back();
  all.layouts();
  all.other_channels();
  all.other_axes();
  all.heads();
  all.part_of_part();
  all.formulas();
  return all.take();
}

std::vector<RotationScheme> visible_schemes(const RotatedSource& source, const Claim& claim) {
  const double roundings =
      std::ldexp(4.0, -std::min(source.given.precision, source.format.precision));
  const auto is_seen = [&](const RotationScheme& t) {
    return leaves(t, source) && of_one_length(seen(source, t), t.tables.waves, roundings, true);
  };
  const RotationScheme claimed = as_claimed(source, claim);
  const bool as_meant = is_seen(claimed);
  auto found = other_schemes(source, claim);
  std::erase_if(found, [&](const RotationScheme& t) {
    return as_meant ? t.columns != claimed.columns || t.axis || t.twice : !is_seen(t);
  });
  return found;
}

bool leaves(const RotationScheme& scheme, const RotatedSource& source) {
  const std::vector<bool> changing = changing_columns(source);
  for (std::size_t j = 0; j < changing.size(); ++j)
    if (changing[j] && scheme.columns[j].passes()) return false;
  return true;
}

Claim claim_of(const RotationScheme& scheme, const Claim& claim) {
  Claim result = claim;
  result.chart = scheme.tables;
  std::get<Rotary>(result.encoding).dim = static_cast<int>(scheme.tables.width());
  return result;
}

RotatedSource counted(const RotatedSource& source, const RotationScheme& scheme) {
  return scheme.axis ? along(source, *scheme.axis, scheme.counted) : source;
}

Source implied_table(const RotatedSource& source, const RotationScheme& scheme) {
  const std::size_t pairs = scheme.tables.width() / 2;
  Source table{
      .rows = source.places(),
      .columns = 2 * pairs,
      .format = source.given.precision < source.format.precision ? source.given : source.format,
      .positions = source.positions,
      .read = {}};
  table.read = [source, columns = scheme.columns, pairs](std::uint64_t first, std::uint64_t count,
                                                         std::span<double> values) {
    VectorNumbers numbers(source);
    for (std::uint64_t k = 0; k < count; ++k) {
      std::vector<Sums> sums(pairs);
      for (std::uint64_t lead = 0; lead < std::min(source.leads, kLeadsUsed); ++lead) {
        numbers.read(source.row(lead, first + k));
        for (std::size_t j = 0; j < source.columns; ++j)
          if (const RotatedColumn& c = columns[j]; !c.passes())
            sums[static_cast<std::size_t>(c.pair)].add(
                c.x(numbers.all().data()), c.y(numbers.all().data()), numbers.after()[j]);
      }
      for (std::size_t i = 0; i < pairs; ++i)
        std::tie(values[2 * pairs * k + i], values[2 * pairs * k + pairs + i]) = sums[i].solved();
    }
  };
  return table;
}

Source implied_rows(const RotatedSource& source, const RotationScheme& scheme) {
  const RotatedSource rows = sample(counted(source, scheme), kPlaces, kLeads);
  Source some = sample(implied_table(rows, scheme), kPlaces);
  some.format.precision -= kBitsLost;
  return some;
}

std::optional<Candidate> of_vectors(Candidate candidate, RotationScheme& scheme) {
  Alteration& a = candidate.alteration;
  const bool loses = !candidate.recipe.empty() || candidate.truth.waves.zero_row ||
                     candidate.formats.storing != recipe::Storing::nearest;
  if (loses || a.signs() || a.quantised.any() || a.places.any()) return std::nullopt;
  const auto& channels = candidate.truth.channels;
  if (channels == scheme.tables.channels) return candidate;
  // (u, v) becomes (u·sin a − v·cos a, v·sin a + u·cos a).
  for (std::size_t j = 0; j < channels.size(); ++j) {
    const Channel& meant = scheme.tables.channels[j];
    if (channels[j].pair != meant.pair || channels[j].function == meant.function)
      return std::nullopt;
  }
  for (RotatedColumn& c : scheme.columns) {
    std::swap(c.first, c.second);
    std::swap(c.minus_first, c.minus_second);
  }
  candidate.change_charts([&](Chart& chart) { chart.channels = scheme.tables.channels; });
  return candidate;
}

bool turn_alike(const RotatedSource& source, const Claim& claim) {
  if (source.leads < 2) return false;
  RotatedVectors all(source, claim);
  all.layouts();
  std::vector<RotationScheme> layouts = all.take();
  layouts.resize(std::min<std::size_t>(layouts.size(), 1));
  layouts.push_back(as_claimed(source, claim));
  return std::any_of(layouts.begin(), layouts.end(), [&](const RotationScheme& t) {
    return of_one_length(seen(source, t), t.tables.waves, kAlike, false);
  });
}

}  // namespace sextant::verify
