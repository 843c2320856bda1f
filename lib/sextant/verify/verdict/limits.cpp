#include "sextant/verify/verdict/limits.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant::verify {

std::string limit_words(const std::vector<ExceededLimit>& limits) {
  std::string text;
  for (const ExceededLimit& l : limits) {
    if (l.limit == "strict") {
      text += fmt::format("  limit     strict: the verdict has {} warning{}\n", l.found,
                          l.found == 1 ? "" : "s");
      continue;
    }
    const std::string what = l.limit == "max-phase" ? "phase error" : "absolute error";
    std::string found = fmt::format("the largest {} is {:.3g}", what, l.found);
    if (!std::isfinite(l.found))
      found = "entries have no " + what + ": they are no numbers";
    else if (l.allowed > 0)
      found += fmt::format(", which is {:.3g} times as much", l.found / l.allowed);
    text += fmt::format("  limit     {} {:g}: {}\n", l.limit, l.allowed, found);
  }
  return text;
}

void expect_phases(const PassingLimits& limits, const Chart& chart) {
  if (!limits.max_phase) return;
  const auto& channels = chart.channels;
  const auto paired = [&](const Channel& sine) {
    return sine.function == Function::sine &&
           std::any_of(channels.begin(), channels.end(), [&](const Channel& c) {
             return c.function == Function::cosine && c.pair == sine.pair;
           });
  };
  if (std::any_of(channels.begin(), channels.end(), paired)) return;
  throw Error(
      "--max-phase needs the sine and the cosine of a pair: this part does not hold both; limit it "
      "with --max-error");
}

}  // namespace sextant::verify
