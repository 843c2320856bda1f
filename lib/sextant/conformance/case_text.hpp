#pragma once

#include <string>

#include "sextant/conformance/hard_cases.hpp"

namespace sextant::conformance {

/// A position as programs read numbers: an integer, else an exact decimal, else a fraction.
std::string position_text(Position position, std::uint64_t parts);

/// Appends `position channel` and the end of the line.
void append_line(const Case& asked, std::uint64_t parts, std::string& text);

/// Appends the record of a case: the position and the channel, 64 bits each, the lowest byte first.
void append_record(const Case& asked, std::string& bytes);
inline constexpr std::size_t kCaseBytes = 16;

/// Throws Error for positions that records cannot hold: fractions, and 2⁶³.
void expect_records(const Positions& positions);

}  // namespace sextant::conformance
