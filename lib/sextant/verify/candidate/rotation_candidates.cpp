#include "sextant/verify/candidate/rotation_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/round.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kPlaces = 32, kLeads = 4;  // sampled places and leads
constexpr std::uint64_t kLeadsUsed = 8;            // leads per row of an implied table
// Relative error of a length; random numbers differ by more than a quarter.
constexpr double kAlike = 1.0 / 128;

/// Precision lost: products and their sum err by at most 2.8 units of a pair's length.
///                                                                                rotation.md, (15)
constexpr int kBitsLost = 2;

/// Returns whether each column changes: in more than one of 32 sampled vectors, since one may be
/// damaged or rounded twice.
std::vector<bool> changing_columns(const RotatedSource& source) {
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
  std::vector<bool> changing;
  for (const std::uint64_t count : changed) changing.push_back(32 * count > rows);
  return changing;
}

std::complex<double> turn(const RowWindow& seen, std::size_t row, std::size_t pair) {
  return {seen.at(row, pair), seen.at(row, seen.columns / 2 + pair)};
}

RowWindow seen(const RotatedSource& source, const RotationScheme& scheme) {
  const Source rows = implied_rows(source, scheme);
  return row_window(rows, 0, rows.rows);
}

/// Returns whether at least seven in eight pairs change their length by one factor; otherwise they
/// are not pairs.  Pairs that hardly rotate count only if `still`.
bool of_one_length(const RowWindow& seen, double within, bool still) {
  std::vector<double> lengths;
  for (std::size_t r = 0; r < seen.positions.size(); ++r) {
    for (std::size_t i = 0; i < seen.columns / 2; ++i) {
      const auto z = turn(seen, r, i);
      if (std::isfinite(std::abs(z)) && (still || std::abs(z - 1.0) > std::sqrt(kAlike)))
        lengths.push_back(std::abs(z));
    }
  }
  if (lengths.empty()) return false;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  const double factor = *middle;
  const auto differ = std::count_if(lengths.begin(), lengths.end(), [&](double length) {
    return std::abs(length - factor) > factor * within;
  });
  return 8 * static_cast<std::size_t>(differ) <= lengths.size();
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

  void unrotated() { add("unrotated", {}, {}, {}); }

  void twice() {
    if (source_.given == source_.format) add("rotated-twice", {}).twice = true;
  }

  /// Pairs are read in another layout, written in another layout, or both.
  void layouts() {
    if (pairs_.count < 2) return;
    const bool halves = pairs_.layout == Pairing::half_split;
    Pairs other = pairs_;
    other.layout = halves ? Pairing::interleaved : Pairing::half_split;
    const auto word = [](const Pairs& p) {
      return p.layout == Pairing::interleaved ? "interleaved" : "half-split";
    };
    for (const auto& [before, after] : {std::pair(other, other), {pairs_, other}, {other, pairs_}})
      add("layout", {{"layout", word(before)}, {"written", word(after)}}, before, after);
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
      add("rotated-channels",
          {{"channels", range_text(first, first + dim - 1)},
           {"meant", range_text(pairs_.first, pairs_.first + dim - 1)}},
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
      add("pair-stride", stride, wide, wide);
      stride["exponent"] = "over the head";
      add("pair-stride", stride, wide, wide).tables = over_head;
    }
    add("exponent-over-head", {{"head", std::to_string(head)}}).tables = over_head;
    const auto tables = of_dim(head);
    if (!tables) return;
    Pairs all = Pairs::of(rotary_.layout, head);
    all.exchanged = pairs_.exchanged;
    const Parameters dims = {{"dim", static_cast<int>(head)}, {"meant", rotary_.dim}};
    add("partial-missing", dims, all, all).tables = *tables;
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
      add("partial-twice", said(left, "over the whole"), part, part);
      if (const auto tables = of_dim(n))
        add("partial-twice", said(left, "over the part"), part, part).tables = *tables;
      if (rotary_.layout != Pairing::half_split) continue;
      Pairs first = pairs_;
      first.count = n / 2;
      add("partial-twice",
          said(range_text(first.first + first.count, first.first + pairs_.count - 1) + ", " +
                   range_text(first.end(), end - 1),
               "over the whole"),
          first, first);
    }
  }

 private:
  RotationScheme& add(std::string fault, Parameters parameters) {
    return add(std::move(fault), std::move(parameters), pairs_, pairs_);
  }

  RotationScheme& add(std::string fault, Parameters parameters, const Pairs& before,
                      const Pairs& after) {
    return found_.emplace_back(
        RotationScheme{.cause = {std::move(fault), std::move(parameters)},
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
  return all.take();
}

std::vector<RotationScheme> visible_schemes(const RotatedSource& source, const Claim& claim) {
  const double roundings =
      std::ldexp(4.0, -std::min(source.given.precision, source.format.precision));
  const auto pairs = [&](const RotationScheme& t) {
    return of_one_length(seen(source, t), roundings, true);
  };
  RotatedVectors all(source, claim);
  const RotationScheme claimed = as_claimed(source, claim);
  if (!leaves(claimed, source)) {
    all.other_channels();
    auto found = all.take();
    std::erase_if(found, [&](const RotationScheme& t) { return !leaves(t, source) || !pairs(t); });
    return found;
  }
  if (pairs(claimed)) {
    all.turned_back();
    return all.take();
  }
  all.layouts();
  auto found = all.take();
  std::erase_if(found, [&](const RotationScheme& t) { return !pairs(t); });
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
    std::vector<double> before(source.columns), after(source.columns), squares(pairs);
    std::fill(values.begin(), values.end(), 0.0);
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto row = values.subspan(2 * pairs * k, 2 * pairs);
      std::fill(squares.begin(), squares.end(), 0.0);
      for (std::uint64_t lead = 0; lead < std::min(source.leads, kLeadsUsed); ++lead) {
        source.read(source.row(lead, first + k), before, after);
        for (std::size_t j = 0; j < source.columns; ++j) {
          if (columns[j].passes()) continue;
          const auto pair = static_cast<std::size_t>(columns[j].pair);
          const double x = columns[j].x(before.data());
          row[pair] += x * after[j];
          row[pairs + pair] += columns[j].y(before.data()) * after[j];
          squares[pair] += x * x;
        }
      }
      for (std::size_t j = 0; j < row.size(); ++j) row[j] /= squares[j % pairs];
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
  if (loses || a.sines || a.cosines || a.quantum > 0) return std::nullopt;
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
  candidate.truth.channels = candidate.program.channels = scheme.tables.channels;
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
    return of_one_length(seen(source, t), kAlike, false);
  });
}

}  // namespace sextant::verify
