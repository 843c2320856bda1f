#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "sextant/conformance/test_request.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::conformance {

/// What a program's answers are worth.
struct Judgement {
  verify::Verdict verdict;  ///< on the entries answered, as on a table's; there are no findings
  Level level = Level::quick;
  std::uint64_t seed = 1;
  std::uint64_t asked = 0;  ///< that have to be answered
  bool forever = false;

  std::uint64_t answered() const { return verdict.statistics.entries; }
  bool complete() const { return answered() >= asked; }
  bool passes() const { return complete() && verdict.passes(); }
};

/// The object of `sextant judge --json`: that of `verify --json`, and the cases.
nlohmann::json to_json(const Judgement& judgement);
std::string json_text(const Judgement& judgement);

/// What a person reads.
std::string to_words(const Judgement& judgement);

}  // namespace sextant::conformance
