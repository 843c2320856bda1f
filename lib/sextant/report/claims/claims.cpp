#include "sextant/report/claims/claims.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace sextant {

std::string_view words(StatementVerdict verdict) {
  switch (verdict) {
    case StatementVerdict::proved:
      return "proved";
    case StatementVerdict::conditional:
      return "holds with a condition";
    case StatementVerdict::refuted:
      return "refuted";
    case StatementVerdict::no_number:
      return "not numerical";
    case StatementVerdict::open:
      break;
  }
  return "not settled";
}

nlohmann::json claims(const nlohmann::json& attention, const std::function<void()>& step) {
  using Group = std::pair<const char*, std::function<std::vector<Statement>()>>;
  const std::vector<Group> groups = {
      {"Frequencies and wavelengths", claims_of_frequencies},
      {"Worked numbers", claims_of_values},
      {"Shifts, rotations, dot products", claims_of_identities},
      {"Which rows are alike", claims_of_distinctness},
      {"Formats and orders of operations", claims_of_precision},
      {"Long contexts", claims_of_patches},
      {"Attention and order", claims_of_order},
      {"Attention and distance", [&] { return claims_of_distance(attention); }},
      {"Tables", claims_of_tables}};
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [subject, claims] : groups) {
    if (step) step();
    for (const Statement& claim : claims())
      list.push_back({{"id", claim.id},
                      {"subject", subject},
                      {"statement", claim.statement},
                      {"heard", claim.heard},
                      {"verdict", words(claim.verdict)},
                      {"because", claim.because},
                      {"property", claim.property}});
  }
  return list;
}

}  // namespace sextant
