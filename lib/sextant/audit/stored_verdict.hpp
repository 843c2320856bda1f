#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/claimed_layers.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::audit {

/// Whether a stored tensor is right.
enum class StoredOutcome : unsigned char { passes, fails, not_judged };

/// A tensor of a file.
struct NamedTensor {
  std::string path;
  std::string tensor;
};

/// What a tensor of a file should hold, and whether it does.
struct StoredVerdict {
  std::string path;
  std::string tensor;
  std::vector<NamedTensor> same = {};  ///< other tensors with the same numbers
  std::string layers = {};             ///< kind of layers that it was judged for; empty: all
  Part part = Part::table;
  std::string format = {};  ///< as the file names it
  std::vector<std::uint64_t> shape = {};
  StoredOutcome outcome = StoredOutcome::not_judged;
  std::string claim = {};   ///< the encoding that it was judged by, as text; empty if not judged
  bool identified = false;  ///< whether the claim is a guess from the numbers: no file says it
  std::string remark = {};  ///< what limits a pass, as in check.schema.json; else empty
  std::string why = {};     ///< why it fails or was not judged, in one line; empty if it passes
  /// If it fails: keys of the claim that may be wrong instead; each of them alone would explain it.
  std::vector<ConfigKey> keys = {};
  std::optional<verify::Verdict> verdict = {};  ///< nullopt if it was not judged entry by entry
};

/// How tensors are judged: the fields of Request with these names.
struct StoredOptions {
  std::optional<Position> sequence_length = {};
  verify::PassingLimits limits = {};
};

}  // namespace sextant::audit
