#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/diagnosis/run_fit.hpp"
#include "sextant/verify/diagnosis/run_tolerance.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether rows follow from those before by one turn, of so many rows.           verdict.md, (21)
class RunStep {
 public:
  /// The turn may be `off` by so much more than one that was found.
  RunStep(const Complex& turn, const RunTolerance& tolerance, std::uint64_t rows, double off = 0)
      : turn_(turn), tolerance_(tolerance), rows_(rows), off_(off) {}

  /// A pair, from the pair of the row before.
  bool takes(const Complex& last, const Complex& now) const;
  /// Half a pair, which knows its turn from two rows: with z' = R·z and z'' = R·z', each within e
  /// of it, Re z'' − 2·Re R·Re z' + |R|²·Re z is within 2e of 0, and Im likewise.
  bool takes(double before, double last, double now) const;

 private:
  Complex turn_;
  RunTolerance tolerance_;
  std::uint64_t rows_;
  double off_;
};

/// The rows of a pair that follow from none and that none follows from; nothing where these are
/// more than `most`.  Rows that an encoding leaves blank are no rows.
std::optional<std::vector<std::uint64_t>> strays(const Source& source, const PairChannels& pair,
                                                 const RunStep& step,
                                                 const std::optional<Position>& blank,
                                                 std::uint64_t most);

}  // namespace sextant::verify
