#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/vectors/subject.hpp"

namespace sextant::vectors {

/// The default number of entries of an encoding that are searched for those nearest to a tie.
inline constexpr std::uint64_t kSearched = std::uint64_t{1} << 22;

/// The parts of an encoding that have tests: `part` alone if it is not `table`; otherwise, for a
/// rotary encoding, cos, sin and inv_freq.  Throws Error for vectors and integers, which have no
/// such tests.
std::vector<Subject> subjects(std::string name, const Encoding& encoding, Part part,
                              Position positions = 0);

/// The default subjects of a file: a sinusoidal encoding and rotary ones.
std::vector<Subject> usual_subjects();

/// A conformance file as described by reports/schema/vectors.schema.json, one test a line.  Equal
/// subjects give equal bytes.
std::string document(const std::vector<Subject>& subjects, std::uint64_t searched = kSearched);

}  // namespace sextant::vectors
