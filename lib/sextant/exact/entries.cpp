#include "sextant/exact/entries.hpp"

#include <utility>

namespace sextant::exact {

Entries::Entries(Oracle oracle, const Format& format)
    : oracle_(std::move(oracle)), format_(format), quick_(&Quick::instance()) {
  if (Quick::serves(format)) dropped_ = Quick::Dropped::by(format);
  const bool fine = format == kFloat64;
  for (const Channel& channel : oracle_.chart().channels) {
    phases_.push_back(oracle_.phase(channel));
    if (fine) fine_phases_.push_back(oracle_.fine_phase(channel));
    quick_sure_ |= (fine || dropped_.mask != 0) && phases_.back() != Phase{};
  }
}

Oracle::Rounded Entries::in_float64(Position position, std::size_t channel) const {
  double value = 0;
  if (FixedSine::instance().nearest(fine_phases_[channel].at(position), value))
    return {value, true};
  return oracle_.from_ball(format_, position, oracle_.chart().channels[channel]);
}

}  // namespace sextant::exact
