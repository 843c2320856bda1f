#include "sextant/recipe/bound/library_values.hpp"

#include <cmath>
#include <limits>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/arithmetic_mpfr.hpp"

namespace sextant::recipe {
namespace {

/// The numbers of T within `ulps` of an exact value; empty if `ulps` is infinite.
template <class T>
std::vector<T> within_ulps(const MpfrFloat50& x, double ulps) {
  if (!std::isfinite(ulps)) return {};
  const auto centre = static_cast<T>(x);
  std::vector<T> found{centre};
  if (!std::isfinite(centre)) return found;
  for (T toward : {std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()}) {
    for (T y = std::nextafter(centre, toward);; y = std::nextafter(y, toward)) {
      const double gap = std::ldexp(1.0, last_place(Arithmetic<T>::format, std::ilogb(centre)));
      if (abs(MpfrFloat50(y) - x) > MpfrFloat50(gap) * ulps) break;
      found.push_back(y);
    }
  }
  return found;
}

}  // namespace

template <class T>
std::vector<T> pow_values(const T& x, const T& y, double ulps) {
  return within_ulps<T>(pow(MpfrFloat50(x), MpfrFloat50(y)), ulps);
}

template <class T>
std::vector<T> exp_values(const T& x, double ulps) {
  return within_ulps<T>(exp(MpfrFloat50(x)), ulps);
}

template <class T>
std::vector<T> log_values(const T& x, double ulps) {
  return within_ulps<T>(log(MpfrFloat50(x)), ulps);
}

template std::vector<float> pow_values(const float& x, const float& y, double ulps);
template std::vector<double> pow_values(const double& x, const double& y, double ulps);
template std::vector<float> exp_values(const float& x, double ulps);
template std::vector<double> exp_values(const double& x, double ulps);
template std::vector<double> log_values(const double& x, double ulps);

}  // namespace sextant::recipe
