#include "sextant/report/claims.hpp"

namespace sextant {

std::string_view words(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::conditional:
      return "holds with a condition";
    case Verdict::refuted:
      return "refuted";
    case Verdict::no_number:
      return "not numerical";
    case Verdict::open:
      break;
  }
  return "not settled";
}

nlohmann::json claims(const nlohmann::json& attention) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& claims :
       {claims_of_order(), claims_of_distance(attention), claims_of_tables()}) {
    for (const Claim& claim : claims)
      list.push_back({{"statement", claim.statement},
                      {"heard", "teaching texts"},
                      {"verdict", words(claim.verdict)},
                      {"because", claim.because},
                      {"property", claim.property}});
  }
  return list;
}

}  // namespace sextant
