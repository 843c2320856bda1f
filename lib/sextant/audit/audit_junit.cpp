#include <algorithm>

#include <fmt/format.h>

#include "sextant/audit/audit.hpp"

namespace sextant::audit {
namespace {

using verify::JunitCase;

void add_stored(std::vector<JunitCase>& cases, const StoredVerdict& one) {
  using enum JunitCase::Outcome;
  const JunitCase::Outcome outcome = one.outcome == StoredOutcome::passes  ? passed
                                     : one.outcome == StoredOutcome::fails ? failed
                                                                           : error;
  const auto add = [&](const std::string& name) {
    cases.push_back({name, outcome, one.why, one.claim.empty() ? one.remark : one.claim});
  };
  add(one.tensor.empty() ? one.path : one.path + " " + one.tensor);
  for (const NamedTensor& same : one.same) add(same.path + " " + same.tensor);
}

/// The case of a source that was compared with the claiming one.
JunitCase compared(const Audit& audit, const ModelSource& source) {
  JunitCase one{.name = audit.sources[audit.claiming].path + " against " + source.path};
  for (const ModelDisagreement& other : audit.disagreements) {
    if (other.between.back().path != source.path) continue;
    one.outcome = JunitCase::Outcome::failed;
    one.message += fmt::format("{}{}, {}{}{}", one.message.empty() ? "" : "; ", other.what,
                               other.layers.empty() ? "all layers" : other.layers,
                               other.words.empty() ? "" : ": ", other.words);
    one.output += to_words(other);
  }
  return one;
}

}  // namespace

std::vector<JunitCase> junit_cases(const Audit& audit) {
  std::vector<JunitCase> cases;
  for (const StoredVerdict& one : audit.stored) add_stored(cases, one);
  for (const ModelSource& source : audit.sources) {
    const bool says = !source.encodings.empty() || !source.rotaries.empty();
    if (says && &source != &audit.sources[audit.claiming]) cases.push_back(compared(audit, source));
    for (const LayerEncoding& layers : source.encodings)
      if (layers.positions == LayerPositions::unknown)
        cases.push_back({source.path, JunitCase::Outcome::error, layers.words});
  }
  if (audit.strict)
    for (const std::string& warning : audit.warnings)
      cases.push_back({"warning: " + warning, JunitCase::Outcome::failed, warning});
  return cases;
}

}  // namespace sextant::audit
