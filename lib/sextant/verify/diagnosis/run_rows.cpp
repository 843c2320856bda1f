#include "sextant/verify/diagnosis/run_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace sextant::verify {
namespace {

constexpr double kGross = 2;  // what damaged entries are off by at least, in tolerances

class Rows {
 public:
  Rows(const PairChannels& pair, const RecurrenceFit& run, const RunTolerance& tolerance,
       std::uint64_t count, std::uint64_t most, std::vector<Stray>& damaged)
      : pair_(pair),
        tolerance_(tolerance),
        step_(run.turn, tolerance, count),
        most_(most),
        damaged_(damaged) {}

  /// Of a row that is not looked at nothing follows.
  void skip() { known_ = 0; }

  bool look(std::uint64_t row, std::span<const double> values, const Complex& want) {
    now_.assign(values.begin(), values.end());
    const auto inside = [&](std::size_t j, long double truth) {
      if (!std::isfinite(now_[j])) return true;
      const auto off = static_cast<double>(std::abs(now_[j] - truth));
      const double most = kOfEstimates * tolerance_.of_row(now_[j], row);
      if (off <= most) return true;
      if (off <= kGross * most || damaged_.size() >= most_) return false;
      damaged_.push_back({row, j, now_[j]});
      now_[j] = std::nan("");  // of which nothing follows
      return true;
    };
    const auto &sines = pair_.sines, &cosines = pair_.cosines;
    const bool near = std::all_of(sines.begin(), sines.end(),
                                  [&](std::size_t j) { return inside(j, want.imag()); }) &&
                      std::all_of(cosines.begin(), cosines.end(),
                                  [&](std::size_t j) { return inside(j, want.real()); }) &&
                      (sines.size() == cosines.size() ? turned() : halves());
    before_.swap(last_);
    last_.swap(now_);
    ++known_;
    return near;
  }

 private:
  /// Pairs of a row that are those of the last one, turned once.
  bool turned() const {
    if (known_ < 1) return true;
    for (std::size_t k = 0; k < pair_.sines.size(); ++k) {
      const std::size_t s = pair_.sines[k], c = pair_.cosines[k];
      const double all = last_[s] + last_[c] + now_[s] + now_[c];
      if (std::isfinite(all) &&
          !step_.takes(Complex(last_[c], last_[s]), Complex(now_[c], now_[s])))
        return false;
    }
    return true;
  }

  bool halves() const {
    if (known_ < 2) return true;
    const auto off = [&](std::size_t j) {
      return std::isfinite(before_[j] + last_[j] + now_[j]) &&
             !step_.takes(before_[j], last_[j], now_[j]);
    };
    return std::none_of(pair_.sines.begin(), pair_.sines.end(), off) &&
           std::none_of(pair_.cosines.begin(), pair_.cosines.end(), off);
  }

  const PairChannels& pair_;
  const RunTolerance& tolerance_;
  RunStep step_;
  std::uint64_t most_;
  std::vector<Stray>& damaged_;
  std::vector<double> now_, last_, before_;
  int known_ = 0;  ///< how many rows before this one
};

}  // namespace

bool follow(const Source& source, const PairChannels& pair, const RecurrenceFit& run,
            const RunTolerance& tolerance, const std::optional<Position>& blank, std::uint64_t most,
            std::vector<Stray>& damaged) {
  Rows rows(pair, run, tolerance, source.rows, most, damaged);
  std::vector<double> values;
  for (std::uint64_t first = 0; first < source.rows; first += source.block()) {
    const std::uint64_t count = std::min(source.block(), source.rows - first);
    values.resize(count * source.columns);
    source.read(first, count, values);
    Complex want = run.at(first);
    for (std::uint64_t row = 0; row < count; ++row, want *= run.turn) {
      const std::span got = std::span(values).subspan(row * source.columns, source.columns);
      if (source.positions[first + row] == blank)
        rows.skip();
      else if (!rows.look(first + row, got, want))
        return false;
    }
  }
  return true;
}

}  // namespace sextant::verify
