#pragma once

#include <functional>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant::proof {

/// What a run showed of a statement: that it holds, that it fails (with the place where), or
/// neither.
enum class TheoremOutcome { holds, fails, open };

/// A statement about a whole range, and what a run made of it.
struct Theorem {
  std::string name = {};       ///< `uniqueness`, `neighbours`, …
  std::string statement = {};  ///< one sentence, with its range
  std::string result = {};     ///< what was found, in words and figures
  std::string method = {};     ///< by which route
  TheoremOutcome outcome = TheoremOutcome::open;
  std::shared_ptr<nlohmann::ordered_json> certificate = {};  ///< for an independent checker
  double seconds = 0;
};

/// Told the fraction that is done, from any thread.  May be empty.
using TheoremProgress = std::function<void(double)>;

}  // namespace sextant::proof
