#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "sextant/verify/compare/pairwise_arbitration.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {

/// A table held against what a recipe makes on this machine, bit for bit.
struct Likeness {
  std::string recipe;
  bool sound = true;  ///< the recipe
  Format computed_in;
  std::string library;       ///< the mathematical one that the recipe called here
  PairwiseArbitration diff;  ///< the reference is what the recipe makes
  Verdict claim;             ///< what the table was read as; nothing in it is judged

  /// Every number is the recipe's, to the last bit.
  bool matches_bitwise() const { return diff.entries > 0 && diff.differing == 0; }
};

/// Throws Error where the question does not fit the table, and for a recipe that does not exist or
/// makes no such tables.
Likeness against(const Table& table, const Question& asked, const std::string& recipe,
                 const Progress& progress = {});

/// The object of `sextant verify --against --json`.
nlohmann::ordered_json to_json(const Likeness& likeness);
std::string json_text(const Likeness& likeness, const std::string& file = {});

std::string to_words(const Likeness& likeness, const std::string& file);

}  // namespace sextant::verify
