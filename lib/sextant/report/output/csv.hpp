#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as tidy tables (file name, content).  The first line names the columns; each further
/// line is an observation.  Quoting follows RFC 4180, lines end with "\n", null is an empty cell,
/// and numbers have enough digits to read back as the same double.
///
///   drift.csv          an octave of one recipe, its largest errors and their places
///   safe_ranges.csv    a recipe, format and criterion
///   number_types.csv   an octave of one number type
///   defects.csv        an octave of one identity and recipe
///   nearest_pairs.csv  a dim and format
///   attention.csv      a query of one table
///   claims.csv         a statement and its verdict
///   kernel.csv         an offset of two positions
///   lost_bits.csv      a position of one recipe and format, one character a channel
///   (lost_bits.hpp)
///
/// Throws Error if the document is not a report.
std::vector<std::pair<std::string, std::string>> csv(const nlohmann::json& report);

}  // namespace sextant
