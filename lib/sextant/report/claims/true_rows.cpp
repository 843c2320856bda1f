#include "sextant/report/claims/true_rows.hpp"

#include "sextant/exact/formula.hpp"

namespace sextant {

TrueRows::TrueRows(const Encoding& encoding) : chart_(sextant::chart(encoding)) {
  for (int pair = 0; pair < pairs(); ++pair)
    frequencies_.push_back(exact::frequency<Wide>(chart_.waves, pair));
}

Wide TrueRows::entry(Position position, std::size_t channel) const {
  return exact::value<Wide>(chart_.waves, to_rational(position), chart_.channels[channel]);
}

std::vector<Wide> TrueRows::row(Position position) const {
  std::vector<Wide> row;
  for (std::size_t j = 0; j < chart_.width(); ++j) row.push_back(entry(position, j));
  return row;
}

Wide TrueRows::sine(Position k, int pair) const {
  return sin(Wide(enclose<Wide>(to_rational(k)) * frequency(pair)));
}

Wide TrueRows::cosine(Position k, int pair) const {
  return cos(Wide(enclose<Wide>(to_rational(k)) * frequency(pair)));
}

Wide TrueRows::kernel(Position k) const {
  Wide sum(0);
  for (int pair = 0; pair < pairs(); ++pair) sum += cosine(k, pair);
  return sum;
}

Wide TrueRows::squared_distance(Position k) const {
  Wide sum(0);
  for (int pair = 0; pair < pairs(); ++pair) {
    const Wide half = sin(Wide(enclose<Wide>(to_rational(k) / 2) * frequency(pair)));
    sum += 4 * half * half;
  }
  return sum;
}

Wide dot(const std::vector<Wide>& x, const std::vector<Wide>& y) {
  Wide sum(0);
  for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * y[j];
  return sum;
}

}  // namespace sextant
