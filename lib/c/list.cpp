#include "sextant/c/list.h"

#include <array>
#include <string>

#include "c/guard.hpp"
#include "sextant/verify/inventory.hpp"

namespace sextant::c {
namespace {

constexpr std::array<Listing, 8> kListings = {
    Listing::encodings, Listing::recipes, Listing::engines,   Listing::formats,
    Listing::models,    Listing::faults,  Listing::libraries, Listing::modes};

/// The list of a kind; built once.
const std::vector<Item>& items_of(sextant_listing listing) {
  static const auto lists = [] {
    std::array<std::vector<Item>, kListings.size()> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = inventory(kListings[i]);
    return all;
  }();
  const auto place = static_cast<long long>(listing);
  if (place >= 0 && place < static_cast<long long>(lists.size()))
    return lists[static_cast<std::size_t>(place)];
  throw Refused(SEXTANT_BAD_ARGUMENT, std::to_string(place) + " is no sextant_listing");
}

}  // namespace
}  // namespace sextant::c

extern "C" {

sextant_status sextant_list(sextant_listing listing, size_t index, const char** name,
                            const char** summary) {
  return sextant::c::guarded(__func__, [&] {
    sextant::c::expect(name, "name") = nullptr;
    if (summary != nullptr) *summary = nullptr;
    const auto& item = sextant::c::expect_item(sextant::c::items_of(listing), index);
    *name = item.name.c_str();
    if (summary != nullptr) *summary = item.summary.c_str();
  });
}
}
