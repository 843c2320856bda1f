#include "sextant/verify/diagnosis/run_step.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

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
  const auto number = [](long double x) { return static_cast<double>(x); };
  const double straight = number(std::abs(turn_.real())), across = number(std::abs(turn_.imag()));
  const double cosine = number(last.real()), sine = number(last.imag());
  const auto inside = [&](long double part, std::initializer_list<RunTolerance::Part> of) {
    return std::abs(part) <= tolerance_.of_step({of.begin(), of.size()}, rows_) + more;
  };
  return inside(off.real(), {{number(now.real()), 1}, {cosine, straight}, {sine, across}}) &&
         inside(off.imag(), {{number(now.imag()), 1}, {sine, straight}, {cosine, across}});
}

bool RunStep::takes(double before, double last, double now) const {
  const auto twice = static_cast<double>(2 * std::abs(turn_.real()));
  const RunTolerance::Part parts[] = {
      {now, 1}, {last, twice}, {before, static_cast<double>(std::norm(turn_))}};
  return std::abs(now - 2 * turn_.real() * last + std::norm(turn_) * before) <=
         tolerance_.of_step(parts, rows_, 2) + 4 * off_ * tolerance_.amplitude;
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
