#include "sextant/proof/statement/certificate.hpp"

#include <string_view>

#include <nlohmann/json.hpp>
#include <tbb/info.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/text.hpp"
#include "sextant/proof/statement/offsets.hpp"
#include "sextant/version.hpp"

namespace sextant::proof {

using nlohmann::ordered_json;

ordered_json to_json(const Expression& e) {
  using Kind = Expression::Kind;
  switch (e.kind()) {
    case Kind::rational:
      return to_text(*e.rational());
    case Kind::pi:
      return ordered_json::array({"pi"});
    case Kind::log:
      return ordered_json::array({"log", to_json(e.part(0))});
    case Kind::power:
      return ordered_json::array({"power", to_json(e.part(0)), to_text(e.exponent())});
    case Kind::sum:
      return ordered_json::array({"sum", to_json(e.part(0)), to_json(e.part(1))});
    case Kind::product:
      return ordered_json::array({"product", to_json(e.part(0)), to_json(e.part(1))});
    case Kind::exp:
      throw Error("--scaling ntk-mixed has no certificate: its factors are powers of e");
    default:
      throw Error("an expression with a decision left has no certificate");
  }
}

ordered_json to_json(const OffsetDistance& near) {
  return {{"offset", near.offset.str()},
          {"distance", {decimal(near.below, 25), decimal(near.above, 25)}}};
}

ordered_json to_json(const std::vector<OffsetDistance>& found) {
  ordered_json list = ordered_json::array();
  for (const OffsetDistance& n : found) list.push_back(to_json(n));
  return list;
}

ordered_json certificate_of(const std::string& kind, const Encoding& encoding,
                            const Offsets& offsets) {
  ordered_json result{{"certificate", kind}, {"version", 1}, {"encoding", to_text(encoding)}};
  for (const char* key : {"statement", "outcome", "result", "method"}) result[key] = "";
  for (const Expression& e : offsets.frequencies()) result["frequencies"].push_back(to_json(e));
  return result;
}

void conclude(Theorem& theorem, double seconds) {
  theorem.seconds = seconds;
  ordered_json& c = *theorem.certificate;
  c["statement"] = theorem.statement;
  c["outcome"] = words(theorem.outcome);
  c["result"] = theorem.result;
  c["method"] = theorem.method;
  c["made"] = {{"by", "sextant " + std::string(version())},
               {"seconds", seconds},
               {"threads", tbb::info::default_concurrency()}};
}

std::string_view words(TheoremOutcome outcome) {
  switch (outcome) {
    case TheoremOutcome::holds:
      return "holds";
    case TheoremOutcome::fails:
      return "fails";
    case TheoremOutcome::open:
      break;
  }
  return "open";
}

std::string figure(const OffsetDistance& near) {
  const std::string below = decimal(near.below, 6), above = decimal(near.above, 6);
  return below == above ? above : "between " + below + " and " + above;
}

}  // namespace sextant::proof
