#include "sextant/report/claims/true_rows.hpp"

#include "sextant/exact/formula.hpp"

namespace sextant {

TrueRows::TrueRows(const Encoding& encoding) : chart_(sextant::chart(encoding)) {
  for (int pair = 0; pair < pairs(); ++pair)
    frequencies_.push_back(exact::frequency<ClaimInterval>(chart_.waves, pair));
}

ClaimInterval TrueRows::entry(Position position, std::size_t channel) const {
  return exact::value<ClaimInterval>(chart_.waves, to_rational(position), chart_.channels[channel]);
}

std::vector<ClaimInterval> TrueRows::row(Position position) const {
  std::vector<ClaimInterval> row;
  for (std::size_t j = 0; j < chart_.width(); ++j) row.push_back(entry(position, j));
  return row;
}

ClaimInterval TrueRows::sine(Position k, int pair) const {
  return sin(ClaimInterval(enclose<ClaimInterval>(to_rational(k)) * frequency(pair)));
}

ClaimInterval TrueRows::cosine(Position k, int pair) const {
  return cos(ClaimInterval(enclose<ClaimInterval>(to_rational(k)) * frequency(pair)));
}

ClaimInterval TrueRows::kernel(Position k) const {
  ClaimInterval sum(0);
  for (int pair = 0; pair < pairs(); ++pair) sum += cosine(k, pair);
  return sum;
}

ClaimInterval TrueRows::squared_distance(Position k) const {
  ClaimInterval sum(0);
  for (int pair = 0; pair < pairs(); ++pair) {
    const ClaimInterval half =
        sin(ClaimInterval(enclose<ClaimInterval>(to_rational(k) / 2) * frequency(pair)));
    sum += 4 * half * half;
  }
  return sum;
}

ClaimInterval dot(const std::vector<ClaimInterval>& x, const std::vector<ClaimInterval>& y) {
  ClaimInterval sum(0);
  for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * y[j];
  return sum;
}

}  // namespace sextant
