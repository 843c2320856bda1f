#include "sextant/config/config_record.hpp"

#include <algorithm>
#include <utility>

namespace sextant {

void ConfigRecord::note(ConfigKey key) {
  known_.insert(key.key);
  auto same = std::find_if(read_.begin(), read_.end(),
                           [&](const ConfigKey& one) { return one.key == key.key; });
  if (same == read_.end()) same = read_.insert(same, {std::move(key.key), std::move(key.value)});
  for (const auto* decides : {&deciding_, &key.decides})
    for (const std::string& one : *decides)
      if (std::find(same->decides.begin(), same->decides.end(), one) == same->decides.end())
        same->decides.push_back(one);
}

std::vector<ConfigKey> ConfigRecord::take() { return std::exchange(read_, {}); }

}  // namespace sextant
