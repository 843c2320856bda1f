#include "sextant/verify/verdict/warnings.hpp"

#include <fmt/format.h>

namespace sextant::verify {
namespace {

/// Half an ulp of bfloat16, the coarsest storage, is at most this part of an amplitude; of a
/// frequency it may be twice that.  What errs by more has lost digits on the way.
double plain_part(const Claim& claim) { return claim.part == Part::inv_freq ? 0x1p-7 : 0x1p-8; }

std::string size_words(const Claim& claim) {
  if (claim.part == Part::inv_freq) return " of the frequency";
  return claim.chart.waves.amplitude == 1 ? "" : " of the amplitude";
}

std::string reproduction_words(const Claim& claim, const Grant& grant) {
  return "computed in " + grant.computed_in.name() +
         ", the angle has lost the position here: the bound exceeds 0.1" + size_words(claim) +
         ", and entries are granted by reproducing the recipe's own arithmetic" +
         fmt::format(", off by up to {:.3g} positions", grant.slack.positions);
}

void of_grant(const Claim& claim, const Grant& grant, std::vector<std::string>& said) {
  const Slack& slack = grant.slack;
  const double plain = plain_part(claim);
  if (claim.chain.compute != grant.computed_in && claim.chain.store != kFloat64 &&
      grant.recipe != "float64-angle") {
    said.push_back("no recipe covers the table as computed in " + claim.chain.compute.name() +
                   ": it is granted as computed in " + grant.computed_in.name());
  }
  if (grant.by_reproduction) said.push_back(reproduction_words(claim, grant));
  if (slack.bound > plain) {
    said.push_back(
        fmt::format("the bound that grants entries is as large as {:.3g}{} here: any "
                    "numbers that near to the truth pass",
                    slack.bound, size_words(claim)));
  }
  if (slack.error > plain) {
    said.push_back(fmt::format("the table passes as what {} makes, yet its worst error is {:.3g}{}",
                               grant.computed_in.name(), slack.error, size_words(claim)));
  }
}

}  // namespace

std::vector<std::string> warnings(const Claim& claim, const Verdict& verdict) {
  std::vector<std::string> said;
  const measure::Tally& t = verdict.tally;
  if (t.undecided > 0) {
    said.push_back(std::to_string(t.undecided) +
                   " entries could not be decided: the grade is faithful at best");
  }
  if (t.negative_zeros > 0) {
    said.push_back(std::to_string(t.negative_zeros) +
                   " entries are -0 where the value is 0 or rounds to it");
  }
  if (t.overflowed > 0) {
    said.push_back(std::to_string(t.overflowed) + " entries are infinite, and rightly so: " +
                   verdict.format.name() + " does not reach to their values");
  }
  if (std::holds_alternative<Rotary>(claim.encoding) && verdict.part == Part::table &&
      verdict.grade == Grade::unexplained) {
    said.emplace_back(
        "judged as the whole table, [cos | sin]: cosines, sines or frequencies alone are --part "
        "cos, sin or inv_freq");
  }
  if (verdict.granted_by) of_grant(claim, *verdict.granted_by, said);
  return said;
}

}  // namespace sextant::verify
