#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sextant/encoding/wave/encoding.hpp"
#include "sextant/vectors/margin.hpp"
#include "sextant/vectors/odd.hpp"
#include "sextant/verify/diagnosis/parameters.hpp"

namespace sextant::vectors {

/// A fault as a test meets it: what a program that makes it evaluates at a place, exactly, and how
/// far from that theory grants its arithmetic to be.
class Mistake {
 public:
  Mistake(std::string caught_by, verify::Parameters how)
      : flag(std::move(caught_by)), parameters(std::move(how)) {}
  virtual ~Mistake() = default;

  const std::string flag;  ///< of flag.hpp
  const verify::Parameters parameters;

  /// Nothing where such a program has no number, or means no other.
  virtual std::optional<Cell> cell(Position position, std::size_t channel) const = 0;
  /// Roughly the same number.
  virtual std::optional<double> about(Position position, std::size_t channel) const = 0;
  /// Says which positions margins will be asked at.
  virtual void prepare(const std::vector<Position>&) {}
  virtual Margins margins(Position position, std::size_t channel, const Rational& value) const = 0;
};

using Mistakes = std::vector<std::unique_ptr<Mistake>>;

/// Those of an encoding's part, whose chart is settled: what changes the function that is
/// evaluated, and what rounds its arguments on their way.
Mistakes mistakes(const Encoding& encoding, Part part, const Chart& chart);

/// Those of programs that form their angles in float32: the library's sine of such an angle, the
/// cosine as the sine of a quarter turn more, and the sine of graphics hardware.  vectors.md, (7)
Mistakes mistakes_of_angles(const Chart& chart);

}  // namespace sextant::vectors
