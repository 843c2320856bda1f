#include "sextant/report/output/packed.hpp"

#include <algorithm>

namespace sextant {
namespace {

using nlohmann::json;

/// Keys are sorted, so that equal sets of them are in the same order.
bool same_keys(const json& one, const json& other) {
  return one.is_object() && other.is_object() && one.size() == other.size() &&
         std::equal(one.items().begin(), one.items().end(), other.items().begin(),
                    [](const auto& a, const auto& b) { return a.key() == b.key(); });
}

bool packable(const json& list) {
  return list.size() >= 2 && !list[0].empty() &&
         std::all_of(list.begin(), list.end(),
                     [&](const json& one) { return same_keys(list[0], one); });
}

}  // namespace

json packed(const json& document) {
  if (!document.is_structured()) return document;
  if (document.is_array() && packable(document)) {
    json keys = json::array(), rows = json::array();
    for (const auto& [key, value] : document[0].items()) keys.push_back(key);
    for (const json& one : document) {
      json row = json::array();
      for (const json& value : one) row.push_back(packed(value));
      rows.push_back(std::move(row));
    }
    return {{"packed", std::move(keys)}, {"rows", std::move(rows)}};
  }
  json result = document;
  for (json& member : result) member = packed(member);
  return result;
}

}  // namespace sextant
