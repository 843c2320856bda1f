#include "sextant/verify/run_step.hpp"

#include <algorithm>
#include <cmath>

namespace sextant::verify {
namespace {

/// The rows of one column.
std::vector<double> column(const Source& source, std::size_t j) {
  std::vector<double> values, block;
  for (std::uint64_t first = 0; first < source.rows; first += source.block()) {
    const std::uint64_t count = std::min(source.block(), source.rows - first);
    block.resize(count * source.columns);
    source.read(first, count, block);
    for (std::uint64_t row = 0; row < count; ++row)
      values.push_back(block[row * source.columns + j]);
  }
  return values;
}

}  // namespace

bool RunStep::takes(const Complex& last, const Complex& now) const {
  const Complex off = now - turn_ * last;
  const double more = off_ * tolerance_.amplitude;
  const auto inside = [&](long double part, long double got) {
    return std::abs(part) <= tolerance_.of_step(static_cast<double>(got), rows_) + more;
  };
  return inside(off.real(), now.real()) && inside(off.imag(), now.imag());
}

bool RunStep::takes(double before, double last, double now) const {
  return std::abs(now - 2 * turn_.real() * last + std::norm(turn_) * before) <=
         2 * tolerance_.of_step(now, rows_) + 4 * off_ * tolerance_.amplitude;
}

std::optional<std::vector<std::uint64_t>> strays(const Source& source, const PairChannels& pair,
                                                 const RunStep& step,
                                                 const std::optional<Position>& blank,
                                                 std::uint64_t most) {
  const bool whole = !pair.sines.empty() && !pair.cosines.empty();
  const auto some = column(source, pair.sines.empty() ? pair.cosines.front() : pair.sines.front());
  const auto others = whole ? column(source, pair.cosines.front()) : std::vector<double>();
  const std::uint64_t reach = whole ? 2 : 3;  // rows that one relation is of
  const auto related = [&](std::uint64_t row) {
    for (std::uint64_t k = row; k < row + reach; ++k)
      if (source.positions[k] == blank) return false;
    if (!whole) return step.takes(some[row], some[row + 1], some[row + 2]);
    return step.takes(Complex(others[row], some[row]), Complex(others[row + 1], some[row + 1]));
  };
  std::vector<bool> known(source.rows, false);
  for (std::uint64_t row = 0; row + reach <= source.rows; ++row) {
    if (!related(row)) continue;
    for (std::uint64_t k = row; k < row + reach; ++k) known[k] = true;
  }
  std::vector<std::uint64_t> rows;
  for (std::uint64_t row = 0; row < source.rows && rows.size() <= most; ++row)
    if (!known[row] && source.positions[row] != blank) rows.push_back(row);
  if (rows.size() > most) return std::nullopt;
  return rows;
}

}  // namespace sextant::verify
