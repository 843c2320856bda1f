#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

namespace sextant::verify {

using Complex = std::complex<long double>;  ///< cosine + i·sine

/// A pair's rows, each the one before times `turn`.
struct RecurrenceFit {
  Complex start, turn;
  Complex at(std::uint64_t row) const {
    const auto n = static_cast<long double>(row);
    return start * std::exp(Complex(n * std::log(std::abs(turn)), n * std::arg(turn)));
  }
};

/// An entry of a pair, and what it may be off by.
struct Seen {
  std::uint64_t row = 0;
  bool sine = false;
  double value = 0, tolerance = 0;
};

/// How far a run's start and its turn may be from those that it is looked for around.
struct Leeway {
  double start = 0, turn = 0;
  bool round = false;  ///< neither may change its size: all rows are on a circle
};

/// The start from which the turn of a run leaves the least squares of what was seen; its own as far
/// as that does not tell.
Complex likeliest_start(const std::vector<Seen>& seen, const RecurrenceFit& around);

/// A run within `leeway` of another whose every entry is within its tolerance, times `slack`, of
/// what was seen; nothing where none is found.                                 verdict.md, (19)
std::optional<RecurrenceFit> fit(const std::vector<Seen>& seen, const RecurrenceFit& around,
                                 const Leeway& leeway, double slack);

}  // namespace sextant::verify
