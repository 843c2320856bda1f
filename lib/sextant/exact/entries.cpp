#include "sextant/exact/entries.hpp"

#include <utility>

namespace sextant::exact {

Entries::Entries(Oracle oracle, const Format& format)
    : oracle_(std::move(oracle)), format_(format), quick_(&Quick::instance()) {
  if (Quick::serves(format)) dropped_ = Quick::Dropped::by(format);
  for (const Channel& channel : oracle_.chart().channels) {
    phases_.push_back(oracle_.phase(channel));
    quick_sure_ |= dropped_.mask != 0 && phases_.back() != Phase{};
  }
}

}  // namespace sextant::exact
