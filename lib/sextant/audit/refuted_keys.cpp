#include "sextant/audit/refuted_keys.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "sextant/audit/table_judge.hpp"

namespace sextant::audit {

void drop_refuted_keys(std::vector<StoredVerdict>& stored, const ModelSource& source) {
  using Judged = std::pair<std::string, std::string>;  // kind of layers, and encoding
  std::map<Judged, std::ptrdiff_t> more_pass;          // tensors that pass, less those that fail
  for (const StoredVerdict& one : stored) {
    const auto tensors = 1 + std::ssize(one.same);
    if (one.outcome == StoredOutcome::passes) more_pass[{one.layers, one.claim}] += tensors;
    if (one.outcome == StoredOutcome::fails) more_pass[{one.layers, one.claim}] -= tensors;
  }
  for (StoredVerdict& one : stored)
    if (!one.claim.empty() && more_pass[{one.layers, one.claim}] > 0) drop_keys(one, source);
}

}  // namespace sextant::audit
