#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/vectors/subject.hpp"

namespace sextant::vectors {

/// How many entries of an encoding are searched for those nearest to a tie, where nobody says.
inline constexpr std::uint64_t kSearched = std::uint64_t{1} << 22;

/// The parts of an encoding that have tests: of one part alone where it is not `table`, and of a
/// rotary encoding cos, sin and inv_freq else.  Throws Error for what is not tested so: vectors,
/// and integers.
std::vector<Subject> subjects(std::string name, const Encoding& encoding, Part part,
                              Position positions = 0);

/// What a file has where nobody says what of: a sinusoidal encoding and rotary ones.
std::vector<Subject> usual_subjects();

/// A conformance file as reports/schema/vectors.schema.json describes it: one test a line, equal
/// subjects giving equal bytes.
std::string document(const std::vector<Subject>& subjects, std::uint64_t searched = kSearched);

}  // namespace sextant::vectors
