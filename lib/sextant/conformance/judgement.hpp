#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "sextant/conformance/test_request.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::conformance {

/// The judgement of a program's answers.
struct Judgement {
  verify::Verdict verdict;  ///< on the answered entries, as for a table, but without findings
  Level level = Level::quick;
  std::uint64_t seed = 1;
  std::uint64_t asked = 0;  ///< number of cases that must be answered
  bool forever = false;

  std::uint64_t answered() const { return verdict.statistics.entries; }
  bool complete() const { return answered() >= asked; }
  bool passes() const { return complete() && verdict.passes(); }
};

/// The object of `sextant judge --json`: that of `verify --json`, and the numbers of cases.
nlohmann::json to_json(const Judgement& judgement);
std::string json_text(const Judgement& judgement);

/// The judgement as text.
std::string to_words(const Judgement& judgement);

}  // namespace sextant::conformance
