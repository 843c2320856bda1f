#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/encoding.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/observation/observations.hpp"
#include "sextant/verify/observation/where.hpp"
#include "sextant/verify/verdict/limits.hpp"

namespace sextant::verify {

/// The grade of a table, best first. verdict.md lists what each grade proves.
enum class Grade : unsigned char { correctly_rounded, faithful, rounding, explained, unexplained };
std::string_view word(Grade grade);
Grade read_grade(std::string_view text);  ///< throws Error for an unknown grade

/// The true values at the places of the largest absolute error, of the largest error in ulps and of
/// the largest phase error.  They are decimals; empty if nothing was measured there.
struct Truths {
  std::string absolute, ulps, phase;
};

/// Properties of rotated vectors that a table does not have.
struct RotatedVectors {
  std::vector<std::uint64_t> shape;  ///< shape of the file
  std::size_t axis = 0;              ///< the axis of the positions
  bool axis_found = false;           ///< the axis was found, not given, and is not the default one
  std::string given;                 ///< format of the vectors before the rotation
  std::uint64_t left_out = 0;        ///< count of numbers computed from input that is not finite
  std::uint64_t made_up =
      0;  ///< count of those that are finite, although no program computes them so
  std::optional<std::string> application;  ///< application of the recipe that matches every bit

  /// The indices of a row along all axes except the last.
  std::vector<std::uint64_t> indices(std::uint64_t row) const;
};

/// The result of judging a table against a claim.
struct Verdict {
  Grade grade = Grade::unexplained;
  /// The worst grade that passes.
  Grade required = Grade::rounding;
  PassingLimits limits;
  Format format;
  measure::ErrorStatistics statistics;
  /// A recipe that matches every bit; nullopt if there is none.
  std::optional<std::string> recipe;
  std::optional<Acceptance> accepted_by;
  std::vector<std::string> warnings;
  std::vector<Finding> findings;
  std::string encoding;  ///< the claimed encoding, in text form
  Part part = Part::table;
  std::string positions;
  std::uint64_t parts = 1;   ///< positions have the unit 1/parts
  bool transposed = false;   ///< the table was judged with rows and columns exchanged
  bool heads_first = false;  ///< the first axis is that of heads
  bool swapped = false;      ///< the table was judged with the bytes of every number reversed
  double amplitude = 0;      ///< approximate amplitude of sines and cosines; 0 if there are none
  std::string holds;         ///< the name of the format or of the integer type
  std::string
      identity;  ///< the encoding that was identified, in words; empty if the question names it
  Truths truths;
  std::optional<measure::Witness> first_difference;  ///< the first wrong integer, by row and column
  std::optional<std::uint64_t>
      nearest_difference;  ///< for buckets and indices: the smallest distance at which one differs
  std::optional<RotatedVectors> vectors;  ///< for rotated vectors only
  std::optional<Observations> seen;       ///< observations of waves, if nothing explains them
  bool ended_early = false;               ///< the diagnosis ended at its deadline
  std::optional<Where> where;             ///< where the table is wrong, if it does not pass

  /// The number of entries that can be right or wrong.  NaNs are not counted, nor infinities to
  /// which the truth does not round.
  std::uint64_t judged() const {
    return statistics.entries - statistics.non_finite + statistics.overflowed;
  }

  /// Whether every entry is finite, or an infinity to which the truth rounds.
  bool all_finite() const { return statistics.non_finite == statistics.overflowed; }

  /// The limits that the table exceeds.
  std::vector<ExceededLimit> exceeded_limits() const;
  /// The finding that is only likely and comes closest to an unexplained table; nullptr if there is
  /// none.
  const Finding* closest() const;

  /// Whether the table has the required grade, exceeds no limit, and has at least one entry that
  /// can be judged.
  bool passes() const { return grade <= required && judged() > 0 && exceeded_limits().empty(); }
};

/// The approximate amplitude of a chart's sines and cosines; 0 if it has none.
double amplitude_of(const Chart& chart);

/// The JSON object that `sextant verify --json` prints.  The text form has three more fields at the
/// beginning: schema, version and `file`, which is null if empty.  Bytes that are not UTF-8 become
/// U+FFFD.
nlohmann::json to_json(const Verdict& verdict);
std::string json_text(const Verdict& verdict, const std::string& file = {});

/// Parameters as a JSON object; the text form is one line.
nlohmann::json to_json(const Parameters& parameters);
std::string json_text(const Parameters& parameters);

/// The verdict for a person: the grade, the places of the largest errors, the findings.
std::string to_words(const Verdict& verdict, const std::string& file);

}  // namespace sextant::verify
