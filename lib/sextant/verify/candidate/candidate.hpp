#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sextant/verify/accept/given.hpp"
#include "sextant/verify/candidate/alteration.hpp"
#include "sextant/verify/candidate/cause.hpp"
#include "sextant/verify/observation/parameters.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// How hard a list of candidates looks for parameters: as if nothing else were wrong, or not.
enum class Search : unsigned char { direct, among_others };

/// Rows claimed for the positions from `first` to `last` that hold those `by` further.
struct Moved {
  Position first = 0, last = 0, by = 0;
};

/// A fault that predicts a table: what its entries would truly be, and how a program would compute
/// them.
struct Candidate {
  std::string fault;
  Parameters parameters = {};
  Chart truth;    ///< what the faulty program evaluates, exactly
  Chart program;  ///< the parameters that its recipe sees
  recipe::ComputeFormats
      formats;         ///< with the detours of the fault; positions are taken after theirs
  Position shift = 0;  ///< added to every position before a recipe sees it
  Given given = Given::no;
  std::optional<Position> last = std::nullopt;  ///< what later positions are taken for
  std::shared_ptr<const std::vector<Moved>> moved = nullptr;  ///< rows elsewhere, in order
  std::string recipe = {};    ///< made by this one alone, bit for bit; empty: by any sound one
  bool within_bound = false;  ///< by that recipe within its bound, whatever the bits
  /// By its sines, of the angles of any sound recipe: every entry reproduced.   verdict.md, (29)
  bool reproduced = false;
  double digits = 0;  ///< of a parameter that was read off the table
  bool continues_from_first_row =
      false;  ///< a run that its first row tells of, and nothing else: verdict.md, (22b)
  bool highest_bit_match =
      false;                 ///< a run that makes more of the bits than others: verdict.md, (33)
  bool of_each_row = false;  ///< what it loses, each row loses by itself
  std::optional<Encoding> encoding = std::nullopt;   ///< whose sound table it is, where one's is
  std::optional<Cause> second_cause = std::nullopt;  ///< another fault of the same program
  Position before = 0;                               ///< how far that one moved the positions
  Alteration alteration = {};                        ///< what was done to the table as a whole
};

/// What a table is said to be, with nothing changed yet.
inline Candidate as_claimed(const Claim& claim, std::string fault, Parameters parameters = {}) {
  return {.fault = std::move(fault),
          .parameters = std::move(parameters),
          .truth = claim.chart,
          .program = claim.chart,
          .formats = claim.formats};
}

}  // namespace sextant::verify
