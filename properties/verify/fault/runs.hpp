#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "sextant/number/round.hpp"
#include "sextant/verify/rows/source.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {

/// A program with Tensor2Tensor's law of exponents.
inline Program begun(const std::string& recipe, const Format& compute, const Format& store,
                     Position first, std::uint64_t rows) {
  Program p = program(recipe, compute, store, first, rows);
  std::get<Sinusoidal>(p.encoding).law = Law::half_minus_shift;
  return p;
}

/// Rows computed from the first row by rotations of one step, both as `p` computes them: in T,
/// stored in the format of `p`.  The first row may have another base.
template <class T>
Rows run(const Program& p, const Format& store, const std::optional<Rational>& base = {}) {
  Program start = p;
  start.formats.store = start.formats.compute;
  start.positions.count = 1;
  Program step = start;
  step.positions.first = p.positions.step;
  if (base) std::get<Sinusoidal>(start.encoding).base = *base;
  Rows first = rows_of(start);
  Rows turn = rows_of(step);
  Rows made{store, first.columns, {}};
  for (std::uint64_t row = 0; row < p.positions.count; ++row) {
    for (const double x : first.values)
      made.values.push_back(to_double(round(store, to_rational(from_double(x)))));
    for (std::uint64_t j = 0; j < first.columns; j += 2) {
      const T s = static_cast<T>(first.values[j]), c = static_cast<T>(first.values[j + 1]);
      const T ts = static_cast<T>(turn.values[j]), tc = static_cast<T>(turn.values[j + 1]);
      first.values[j] = s * tc + c * ts;
      first.values[j + 1] = c * tc - s * ts;
    }
  }
  return made;
}

/// Rows as a source for verification; they must outlive it.
inline verify::Source source_of(const Rows& rows, const Program& p) {
  verify::Source source;
  source.rows = rows.count(), source.columns = rows.columns;
  source.format = rows.format, source.positions = p.positions;
  source.read = [&rows](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    const auto begin = rows.values.begin() + static_cast<std::ptrdiff_t>(first * rows.columns);
    std::copy_n(begin, count * rows.columns, values.begin());
  };
  return source;
}

}  // namespace sextant
