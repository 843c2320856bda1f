#include <cstddef>

#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

const json& small_sample_report() {
  static const json small = [] {
    json report = sample_report(1);
    const auto shorten = [](json& list, std::size_t most) {
      if (list.size() > most) list.erase(list.begin() + std::ptrdiff_t(most), list.end());
    };
    const auto shorten_series = [&](json& all_series) {
      shorten(all_series, 2);
      for (json& series : all_series) shorten(series["octaves"], 4);
    };
    shorten_series(report["drift"]);
    shorten_series(report["number_types"]);
    for (json& all_series : report["defects"]) shorten_series(all_series);
    shorten(report["safe_ranges"], 5);
    shorten(report["nearest_pairs"], 3);
    report["pictures"] = {{"heat_map", {{"positions", {"0"}}, {"values", {{0.0, 1.0}}}}}};
    return report;
  }();
  return small;
}

}  // namespace sextant::properties
