#include "sextant/verify/verdict/verdict_words.hpp"

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/verify/verdict/fault.hpp"

namespace sextant::verify {

std::string claim_words(const Verdict& v) {
  std::string part;
  if (v.part != Part::table) part = ", part " + std::string(name(v.part));
  if (v.part == Part::cos_repeated || v.part == Part::sin_repeated) part += " (columns repeated)";
  if (v.heads_first) part += ", heads first";
  const std::string positions = one_row(v.part) ? std::string() : ", positions " + v.positions;
  return readable_fractions(v.encoding + part + positions);
}

std::string finding_words(const Finding& finding) {
  const Fault& known = fault(finding.fault);
  std::string text =
      fmt::format("  fault     {} {}: {}\n            {}\n", finding.fault,
                  readable_fractions(json_text(finding.parameters)), known.mechanism, known.effect);
  if (finding.drift) text += "            " + drift_words(*finding.drift) + "\n";
  return text + fmt::format(
                    "            remedy: {}\n            {:.2f} % of the entries reproduced bit "
                    "for bit; seen in {}\n",
                    known.remedy, 100 * finding.match, known.reference);
}

}  // namespace sextant::verify
