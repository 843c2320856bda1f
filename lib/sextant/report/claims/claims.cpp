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

std::vector<Statement> statements(const std::vector<Settle>& claims, const StepCallback& step) {
  std::vector<Statement> settled;
  for (const Settle& settle : claims) {
    step();
    settled.push_back(settle(step));
  }
  return settled;
}

nlohmann::json claims(const nlohmann::json& attention, const StepCallback& step) {
  const std::vector<std::pair<const char*, std::vector<Settle>>> groups = {
      {"Frequencies and wavelengths", claims_of_frequencies()},
      {"Worked numbers", claims_of_values()},
      {"Shifts, rotations, dot products", claims_of_identities()},
      {"Which rows are alike", claims_of_distinctness()},
      {"Formats and orders of operations", claims_of_precision()},
      {"Long contexts", claims_of_patches()},
      {"Several axes", claims_of_axes()},
      {"Attention and order", claims_of_order()},
      {"Attention and distance", claims_of_distance(attention)},
      {"Tables", claims_of_tables()}};
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [subject, claims] : groups) {
    for (const Statement& claim : statements(claims, step))
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
