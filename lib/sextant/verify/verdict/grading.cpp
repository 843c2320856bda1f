#include "sextant/verify/verdict/grading.hpp"

#include <algorithm>
#include <utility>

#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::verify {

Finding rounded_toward_zero(const Format& format) {
  return {"rounded-toward-zero", {{"format", format.name()}}, 1};
}

bool graded(const Gradable& table, Verdict& verdict) {
  const measure::ErrorStatistics& t = verdict.statistics;
  const bool finite = verdict.all_finite();
  if (finite && t.unfaithful == 0) {
    const bool correct = t.misrounded == 0 && t.undecided == 0;
    verdict.grade = correct ? Grade::correctly_rounded : Grade::faithful;
    if (t.misrounded > 0 && table.truncated()) {
      verdict.findings.push_back(rounded_toward_zero(verdict.format));
      verdict.grade = Grade::explained;
    }
    return true;
  }
  if (!finite) {
    const measure::Witness& place = *t.first_non_finite;
    verdict.findings.push_back({"not-finite",
                                {{"entries", t.non_finite - t.overflowed},
                                 {"position", to_text(place.position, verdict.parts)},
                                 {"channel", place.channel}},
                                table.match()});
  }
  if (verdict.judged() == 0) return true;  // nothing explains it
  verdict.accepted_by = table.accepted();
  if (verdict.accepted_by) verdict.grade = finite ? Grade::rounding : Grade::explained;
  return verdict.accepted_by.has_value();
}

void add_alteration(Finding change, Verdict& verdict) {
  if (verdict.grade != Grade::unexplained)
    verdict.grade = std::max(verdict.grade, Grade::explained);
  if (const Finding* closest = verdict.closest()) change.residual = closest->residual;
  verdict.findings.insert(verdict.findings.begin(), std::move(change));
}

}  // namespace sextant::verify
