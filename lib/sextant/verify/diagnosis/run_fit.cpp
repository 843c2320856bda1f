#include "sextant/verify/diagnosis/run_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace sextant::verify {
namespace {

constexpr int kUnknowns = 4;
constexpr int kSteps = 4;          // from one linear problem to the next
constexpr int kProjections = 400;  // onto what is violated most, within one
constexpr long double kPush = 1.2L;
constexpr long double kOwnStart = 1e-9L;  // what the start itself weighs, of all that is seen

using Vector = std::array<long double, kUnknowns>;
/// |row·x − value| ≤ 1: an entry within its tolerance, or an unknown within its leeway.
struct Strip {
  Vector row{};
  long double value = 0, square = 0;

  long double miss(const Vector& x) const {
    return std::inner_product(x.begin(), x.end(), row.begin(), -value);
  }
};

/// The least squares of what strips leave, by elimination: those of the unknowns make the matrix
/// positive definite.
Vector least_squares(const std::vector<Strip>& strips) {
  std::array<Vector, kUnknowns> left{};
  Vector x{};
  for (const Strip& s : strips) {
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      for (std::size_t j = 0; j < kUnknowns; ++j) left[i][j] += s.row[i] * s.row[j];
      x[i] += s.row[i] * s.value;
    }
  }
  for (std::size_t k = 0; k < kUnknowns; ++k) {
    for (std::size_t i = k + 1; i < kUnknowns; ++i) {
      const long double times = left[i][k] / left[k][k];
      for (std::size_t j = k; j < kUnknowns; ++j) left[i][j] -= times * left[k][j];
      x[i] -= times * x[k];
    }
  }
  for (std::size_t i = kUnknowns; i-- > 0;) {
    for (std::size_t j = i + 1; j < kUnknowns; ++j) x[i] -= left[i][j] * x[j];
    x[i] /= left[i][i];
  }
  return x;
}

/// A point within all strips, or near to that: from least squares on, projected again and again
/// onto the strip that is furthest (Motzkin's relaxation).
Vector within(const std::vector<Strip>& strips) {
  Vector x = least_squares(strips);
  for (int k = 0; k < kProjections; ++k) {
    const Strip* worst = nullptr;
    long double most = 0;
    for (const Strip& s : strips) {
      const long double over = std::abs(s.miss(x)) - 1;
      if (over > 0 && over * over > most * s.square) most = over * over / s.square, worst = &s;
    }
    if (worst == nullptr) break;
    const long double miss = worst->miss(x);
    const long double over = std::copysign(std::abs(miss) - 1, miss) * kPush;
    for (std::size_t i = 0; i < kUnknowns; ++i) x[i] -= over * worst->row[i] / worst->square;
  }
  return x;
}

/// What a change of the unknowns makes of an entry, by unknown: the start's size and angle, and
/// those of the turn, each in units of its leeway; in units of its tolerance.
Vector slopes(const Seen& s, const RecurrenceFit& run, const Leeway& leeway) {
  const Complex turned = run.at(s.row) / std::abs(run.start);
  const Complex i(0, 1);
  const Complex grown = run.at(s.row) * static_cast<long double>(s.row);
  const auto part = [&](const Complex& z, double unit) {
    return (s.sine ? z.imag() : z.real()) * static_cast<long double>(unit / s.tolerance);
  };
  const double start = leeway.round ? 0 : leeway.start, turn = leeway.round ? 0 : leeway.turn;
  return {part(turned, start), part(i * turned, leeway.start), part(grown, turn),
          part(i * grown, leeway.turn)};
}

/// The run that is so much further in each unknown.
RecurrenceFit moved(const RecurrenceFit& run, const Vector& by, const Leeway& leeway) {
  const auto start = static_cast<long double>(leeway.start) / std::abs(run.start);
  const auto turn = static_cast<long double>(leeway.turn);
  if (leeway.round)
    return {run.start * std::polar(1.0L, by[1] * start), run.turn * std::polar(1.0L, by[3] * turn)};
  return {run.start * (1.0L + Complex(by[0] * start, by[1] * start)),
          run.turn * std::exp(Complex(by[2] * turn, by[3] * turn))};
}

long double miss(const Seen& s, const RecurrenceFit& run) {
  const Complex z = run.at(s.row);
  return (s.value - (s.sine ? z.imag() : z.real())) / s.tolerance;
}

}  // namespace

Complex likeliest_start(const std::vector<Seen>& seen, const RecurrenceFit& around) {
  const RecurrenceFit plain{1, around.turn};
  long double xx = 0, xy = 0, yy = 0, x = 0, y = 0;  // of the start's two parts
  for (const Seen& s : seen) {
    const Complex turned = plain.at(s.row);
    const Complex parts = s.sine ? Complex(turned.imag(), turned.real()) : std::conj(turned);
    const long double weight = 1 / (static_cast<long double>(s.tolerance) * s.tolerance);
    xx += weight * parts.real() * parts.real();
    xy += weight * parts.real() * parts.imag();
    yy += weight * parts.imag() * parts.imag();
    x += weight * parts.real() * s.value;
    y += weight * parts.imag() * s.value;
  }
  const long double own = kOwnStart * (xx + yy);
  xx += own, yy += own, x += own * around.start.real(), y += own * around.start.imag();
  const long double determinant = xx * yy - xy * xy;
  if (!(determinant > 0)) return around.start;
  return Complex(x * yy - y * xy, y * xx - x * xy) / determinant;
}

std::optional<RecurrenceFit> fit(const std::vector<Seen>& seen, const RecurrenceFit& around,
                                 const Leeway& leeway, double slack) {
  if (std::abs(around.start) == 0 || std::abs(around.turn) == 0) return std::nullopt;
  RecurrenceFit run = around;
  Vector total{};
  for (int step = 0; step <= kSteps; ++step) {
    const bool near = std::all_of(total.begin(), total.end(),
                                  [&](long double x) { return std::abs(x) <= slack; });
    const bool fits = std::all_of(seen.begin(), seen.end(),
                                  [&](const Seen& s) { return std::abs(miss(s, run)) <= slack; });
    if (near && fits) return run;
    std::vector<Strip> strips;
    const auto add = [&](const Vector& row, long double value) {
      const long double square = std::inner_product(row.begin(), row.end(), row.begin(), 0.0L);
      if (square > 0) strips.push_back({row, value, square});
    };
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      Vector row{};
      row[i] = 1;
      add(row, -total[i]);
    }
    for (const Seen& s : seen) add(slopes(s, run, leeway), miss(s, run));
    const Vector more = within(strips);
    for (std::size_t i = 0; i < kUnknowns; ++i) total[i] += more[i];
    run = moved(run, more, leeway);
    if (!std::isfinite(std::abs(run.start)) || !(std::abs(run.start) > 0) ||
        !(std::abs(run.turn) > 0.5L))
      break;
  }
  return std::nullopt;
}

}  // namespace sextant::verify
