#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/maker.hpp"
#include "benchmark/peers/narrow.hpp"

namespace sextant::bench {

/// Frequencies as programs form them, in the format of the angle.
template <class Real>
std::vector<Real> naive_frequencies(std::size_t columns) {
  std::vector<Real> result(columns / 2);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Real exponent = -static_cast<Real>(2 * i) / static_cast<Real>(columns);
    result[i] = std::pow(Real{10000}, exponent);
  }
  return result;
}

/// One row, interleaved: sines and cosines of position·frequencies.
template <class Real>
using RowFunction = void (*)(Real position, const std::vector<Real>& frequencies, Real* row);

template <class Real>
void write_rows(RowFunction<Real> function, const std::vector<Real>& frequencies, Size size,
                std::byte* at) {
  Real* row = reinterpret_cast<Real*>(at);
  for (std::uint64_t k = 0; k < size.rows; ++k, row += size.columns)
    function(static_cast<Real>(kFirst + k), frequencies, row);
}

/// Rows made in float32 in a row's worth of memory, then rounded to 16 bits.
inline void write_narrowed(RowFunction<float> function, Narrowing narrow,
                           const std::vector<float>& frequencies, Size size, std::byte* at) {
  std::vector<float> buffer(size.columns + 16);
  void* start = buffer.data();
  std::size_t room = buffer.size() * sizeof(float);
  auto* row = static_cast<float*>(std::align(64, size.columns * sizeof(float), start, room));
  auto* out = reinterpret_cast<std::uint16_t*>(at);
  for (std::uint64_t k = 0; k < size.rows; ++k, out += size.columns) {
    function(static_cast<float>(kFirst + k), frequencies, row);
    narrow(row, size.columns, out);
  }
}

template <class Real>
Maker maker_by_rows(std::string name, RowFunction<Real> function) {
  const auto prepare = [function](Size size) -> Writer {
    return [function, size, frequencies = naive_frequencies<Real>(size.columns)](std::byte* at) {
      write_rows(function, frequencies, size, at);
    };
  };
  return {sizeof(Real) == 4 ? "float32" : "float64", std::move(name), sizeof(Real), kAllSizes,
          prepare};
}

/// The same in float32, for each 16-bit format that this machine converts to.
inline std::vector<Maker> narrowed_makers(const std::string& name, RowFunction<float> function) {
  std::vector<Maker> result;
  for (const auto& [format, narrow] : narrowings()) {
    const auto prepare = [function, narrow = narrow](Size size) -> Writer {
      return [=, frequencies = naive_frequencies<float>(size.columns)](std::byte* at) {
        write_narrowed(function, narrow, frequencies, size, at);
      };
    };
    result.push_back({format, name, 2, kAllSizes, prepare});
  }
  return result;
}

}  // namespace sextant::bench
