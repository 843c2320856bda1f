#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/verify/compare/pairwise_arbitration.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// Who is wrong where two tables disagree.
///
///   alike            no number differs, and both are sound
///   both_sound       both are: the difference is rounding on two sides
///   reference_wrong, mine_wrong, both_wrong
enum class Outcome : unsigned char { alike, both_sound, reference_wrong, mine_wrong, both_wrong };
std::string_view word(Outcome outcome);

/// One of two tables that are compared.
struct Party {
  std::string name;     ///< of its file, quoted
  Verdict verdict;      ///< on it alone
  std::string allowed;  ///< what its entries are allowed; empty where it is not sound
};

struct Comparison {
  /// The largest difference, split.
  struct Largest {
    EntryDifference at;
    measure::ErrorSplit split;
    std::string truth;  ///< decimal
  };
  /// Whose columns channels are: the wider one's, where one repeats what the other has once.
  enum class Columns : unsigned char { both, reference, mine };

  Party reference, mine;
  Columns columns = Columns::both;
  PairwiseArbitration entries;
  std::optional<Largest> largest;  ///< nothing where no finite entries differ
  std::vector<std::string> warnings;

  Outcome outcome() const;
  /// Whether nobody is wrong.
  bool sound() const { return outcome() <= Outcome::both_sound; }
};

/// The object of `sextant compare --json`: reports/schema/compare.schema.json.
nlohmann::ordered_json to_json(const Comparison& comparison);
std::string json_text(const Comparison& comparison);

/// What a person reads: who is at fault, why, and where it shows most.
std::string to_words(const Comparison& comparison);

}  // namespace sextant::verify
