#pragma once

#include <vector>

namespace sextant::recipe {

/// The numbers of T that a library function may return which errs by at most `ulps`.  The first is
/// the nearest to the true value.  Empty if `ulps` is infinite.  T is float or double.
template <class T>
std::vector<T> pow_values(const T& x, const T& y, double ulps);
template <class T>
std::vector<T> exp_values(const T& x, double ulps);
template <class T>
std::vector<T> log_values(const T& x, double ulps);

}  // namespace sextant::recipe
