#include "sextant/encoding/wave/layout.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

std::vector<Channel> lay_out(int dim, Layout layout, Order order, Odd odd) {
  const bool is_odd = dim % 2 != 0;
  if (is_odd && odd == Odd::error) {
    throw Error("dim " + std::to_string(dim) +
                " is odd: name a convention with --odd zero-column, drop-last or round-up");
  }
  const bool half_pair = is_odd && odd != Odd::zero_column;
  const int seconds = dim / 2;
  const int firsts = seconds + (half_pair ? 1 : 0);
  const Function first = order == Order::sin_cos ? Function::sine : Function::cosine;
  const Function second = order == Order::sin_cos ? Function::cosine : Function::sine;

  std::vector<Channel> channels;
  channels.reserve(static_cast<std::size_t>(dim));
  if (layout == Layout::interleaved) {
    for (int pair = 0; pair < firsts; ++pair) {
      channels.push_back({first, pair});
      if (pair < seconds) channels.push_back({second, pair});
    }
  } else {
    for (int pair = 0; pair < firsts; ++pair) channels.push_back({first, pair});
    for (int pair = 0; pair < seconds; ++pair) channels.push_back({second, pair});
  }
  if (is_odd && !half_pair) channels.push_back({Function::zero, 0});
  return channels;
}

}  // namespace sextant
