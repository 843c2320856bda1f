#include "sextant/report/claims/precision_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {
namespace {

constexpr Position kFloatEnd = Position{1} << 24;

Chart usual() { return chart(Sinusoidal{.dim = 128}); }

recipe::ComputeFormats alone(const Format& format) { return {format, format, {}, {}}; }

/// Rows of a recipe of a chart, at any positions.
class Rows {
 public:
  Rows(const std::string& recipe, const Chart& chart, const Format& format, Positions positions)
      : width_(chart.width()), recipe_(recipe::make(recipe, chart, alone(format), positions)) {}
  std::vector<double> operator()(std::uint64_t row) const { return block(row, 1); }
  /// `count` consecutive rows.
  std::vector<double> block(std::uint64_t first, std::uint64_t count) const {
    std::vector<double> values(count * width_);
    for (std::uint64_t i = 0; i < count; ++i)
      recipe_->row(first + i, std::span(values).subspan(i * width_, width_));
    return values;
  }
  std::size_t width() const { return width_; }

 private:
  std::size_t width_;
  std::unique_ptr<recipe::Recipe> recipe_;
};

/// The chart of one pair, or of all for −1.
Chart of_pair(int pair) {
  Chart one = usual();
  if (pair >= 0)
    std::erase_if(one.channels, [&](const Channel& channel) { return channel.pair != pair; });
  return one;
}

/// The largest error of a row rotated by another, in float32, against a third.
double rotated_apart(std::span<const double> row, std::span<const double> step,
                     std::span<const double> sum) {
  float most = 0;
  for (std::size_t j = 0; j < row.size(); j += 2) {
    const auto s = static_cast<float>(row[j]), c = static_cast<float>(row[j + 1]);
    const auto S = static_cast<float>(step[j]), C = static_cast<float>(step[j + 1]);
    most = std::max({most, std::abs(s * C + c * S - static_cast<float>(sum[j])),
                     std::abs(c * C - s * S - static_cast<float>(sum[j + 1]))});
  }
  return most;
}

/// Rows rotated by a shift, against the correct ones.
class Turning {
 public:
  Turning(const Rows& rows, std::uint64_t shift) : rows_(rows), shift_(shift), step_(rows(shift)) {}
  std::vector<double> errors(std::uint64_t first, std::uint64_t count) const {
    const std::vector<double> values = rows_.block(first, count + shift_);
    const auto row = [&](std::uint64_t i) {
      return std::span(values).subspan(i * rows_.width(), rows_.width());
    };
    std::vector<double> found;
    for (std::uint64_t i = 0; i < count; ++i)
      found.push_back(rotated_apart(row(i), step_, row(i + shift_)));
    return found;
  }

 private:
  const Rows& rows_;
  std::uint64_t shift_;
  std::vector<double> step_;
};

struct Earliest {
  Position position = std::numeric_limits<Position>::max();
  void merge(const Earliest& other) { position = std::min(position, other.position); }
};

}  // namespace

RecipeErrors of_recipe(const std::string& recipe, const Format& format, std::uint64_t count) {
  return {recipe, usual(), alone(format), count};
}

double frequency_error(const std::string& recipe, int dim, const Format& format) {
  const Chart frequencies = chart(Rotary{.dim = dim}, Part::inv_freq);
  const auto row = Rows(recipe, frequencies, format, Positions::from(0, 1))(0);
  ClaimInterval most(0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const ClaimInterval truth =
        exact::frequency<ClaimInterval>(frequencies.waves, static_cast<int>(i));
    const ClaimInterval off =
        abs(ClaimInterval(enclose<ClaimInterval>(to_rational(from_double(row[i]))) / truth - 1));
    if (less(most, off)) most = off;
  }
  return std::ldexp(to_double(round(kFloat64, to_rational(upper_end(most)))), format.precision);
}

double largest_value(std::uint64_t positions) {
  double most = 0;
  for (const recipe::Entry& entry : recipe::catalogue()) {
    if (!entry.of_library) continue;
    for (const Format& format : {kFloat32, kFloat64}) {
      if (!recipe::possible(entry.name, alone(format))) continue;
      const Rows rows(std::string(entry.name), usual(), format, Positions::from(0, positions));
      for (std::uint64_t p = 0; p < positions; ++p) {
        for (const double value : rows(p)) most = std::max(most, std::abs(value));
      }
    }
  }
  return most;
}

RecurrenceExcess excess_of_rotation(const Format& format, std::uint64_t positions) {
  const Rows rows("rotation-recurrence", usual(), format, Positions::from(0, positions));
  RecurrenceExcess found;
  for (std::uint64_t p = 0; p < positions; ++p) {
    for (const double value : rows(p)) {
      if (std::abs(value) > 1 && found.most <= 1) found.first = static_cast<Position>(p);
      found.most = std::max(found.most, std::abs(value));
    }
  }
  return found;
}

Stop rotation_stops(int pair, Position shift, double limit) {
  const auto k = static_cast<std::uint64_t>(shift);
  const auto end = static_cast<std::uint64_t>(kFloatEnd) + k;
  const Rows rows("exp-log", of_pair(pair), kFloat32, Positions::from(0, end + k));
  const Turning turning(rows, k);
  constexpr std::uint64_t kBlock = 4096;
  Stop found{.at_ten = turning.errors(10, 1)[0]};
  for (std::uint64_t from = 0, step = kBlock; from < end; from += step, step *= 2) {
    const auto first = measure::sweep<Earliest>(
        std::min(step, end - from), kBlock,
        [&](std::uint64_t begin, std::uint64_t last, Earliest& result) {
          const std::vector<double> errors = turning.errors(from + begin, last - begin);
          const auto beyond = std::find_if(errors.begin(), errors.end(),
                                           [&](double error) { return error > limit; });
          if (beyond != errors.end())
            result.merge({static_cast<Position>(from + begin) + (beyond - errors.begin())});
        });
    if (first.position == Earliest{}.position) continue;
    found.position = first.position;
    found.error = turning.errors(static_cast<std::uint64_t>(first.position), 1)[0];
    return found;
  }
  return found;
}

bool repeats_after_2_to_24() {
  const Rows rows("exp-log", usual(), kFloat32, Positions::from(kFloatEnd - 1, 3));
  return rows(1) == rows(2) && rows(0) != rows(1);
}

int bits_within(const std::string& recipe, const Format& format, double limit) {
  std::vector<Position> powers;
  for (int k = 0; k <= 62; ++k) powers.push_back(Position{1} << k);
  const auto made = recipe::make(recipe, usual(), alone(format), Positions::of(powers));
  int most = -1;
  for (std::uint64_t k = 0; k < powers.size(); ++k) {
    double bound = 0;
    for (std::size_t j = 0; j < usual().width(); ++j) bound = std::max(bound, made->bound(k, j));
    if (bound > limit) break;
    most = static_cast<int>(k);
  }
  return most;
}

}  // namespace sextant
