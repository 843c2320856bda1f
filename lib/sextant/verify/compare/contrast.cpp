#include "sextant/verify/compare/contrast.hpp"

#include <cmath>
#include <tuple>

namespace sextant::verify {
namespace {

bool before(const Disagreement& a, const Disagreement& b) {
  return std::tie(a.position, a.channel, a.row) < std::tie(b.position, b.channel, b.row);
}

void keep_first(std::optional<Disagreement>& kept, const Disagreement& at) {
  if (!kept || std::tie(at.row, at.channel) < std::tie(kept->row, kept->channel)) kept = at;
}

void keep_largest(std::optional<Disagreement>& kept, const Disagreement& at) {
  const double size = std::abs(at.difference());
  const double known = kept ? std::abs(kept->difference()) : -1;
  if (size > known || (size == known && before(at, *kept))) kept = at;
}

}  // namespace

void Contrast::differ(const Disagreement& at) {
  ++differing;
  keep_first(first, at);
  if (std::isfinite(at.reference) && std::isfinite(at.mine)) {
    keep_largest(largest, at);
  } else {
    ++not_finite;
  }
}

void Contrast::merge(const Contrast& other) {
  entries += other.entries;
  differing += other.differing;
  not_finite += other.not_finite;
  if (other.largest) keep_largest(largest, *other.largest);
  if (other.first) keep_first(first, *other.first);
}

}  // namespace sextant::verify
