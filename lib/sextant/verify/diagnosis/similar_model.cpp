#include "sextant/verify/diagnosis/similar_model.hpp"

#include <variant>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"

namespace sextant::verify {
std::optional<std::string> similar_model(const Source& source, const Claim& claim) {
  const auto* claimed = std::get_if<Rotary>(&claim.encoding);
  if (claimed == nullptr) return std::nullopt;
  const CandidateTest test(sample(source, kSampleRows));
  for (const Model& model : models()) {
    if (!model.sections.empty()) continue;
    Encoding encoding = read_encoding(std::string(model.encoding));
    auto* rotary = std::get_if<Rotary>(&encoding);
    if (rotary == nullptr || rotary->dim != claimed->dim) continue;
    rotary->layout = claimed->layout;
    if (encoding == claim.encoding) continue;
    Candidate as = as_claimed(claim, "");
    as.truth = without_signs(
        in_parts(exact::settled(chart(encoding, claim.part)), claim.chart.waves.parts));
    if (test.explains(as)) return std::string(model.name);
  }
  return std::nullopt;
}

}  // namespace sextant::verify
