#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::sweep {

/// What a sweep measures: every row of a table that a recipe makes.
struct Job {
  Encoding encoding;
  Part part = Part::table;
  std::string recipe;
  recipe::ComputeFormats formats;
  Positions positions;
  /// Additional limits of |error|.  The sweep reports the first row that exceeds each of them.
  std::vector<double> limits;
  /// For defects of identities: the distance in rows of the two rows whose distance and rotation
  /// are measured; 0: norms only. nullopt: no defects.
  std::optional<std::uint64_t> rows_apart = std::nullopt;

  static constexpr std::uint64_t kFarthest = 1024;      ///< rows apart
  static constexpr std::size_t kMostColumns = 1 << 14;  ///< the histograms must fit in a file
  static constexpr std::size_t kMostLimits = 64;

  Chart chart() const;
  /// The difference of the positions of two rows that are `rows_apart` rows apart.
  Position apart() const;
};

/// Throws Error for jobs that cannot be swept: recurrences, listed positions, parts that are no
/// waves, formats that the recipe does not compute in, or more columns or limits than a record
/// holds.
void expect_possible(const Job& job);

/// The properties of a job that determine its result.  Two jobs are the same if these are equal.
struct JobDescription {
  std::string encoding, part, recipe, computed_in, format, positions;
  std::uint64_t rows = 0, columns = 0, parts = 1;
  std::vector<double> limits;
  std::optional<std::uint64_t> rows_apart = std::nullopt;

  bool operator==(const JobDescription&) const = default;
};
JobDescription describe(const Job& job);

/// A fingerprint of this machine's mathematical library, 16 hexadecimal digits: the results of its
/// exp, log, pow, sin and cos for some thousand numbers of both formats.  Even the same version may
/// round differently on processors with other instructions.
std::string library_fingerprint();

/// A fingerprint of a recipe, 16 hexadecimal digits: its results for some rows of the job.  It
/// changes if a new version of the recipe gives other results.
std::string recipe_fingerprint(const Job& job);

/// The CRC-64 of ECMA-182 of a text, 16 hexadecimal digits.  It detects every change within 64
/// consecutive bits.
std::string checksum(std::string_view text);

}  // namespace sextant::sweep
