#pragma once

#include <vector>

namespace sextant::recipe {

/// The numbers of T that a library function may return within the hypothesis of T; the one nearest
/// to the true value comes first.  T is float or double.
template <class T>
std::vector<T> pow_values(const T& x, const T& y);
template <class T>
std::vector<T> exp_values(const T& x);
template <class T>
std::vector<T> log_values(const T& x);

}  // namespace sextant::recipe
