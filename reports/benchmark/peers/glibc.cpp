#include <cmath>

#include "benchmark/rows.hpp"

namespace sextant::bench {
namespace {

/// As everybody writes it.  The compiler may well make one call of the two.
template <class Real>
void sin_and_cos(Real position, const std::vector<Real>& frequencies, Real* row) {
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Real angle = position * frequencies[i];
    row[2 * i] = std::sin(angle);
    row[2 * i + 1] = std::cos(angle);
  }
}

void both(float angle, float* sine, float* cosine) { ::sincosf(angle, sine, cosine); }
void both(double angle, double* sine, double* cosine) { ::sincos(angle, sine, cosine); }

template <class Real>
void sincos_pairs(Real position, const std::vector<Real>& frequencies, Real* row) {
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    both(position * frequencies[i], row + 2 * i, row + 2 * i + 1);
}

}  // namespace

std::vector<Maker> glibc_makers() {
  std::vector<Maker> result = {maker_by_rows<float>("glibc", sin_and_cos),
                               maker_by_rows<double>("glibc", sin_and_cos),
                               maker_by_rows<float>("glibc-sincos", sincos_pairs),
                               maker_by_rows<double>("glibc-sincos", sincos_pairs)};
  for (Maker& maker : narrowed_makers("glibc", sin_and_cos<float>))
    result.push_back(std::move(maker));
  return result;
}

}  // namespace sextant::bench
