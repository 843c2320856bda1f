#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/verify/compare/pairwise_arbitration.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// The result of comparing two tables.
///
///   alike            no number differs, and both tables are sound
///   both_sound       both tables are sound; their difference is rounding
///   reference_wrong, mine_wrong, both_wrong: this table does not pass
///   undetermined     no encoding was given, and the tables are not two sound tables of one
///                    encoding: neither is at fault
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
  std::string name;     ///< name of its file, in quotes
  std::string file;     ///< path of its file, as given; empty: `name` is used in JSON, too
  Verdict verdict;      ///< verdict on this table alone
  std::string allowed;  ///< tolerance of its entries, in words; empty unless both tables pass

  /// Whether it is certainly wrong: it does not pass, and a fault explains it or an entry is not
  /// finite.
  bool at_fault() const {
    return !verdict.passes() && (verdict.grade == Grade::explained || !verdict.all_finite());
  }
};

/// Two judged tables and the comparison of their entries.
struct Comparison {
  /// The largest difference.  If both tables have one claim, it is split into the errors of both.
  struct Largest {
    EntryDifference at;
    measure::ErrorSplit split;
    /// The true value as a decimal; empty without one claim.
    std::string truth;
  };
  /// The table whose columns the channels count.  It is the wider one, if it repeats columns of the
  /// other.
  enum class Columns : unsigned char { both, reference, mine };

  Party reference, mine;
  Columns columns = Columns::both;
  PairwiseArbitration entries;
  std::optional<Largest> largest;  ///< nullopt if no finite entries differ
  std::vector<std::string> warnings;
  bool one_claim = true;  ///< both have the same claim; otherwise there is no common truth

  Outcome outcome() const;
  /// Whether both tables are sound.
  bool sound() const { return outcome() <= Outcome::both_sound; }
};

/// "  n entries, n differ (x %)".
std::string differing_words(const PairwiseArbitration& entries);

/// The JSON object that `sextant compare --json` prints: reports/schema/compare.schema.json.
nlohmann::ordered_json to_json(const Comparison& comparison);
std::string json_text(const Comparison& comparison);

/// The comparison for a person: which table is at fault, why, and the largest difference.
std::string to_words(const Comparison& comparison);

}  // namespace sextant::verify
