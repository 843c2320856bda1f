#include "sextant/config/config_record.hpp"

#include <algorithm>
#include <utility>

namespace sextant {

void ConfigRecord::note(std::string path, std::string value) {
  known_.insert(path);
  const auto same = [&](const ConfigKey& key) { return key.key == path; };
  if (std::none_of(read_.begin(), read_.end(), same))
    read_.push_back({std::move(path), std::move(value)});
}

std::vector<ConfigKey> ConfigRecord::take() { return std::exchange(read_, {}); }

}  // namespace sextant
