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

/// What a table is worth, best first.
enum class Grade : unsigned char { correctly_rounded, faithful, rounding, explained, unexplained };
std::string_view word(Grade grade);
Grade read_grade(std::string_view text);  ///< throws Error for an unknown one

/// The true values at the worst places, to three digits more than the format needs.
struct Truths {
  std::string absolute, ulps, phase;
};

/// Facts about rotated vectors that a table does not have.
struct RotatedVectors {
  std::vector<std::uint64_t> shape;        ///< of the file
  std::size_t axis = 0;                    ///< of the positions
  bool axis_found = false;                 ///< it was found, not given, and is not the usual one
  std::string given;                       ///< the format of the vectors before
  std::uint64_t left_out = 0;              ///< numbers made of one that is not finite
  std::uint64_t made_up = 0;               ///< of these the finite ones
  std::optional<std::string> application;  ///< how the recipe that makes every bit is applied

  /// The indices of a row along all axes but the last.
  std::vector<std::uint64_t> indices(std::uint64_t row) const;
};

struct Verdict {
  Grade grade = Grade::unexplained;
  Grade required = Grade::rounding;
  PassingLimits limits;
  Format format;
  measure::ErrorStatistics statistics;
  std::optional<std::string> recipe;
  std::optional<Acceptance> accepted_by;
  std::vector<std::string> warnings;
  std::vector<Finding> findings;
  std::string encoding;  ///< what it was judged against, in its text form
  Part part = Part::table;
  std::string positions;
  std::uint64_t parts = 1;   ///< what positions count
  bool transposed = false;   ///< it was judged with rows for columns
  bool heads_first = false;  ///< its first axis has the heads
  bool swapped = false;      ///< it was judged with the bytes of every number the other way round
  double amplitude = 0;      ///< of sines and cosines, about; 0 where entries are none
  std::string holds;         ///< the format's name, or that of an integer type
  std::string identity;      ///< what it was taken for, where nobody said
  Truths truths;
  std::optional<measure::Witness> first_difference;  ///< of integers alone, by row and column
  std::optional<std::uint64_t> nearest_difference;   ///< of buckets and indices: the distance
  std::optional<RotatedVectors> vectors;             ///< of rotated vectors alone
  std::optional<Observations> seen;                  ///< of waves that nothing explains
  bool ended_early = false;                          ///< the diagnosis ended at its deadline
  std::optional<Where> where;                        ///< of a table that does not pass

  /// How many entries a number can be right or wrong in: a NaN is neither, nor is an infinity that
  /// the truth does not round to.
  std::uint64_t judged() const {
    return statistics.entries - statistics.non_finite + statistics.overflowed;
  }

  /// Whether every entry is a number, or an infinity that the truth rounds to.
  bool all_finite() const { return statistics.non_finite == statistics.overflowed; }

  /// The limits that the table exceeds.
  std::vector<ExceededLimit> exceeded_limits() const;
  /// The hypothesis that comes closest to an unexplained table; nullptr if none does.
  const Finding* closest() const;

  /// A table of which nothing can be judged does not pass, whatever is required.
  bool passes() const { return grade <= required && judged() > 0 && exceeded_limits().empty(); }
};

/// The amplitude of a chart's sines and cosines, about; 0 where it has none.
double amplitude_of(const Chart& chart);

/// The object of `sextant verify --json`.  As text, schema, version and `file` come first, which is
/// null if empty, and bytes that are not UTF-8 become U+FFFD.
nlohmann::json to_json(const Verdict& verdict);
std::string json_text(const Verdict& verdict, const std::string& file = {});

/// An object; as text, in one line.
nlohmann::json to_json(const Parameters& parameters);
std::string json_text(const Parameters& parameters);

/// What a person reads: the verdict in words, the worst places, the findings.
std::string to_words(const Verdict& verdict, const std::string& file);

}  // namespace sextant::verify
