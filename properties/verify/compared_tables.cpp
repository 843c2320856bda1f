#include "verify/compared_tables.hpp"

namespace sextant {

verify::Comparison compared(const Rows& reference, const Rows& mine,
                            const verify::Question& question) {
  const MemoryTable his(reference, "'his'");
  const MemoryTable my(mine, "'my'");
  return verify::compare(his.table(), my.table(), question);
}

verify::Question question_about_both(const Program& p) {
  verify::Question question = question_about(p);
  question.computed_in = std::nullopt;
  return question;
}

Program made(const std::string& recipe, Position first, const Format& store) {
  return program(recipe, store == kFloat64 ? kFloat64 : kFloat32, store, first, 48);
}

Program rotary(Position first, std::optional<Format> frequency) {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.dim = 64, .base = 500000},
          .part = Part::cos,
          .formats = {kFloat32, kFloat32, {std::nullopt, frequency}},
          .positions = Positions::from(first, 64)};
}

std::vector<std::string> faults_of(const verify::Party& party) {
  std::vector<std::string> names;
  for (const auto& finding : party.verdict.findings) names.push_back(finding.fault);
  return names;
}

}  // namespace sextant
