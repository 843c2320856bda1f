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
///   reference_wrong, mine_wrong, both_wrong: it does not pass
///   undetermined     no encoding was given, and not both are sound tables of one: nobody is at
///   fault
enum class Outcome : unsigned char {
  alike,
  both_sound,
  reference_wrong,
  mine_wrong,
  both_wrong,
  undetermined
};
std::string_view word(Outcome outcome);

/// One of two tables that are compared.
struct Party {
  std::string name;     ///< of its file, quoted
  Verdict verdict;      ///< on it alone
  std::string allowed;  ///< what its entries are allowed; empty where it is not sound

  /// Whether it is known to be wrong: a fault makes it, or an entry is no number.
  bool at_fault() const {
    return !verdict.passes() && (verdict.grade == Grade::explained || !verdict.all_finite());
  }
};

struct Comparison {
  /// The largest difference, split; not split if nothing is true of both.
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
  bool one_claim = true;  ///< else each is taken for another encoding, and nothing is true of both

  Outcome outcome() const;
  /// Whether nobody is wrong.
  bool sound() const { return outcome() <= Outcome::both_sound; }
};

/// "  n entries, n differ (x %)".
std::string differing_words(const PairwiseArbitration& entries);

/// The object of `sextant compare --json`: reports/schema/compare.schema.json.
nlohmann::ordered_json to_json(const Comparison& comparison);
std::string json_text(const Comparison& comparison);

/// What a person reads: who is at fault, why, and where it shows most.
std::string to_words(const Comparison& comparison);

}  // namespace sextant::verify
