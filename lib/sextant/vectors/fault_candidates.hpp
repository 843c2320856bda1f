#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/vectors/margin.hpp"
#include "sextant/vectors/odd.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::vectors {

/// The candidate that a program has a fault: the exact value that the program then computes at a
/// place, and the error that theory allows its arithmetic.
class FaultCandidate {
 public:
  FaultCandidate(std::string caught_by, verify::Parameters how)
      : flag(std::move(caught_by)), parameters(std::move(how)) {}
  virtual ~FaultCandidate() = default;

  const std::string flag;  ///< of flag.hpp
  const verify::Parameters parameters;

  /// nullopt if such a program computes no number there, or the correct one.
  virtual std::optional<Cell> cell(Position position, std::size_t channel) const = 0;
  /// A double near to that value.
  virtual std::optional<double> about(Position position, std::size_t channel) const = 0;
  /// Announces the positions at which margins() will be called.
  virtual void prepare(const std::vector<Position>&) {}
  virtual Margins margins(Position position, std::size_t channel, const Rational& value) const = 0;
};

using FaultCandidates = std::vector<std::unique_ptr<FaultCandidate>>;

/// The candidates for an encoding's part with a settled chart: another function is evaluated, or
/// its arguments are rounded.
FaultCandidates fault_candidates(const Encoding& encoding, Part part, const Chart& chart);

/// The candidates for float32 angles: the library's sine, the cosine as the sine of a quarter turn
/// more, and the sine of graphics hardware.                                    vectors.md, (7)
FaultCandidates angle_candidates(const Chart& chart);

}  // namespace sextant::vectors
