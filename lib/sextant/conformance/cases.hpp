#pragma once

#include <string>
#include <vector>

#include "sextant/conformance/hard_cases.hpp"

namespace sextant::conformance {

/// The cases of an enquiry by number: the hard ones, then all other entries row by row, or as many
/// drawn ones as the level says, then drawn ones for ever.  Half of the drawn ones lie anywhere,
/// the others near the first and the last position, in every octave of the distance alike.
class Cases {
 public:
  /// Throws Error as asked_chart does.
  explicit Cases(Enquiry enquiry);

  const Enquiry& enquiry() const { return enquiry_; }
  const exact::Oracle& oracle() const { return oracle_; }

  /// How many have to be answered.
  std::uint64_t count() const { return count_; }
  bool has(std::uint64_t k) const { return k < count_ || enquiry_.forever; }
  Case operator[](std::uint64_t k) const;

  /// The comment that goes before them: what they are about, and how many there are.
  std::string header() const;

 private:
  Case drawn_case(std::uint64_t k) const;

  Enquiry enquiry_;
  exact::Oracle oracle_;
  std::vector<Case> hard_;
  std::vector<std::uint64_t>
      gaps_;                  ///< how many entries that are not hard come before each hard one
  std::uint64_t others_ = 0;  ///< entries that are not hard, where all are tried, else 0
  std::uint64_t count_ = 0;
};

/// What such a comment begins with.
inline constexpr std::string_view kHeader = "# sextant cases ";

}  // namespace sextant::conformance
