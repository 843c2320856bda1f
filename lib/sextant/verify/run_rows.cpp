#include "sextant/verify/run_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace sextant::verify {
namespace {

class Rows {
 public:
  Rows(const PairChannels& pair, const Run& run, const RunTolerance& tolerance, std::uint64_t count)
      : pair_(pair), run_(run), tolerance_(tolerance), count_(count) {}

  /// Of a row that is not looked at nothing follows.
  void skip() { known_ = 0; }

  bool look(std::uint64_t row, std::span<const double> values, const Complex& want) {
    const auto inside = [&](std::size_t j, long double truth) {
      return !std::isfinite(values[j]) ||
             std::abs(values[j] - truth) <= kOfEstimates * tolerance_.of_row(values[j], row);
    };
    const auto &sines = pair_.sines, &cosines = pair_.cosines;
    const bool near = std::all_of(sines.begin(), sines.end(),
                                  [&](std::size_t j) { return inside(j, want.imag()); }) &&
                      std::all_of(cosines.begin(), cosines.end(),
                                  [&](std::size_t j) { return inside(j, want.real()); }) &&
                      (sines.size() == cosines.size() ? turned(values) : second_difference(values));
    before_.swap(last_);
    last_.assign(values.begin(), values.end());
    ++known_;
    return near;
  }

 private:
  /// Pairs of a row that are those of the last one, turned once.
  bool turned(std::span<const double> values) const {
    if (known_ < 1) return true;
    for (std::size_t k = 0; k < pair_.sines.size(); ++k) {
      const std::size_t s = pair_.sines[k], c = pair_.cosines[k];
      const Complex off = Complex(values[c], values[s]) - run_.turn * Complex(last_[c], last_[s]);
      if (std::abs(off.real()) > tolerance_.of_step(values[c], count_) ||
          std::abs(off.imag()) > tolerance_.of_step(values[s], count_))
        return false;
    }
    return true;
  }

  /// Half a pair knows its turn from two rows: with z' = R·z and z'' = R·z', each within e of it,
  /// Re z'' − 2·Re R·Re z' + |R|²·Re z is within 2e of 0, and Im likewise.
  bool second_difference(std::span<const double> values) const {
    if (known_ < 2) return true;
    const auto off = [&](std::size_t j) {
      return std::abs(values[j] - 2 * run_.turn.real() * last_[j] +
                      std::norm(run_.turn) * before_[j]) >
             2 * tolerance_.of_step(values[j], count_);
    };
    return std::none_of(pair_.sines.begin(), pair_.sines.end(), off) &&
           std::none_of(pair_.cosines.begin(), pair_.cosines.end(), off);
  }

  const PairChannels& pair_;
  const Run& run_;
  const RunTolerance& tolerance_;
  std::uint64_t count_;
  std::vector<double> last_, before_;
  int known_ = 0;  ///< how many rows before this one
};

}  // namespace

bool follow(const Source& source, const PairChannels& pair, const Run& run,
            const RunTolerance& tolerance, const std::optional<Position>& blank) {
  Rows rows(pair, run, tolerance, source.rows);
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
