#include "sextant/conformance/judgement.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace sextant::conformance {
namespace {

/// The verdict's text says that the table passes, which part of the answers does not show.
std::string verdict_words(const Judgement& j) {
  const std::string words = verify::to_words(j.verdict, "answers");
  const std::size_t end = words.find('\n');
  const std::string result = !j.complete() ? "so far" : j.passes() ? "passes" : "does not pass";
  return fmt::format("answers: {} ({}){}", word(j.verdict.grade), result, words.substr(end));
}

std::string cases_words(const Judgement& j) {
  std::string text = fmt::format("  cases     {}, seed {}: ", word(j.level), j.seed);
  if (!j.complete()) return text + fmt::format("{} of {} answered\n", j.answered(), j.asked);
  if (!j.forever) return text + fmt::format("all {} answered\n", j.asked);
  return text + fmt::format("{} answered, at least {} asked\n", j.answered(), j.asked);
}

}  // namespace

nlohmann::json to_json(const Judgement& judgement) {
  nlohmann::json object = verify::to_json(judgement.verdict);
  object["passes"] = judgement.passes();
  object["cases"] = {{"level", word(judgement.level)},   {"seed", judgement.seed},
                     {"asked", judgement.asked},         {"answered", judgement.answered()},
                     {"complete", judgement.complete()}, {"forever", judgement.forever}};
  return object;
}

std::string json_text(const Judgement& judgement) { return to_json(judgement).dump(2); }

std::string to_words(const Judgement& judgement) {
  std::string text = verdict_words(judgement) + cases_words(judgement);
  if (judgement.verdict.grade >= verify::Grade::explained)
    text +=
        "  diagnosis which fault it is, whole rows tell: let the program write a table, and ask "
        "sextant verify\n";
  return text;
}

}  // namespace sextant::conformance
