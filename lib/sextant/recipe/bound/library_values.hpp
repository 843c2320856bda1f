#pragma once

#include <vector>

namespace sextant::recipe {

/// The numbers of T that a library function may return under the hypothesis of T.  The first is the
/// nearest to the true value.  T is float or double.
template <class T>
std::vector<T> pow_values(const T& x, const T& y);
template <class T>
std::vector<T> exp_values(const T& x);
template <class T>
std::vector<T> log_values(const T& x);

}  // namespace sextant::recipe
