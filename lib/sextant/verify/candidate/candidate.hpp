#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/candidate/alteration.hpp"
#include "sextant/verify/observation/parameters.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// How a list of candidates estimates parameters: `direct` assumes a single fault; `among_others`
/// also uses parts of the table that another fault may have left intact.
enum class Search : unsigned char { direct, among_others };

/// Rows that are claimed for the positions `first` to `last` and hold the values of the positions
/// further by `by`.
struct Moved {
  Position first = 0, last = 0, by = 0;
};

/// A fault with parameters that predicts a table: the exact values of its entries, and the programs
/// that may have computed them.
struct Candidate {
  std::string fault;
  Parameters parameters = {};
  Chart truth;  ///< exact values that the faulty program approximates
  /// The chart from which the program's recipe computes; nullopt if it is `truth`.
  std::optional<Chart> own_program = std::nullopt;
  /// Formats of the program, with the intermediate roundings of the fault.  The recipe gets
  /// positions that are already rounded.
  recipe::ComputeFormats formats;
  Position shift = 0;  ///< number added to every position before a recipe uses it
  Given given = Given::no;
  /// Last distinct position: later positions are replaced by it.
  std::optional<Position> last = std::nullopt;
  /// Ranges of misplaced rows, ascending.
  std::shared_ptr<const std::vector<Moved>> moved = nullptr;
  /// The only recipe that may have made the table; empty: any sound recipe.  If named, every entry
  /// must match bit for bit, unless `within_bound` is true.
  std::string recipe = {};
  bool within_bound = false;  ///< the entries must only be within the bound of `recipe`
  /// Every entry must be the sine or cosine that `recipe` computes from the angle of some sound
  /// recipe.  For a recurrence: the rows must match bit for bit for some rotation, (22a).
  ///                                                                               verdict.md, (29)
  bool reproduced = false;
  /// Number of decimal digits of the parameter, if it was estimated from the table.
  double digits = 0;
  /// The table is a recurrence whose only evidence is its first row.
  ///                                                                              verdict.md, (22b)
  bool continues_from_first_row = false;
  /// The table is a recurrence that matches more bits than every other recipe.
  ///                                                                               verdict.md, (33)
  bool highest_bit_match = false;
  bool of_each_row = false;  ///< the fault causes an independent error in each row
  /// The encoding whose sound table is predicted; nullopt if there is none.
  std::optional<Encoding> encoding = std::nullopt;
  /// Another fault of the same program; nullopt if there is one fault only.
  std::optional<Cause> second_cause = std::nullopt;
  Position before = 0;         ///< number that `second_cause` adds to every position
  double digits_before = 0;    ///< number of digits of the parameter of `second_cause`
  Alteration alteration = {};  ///< change of the whole table after it was computed

  /// Returns the chart from which the program's recipe computes.
  const Chart& program() const { return own_program ? *own_program : truth; }
  /// Changes the charts of the exact values and of the program alike.
  template <class Change>
  void change_charts(const Change& change) {
    change(truth);
    if (own_program) change(*own_program);
  }
};

/// Returns the candidate that predicts the claimed table, under the name `fault`.
inline Candidate as_claimed(const Claim& claim, std::string fault, Parameters parameters = {}) {
  return {.fault = std::move(fault),
          .parameters = std::move(parameters),
          .truth = claim.chart,
          .formats = claim.formats};
}

/// Moves some candidates to the end of a list.
inline void append(std::vector<Candidate> more, std::vector<Candidate>& list) {
  std::move(more.begin(), more.end(), std::back_inserter(list));
}

}  // namespace sextant::verify
