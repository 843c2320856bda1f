#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <tuple>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr int kOffsetBits = 20;
constexpr int kRowBits = 10;
constexpr double kTiny = 0x1p-1000;  // squares below this are 0 from below, and this from above

/// Bounds of a squared distance: a sum of squares of numbers, each known within a radius.
///                                                                                measures.md, (13)
class Squares {
 public:
  /// Adds the square of a number within `radius` of x(1 + δ), |δ| ≤ 2⁻⁵².
  void add(double x, double radius = 0) {
    const double low = std::max(std::abs(x) * (1 - 0x1p-51) - radius, 0.0);
    const double high = std::abs(x) * (1 + 0x1p-51) + radius;
    lower_ += low * low < kTiny ? 0 : low * low;
    upper_ += high == 0 ? 0 : std::max(high * high, kTiny);
    ++terms_;
  }
  double lower() const { return lower_ * (1 - rounding()); }
  double upper() const { return upper_ * (1 + rounding()); }

 private:
  double rounding() const { return (terms_ + 8) * 0x1p-53; }

  double lower_ = 0, upper_ = 0, terms_ = 0;
};

/// The pairs that may be the nearest: a commutative monoid.
class Nearest {
 public:
  struct Pair {
    Position position, other;
    double lower, upper;  ///< of the squared distance
  };

  /// An upper bound of the least distance.
  double most() const { return most_; }
  void see(const Pair& pair) {
    if (pair.lower > most_) return;
    most_ = std::min(most_, pair.upper);
    pairs_.push_back(pair);
    if (pairs_.size() >= 2 * kept_) prune();
  }
  void merge(const Nearest& other) {
    for (const Pair& pair : other.pairs_) see(pair);
  }
  /// The pairs than which no other is certainly nearer; the likeliest first.
  std::vector<Pair> pairs() {
    prune();
    std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
      return std::tie(a.lower, a.position, a.other) < std::tie(b.lower, b.position, b.other);
    });
    return pairs_;
  }

 private:
  void prune() {
    std::erase_if(pairs_, [this](const Pair& pair) { return pair.lower > most_; });
    kept_ = std::max<std::size_t>(pairs_.size(), 64);
  }

  double most_ = std::numeric_limits<double>::infinity();
  std::size_t kept_ = 64;
  std::vector<Pair> pairs_;
};

json entry(const Encoding& encoding, const std::string& format, int bits, Nearest nearest) {
  const std::vector<Nearest::Pair> pairs = nearest.pairs();
  const double lower = pairs.front().lower;
  const double middle = lower + (nearest.most() - lower) / 2;
  return {{"encoding", to_text(encoding)},
          {"dim", dim(encoding)},
          {"format", format},
          {"below", "2^" + std::to_string(bits)},
          {"distance_squared", middle},
          {"distance_error", std::max(nearest.most() - middle, middle - lower) * (1 + 0x1p-50)},
          {"position", to_text(pairs.front().position)},
          {"other", to_text(pairs.front().other)},
          {"kind", pairs.size() == 1 ? "exhaustive" : "exhaustive, tied"}};
}

/// The offset k below 2^20 with the least D(k) = 4 Σ sin²(kω/2).  The exact distance depends only
/// on the offset, so this holds for all pairs of rows.
Nearest exact_nearest(const Encoding& encoding) {
  Chart halved = chart(encoding);
  halved.waves.scale /= 2;
  halved.waves.origin = 0;
  const exact::Oracle half(halved);
  // At most offsets the fast pairs alone exceed the limit.
  const auto sum_of = [&](Position k, double most) {
    Squares sum;
    for (int pair = 0; pair < half.waves().pairs() && sum.lower() <= most / 4; ++pair) {
      const exact::Near sine = exact::near(half.pair(k, pair).sine);
      sum.add(sine.high, sine.radius);
    }
    return sum;
  };
  const double least = 4 * sum_of(1, std::numeric_limits<double>::infinity()).upper();
  return measure::sweep<Nearest>(
      std::uint64_t{1} << kOffsetBits, 4096,
      [&](std::uint64_t first, std::uint64_t last, Nearest& nearest) {
        for (auto k = static_cast<Position>(std::max<std::uint64_t>(first, 1));
             k < static_cast<Position>(last); ++k) {
          const double most = std::min(nearest.most(), least);
          const Squares sum = sum_of(k, most);  // of all pairs, unless it exceeds `most`
          if (sum.lower() <= most / 4) nearest.see({k, 0, 4 * sum.lower(), 4 * sum.upper()});
        }
      });
}

std::vector<double> rounded_rows(const Encoding& encoding, const Format& format) {
  const exact::Oracle oracle(chart(encoding));
  std::vector<double> table;
  for (Position p = 0; p < Position{1} << kRowBits; ++p) {
    for (const Channel& channel : oracle.chart().channels)
      table.push_back(oracle.nearest(format, p, channel).value);
  }
  return table;
}

/// The nearest two of the first correctly rounded rows.
Nearest rounded_nearest(const Encoding& encoding, const Format& format) {
  const std::vector<double> table = rounded_rows(encoding, format);
  const auto width = static_cast<std::size_t>(dim(encoding));
  const auto row = [&](std::uint64_t p) { return std::span(table).subspan(p * width, width); };
  return measure::sweep<Nearest>(
      std::uint64_t{1} << kRowBits, 16,
      [&](std::uint64_t first, std::uint64_t last, Nearest& nearest) {
        for (std::uint64_t p = first; p < last; ++p) {
          for (std::uint64_t q = 0; q < p; ++q) {
            Squares sum;
            for (std::size_t j = 0; j < width && sum.lower() <= nearest.most(); ++j)
              sum.add(row(p)[j] - row(q)[j]);
            nearest.see(
                {static_cast<Position>(p), static_cast<Position>(q), sum.lower(), sum.upper()});
          }
        }
      });
}

/// The encoding at another dim; nullopt if its law does not allow that.
std::optional<Encoding> at_dim(Encoding encoding, int dim) {
  set_field(encoding, "dim", std::to_string(dim));
  try {
    (void)chart(encoding);
  } catch (const Error&) {
    return std::nullopt;
  }
  return encoding;
}

}  // namespace

nlohmann::json nearest_pairs(const ExperimentConfig& experiment, const StepCallback& step) {
  json result = json::array();
  for (const int dim : {2, 4, 8, 16, 32, 64, 128, 256, 512}) {
    const auto encoding = at_dim(experiment.encoding, dim);
    if (!encoding) continue;
    step();
    result.push_back(entry(*encoding, "exact", kOffsetBits, exact_nearest(*encoding)));
    for (const Format& format : {kFloat32, kFloat16, kBfloat16}) {
      step();
      result.push_back(
          entry(*encoding, format.name(), kRowBits, rounded_nearest(*encoding, format)));
    }
  }
  return result;
}

}  // namespace sextant
