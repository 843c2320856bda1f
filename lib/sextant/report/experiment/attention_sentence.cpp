#include <algorithm>

#include <fmt/format.h>

#include "sextant/report/experiment/study.hpp"

namespace sextant {
namespace {

using nlohmann::json;

double most(const json& series, const char* measure) {
  double value = 0;
  for (const json& query : series["queries"])
    value = std::max(value, query[measure]["value"].get<double>());
  return value;
}

/// "2.2e-05 at position 1000 and 0.26 at 10000000": by how much scores move at both ends.
std::string ends(const json& series) {
  const json &first = series["queries"].front(), &last = series["queries"].back();
  return fmt::format("{:.2g} at position {} and {:.2g} at {}",
                     first["score"]["value"].get<double>(), first["position"].get<std::string>(),
                     last["score"]["value"].get<double>(), last["position"].get<std::string>());
}

}  // namespace

std::string attention_sentence(const nlohmann::json& all) {
  if (all.empty()) return "Not measured.";
  std::string rounded, weights, made;
  for (const json& series : all) {
    if (series["encoding"] != all[0]["encoding"]) continue;
    const auto format = series["format"].get<std::string>();
    const auto table = series["table"].get<std::string>();
    const char* comma = rounded.empty() ? "" : ", ";
    if (table == "exact, rounded") {
      rounded += fmt::format("{}{:.2g} in {}", comma, most(series, "score"), format);
      weights += fmt::format("{}{:.2g}", comma, most(series, "weight"));
    } else {
      made += fmt::format("; made in {} by {} it moves scores by up to {}", format, table,
                          ends(series));
    }
  }
  return fmt::format(
      "Of scores up to {:.2g} and weights up to {:.2g}, a correctly rounded table of {} moves no "
      "score by more than {}, and no weight by more than {}, at any position tried{}.",
      all[0]["largest_score"].get<double>(), all[0]["largest_weight"].get<double>(),
      all[0]["encoding"].get<std::string>(), rounded, weights, made);
}

}  // namespace sextant
