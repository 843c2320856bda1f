#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::sweep {

/// What a sweep measures: every row that a recipe makes.
struct Job {
  Encoding encoding;
  Part part = Part::table;
  std::string recipe;
  recipe::ComputeFormats formats;
  Positions positions;
  /// Of |error|: where they are first exceeded is asked for, beside the usual ones.
  std::vector<double> limits;
  /// Where defects of identities are asked for: by how many rows the two are apart whose distance
  /// and rotation are measured; 0: norms alone.
  std::optional<std::uint64_t> rows_apart = std::nullopt;

  static constexpr std::uint64_t kFarthest = 1024;      ///< rows apart
  static constexpr std::size_t kMostColumns = 1 << 14;  ///< whose histograms a file can hold
  static constexpr std::size_t kMostLimits = 64;

  Chart chart() const;
  /// The positions that are so many rows apart differ by as much.
  Position apart() const;
};

/// Throws Error for what cannot be swept: recipes whose rows follow from each other, positions in a
/// list, parts that are no waves, formats that a recipe does not compute in, more columns
/// or limits than a record holds.
void expect_possible(const Job& job);

/// A job by what decides its result; two jobs are the same if these are.
struct JobDescription {
  std::string encoding, part, recipe, computed_in, format, positions;
  std::uint64_t rows = 0, columns = 0, parts = 1;
  std::vector<double> limits;
  std::optional<std::uint64_t> rows_apart = std::nullopt;

  bool operator==(const JobDescription&) const = default;
};
JobDescription describe(const Job& job);

/// Where this machine's mathematical library stands: what its exp, log, pow, sin and cos return for
/// some thousand numbers of both formats, as 16 hexadecimal digits.  Even the same version of one
/// rounds otherwise on processors that have other instructions.
std::string library_fingerprint();

/// What a recipe makes of some rows of its job, as 16 hexadecimal digits: another version of it is
/// another recipe.
std::string recipe_fingerprint(const Job& job);

/// 16 hexadecimal digits of a text, CRC-64 of ECMA-182: whatever changes 64 neighbouring bits or
/// fewer shows.
std::string checksum(std::string_view text);

}  // namespace sextant::sweep
