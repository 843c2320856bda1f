#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "sextant/verify/compare/pairwise_arbitration.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {

/// A table compared, bit for bit, with the output of a recipe on this machine.
struct Likeness {
  std::string recipe;  ///< its name
  bool sound = true;   ///< whether the recipe is sound
  Format computed_in;
  std::string library;       ///< name of the mathematical library that the recipe called
  PairwiseArbitration diff;  ///< the reference is the output of the recipe
  Verdict claim;             ///< how the table was read; it contains no judgement

  /// Whether the table has entries, and the recipe computes all of them bit for bit.
  bool matches_bitwise() const { return diff.entries > 0 && diff.differing == 0; }
};

/// Compares a table with the output of a recipe.  Throws Error if the question does not fit the
/// table, if the recipe does not exist, or if it cannot compute such tables.
Likeness against(const Table& table, const Question& asked, const std::string& recipe,
                 const Progress& progress = {});

/// The JSON object that `sextant verify --against --json` prints.  The text form also has the file
/// name, unless that is empty.
nlohmann::ordered_json to_json(const Likeness& likeness);
std::string json_text(const Likeness& likeness, const std::string& file = {});

/// The comparison for a person.
std::string to_words(const Likeness& likeness, const std::string& file);

}  // namespace sextant::verify
