#include "certificate/statement/ledger.hpp"

#include <algorithm>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {

void confirm_interval(const Offset& one, const Distance& distance) {
  const std::string where = "D(" + one.offset.text() + ") ";
  if (distance.vanishes(one.offset)) {
    if (one.low.sign() > 0 || one.high.sign() < 0)
      throw Refused(where + "is 0, outside the interval stated");
    return;
  }
  if (distance.beside(one.offset, one.low) != Side::above ||
      distance.beside(one.offset, one.high) != Side::below)
    throw Refused(where + "is " + distance.at(one.offset, 128).text() +
                  ", outside the interval stated, or at its end");
}

void Ledger::audit() const {
  for (const Offset& one : near_->found) {
    confirm_interval(one, *distance_);
    if (distance_->beside(one.offset, near_->threshold) == Side::below) continue;
    if (distance_->vanishes(one.offset)) continue;
    throw Refused("offset " + one.offset.text() +
                  " is listed, and not certainly within the threshold");
  }
}

void Ledger::settle(const Integer& k) {
  ++settled_;
  const auto& found = near_->found;
  const auto place =
      std::lower_bound(found.begin(), found.end(), k,
                       [](const Offset& a, const Integer& b) { return a.offset < b; });
  if (place != found.end() && place->offset == k) return;
  const Side side = distance_->beside(k, near_->threshold);
  if (side == Side::above) return;
  if (side == Side::unclear)
    throw Refused("offset " + k.text() + " is not listed, and as far as the threshold, or nearly");
  throw Refused("offset " + k.text() + " is within the threshold, and not listed");
}

}  // namespace sextant::certificate
