#include <fmt/format.h>

#include "sextant/report/experiment/study.hpp"

namespace sextant {
namespace {

/// The first violation of one criterion by one recipe, in words.
std::string until(const nlohmann::json& ranges, std::string_view recipe, std::string_view format,
                  std::string_view criterion) {
  for (const auto& range : ranges) {
    if (range["recipe"] != recipe || range["format"] != format || range["criterion"] != criterion)
      continue;
    if (range["first_violation"].is_null())
      return "at no position below " + range["exhaustive_to"].get<std::string>() +
             " and at none of a sample up to " + range["searched_to"].get<std::string>();
    const auto position = range["first_violation"]["position"].get<std::string>();
    return range["kind"] == "exhaustive"
               ? "first at position " + position
               : "at position " + position + " of a sample, and at none below " +
                     range["exhaustive_to"].get<std::string>();
  }
  return {};
}

}  // namespace

std::string headline(const nlohmann::json& ranges) {
  for (const std::string_view recipe :
       {"exp-log", "pow-multiply", "pow-reciprocal", "pow-divide"}) {
    const std::string coarse = until(ranges, recipe, "float32", "half-bfloat16-ulp");
    const std::string fine = until(ranges, recipe, "float32", "half-ulp-of-1");
    if (coarse.empty()) continue;
    std::string sentence = fmt::format(
        "Tables of float32 whose angles are computed in float32 by {} leave half an ulp of 1 "
        "(2^-24) {}, and half an ulp of bfloat16 below 1 (2^-9, 0.00195) {}",
        recipe, fine, coarse);
    const std::string better = until(ranges, "turns", "float32", "half-bfloat16-ulp");
    if (!better.empty())
      sentence += fmt::format(
          "; with the phase as a fixed-point fraction of a turn the latter happens {}", better);
    return sentence + ".";
  }
  return "How far each recipe may go in each format is in the table of safe ranges.";
}

}  // namespace sextant
