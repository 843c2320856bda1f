#pragma once

#include <functional>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant::proof {

/// The outcome of a proof: the statement holds, it fails (with a counterexample), or it is
/// undecided.
enum class TheoremOutcome { holds, fails, open };

/// A statement about a whole range, and the outcome of its proof.
struct Theorem {
  std::string name = {};       ///< `uniqueness`, `neighbours`, …
  std::string statement = {};  ///< one sentence, with its range
  std::string result = {};     ///< what was found, in words and numbers
  std::string method = {};     ///< the method of proof
  TheoremOutcome outcome = TheoremOutcome::open;
  std::shared_ptr<nlohmann::ordered_json> certificate = {};  ///< for an independent checker
  double seconds = 0;
};

/// Called with the completed fraction, from any thread.  May be empty.
using TheoremProgress = std::function<void(double)>;

}  // namespace sextant::proof
