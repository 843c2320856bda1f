#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// What frequencies may be off by, relatively, where a program does with a context's rule what no
/// encoding does, and in a way of its own.                                      verdict.md, (32)
class ContextSlack {
 public:
  explicit ContextSlack(const Claim& claim);

  /// Grants it to a suspect of altered factors, which have `growth(rule's, altered)` times the
  /// relative error of the rule's.
  void grant(Suspect& suspect, const std::function<double(double, double)>& growth) const;
  /// That of all pairs, where the rule was applied to the frequencies that it made, `once`.
  std::vector<double> again(const std::vector<double>& once) const;

 private:
  double sure(double error) const;

  Waves waves_;
  double unit_, near_;
  std::vector<double> errors_;  ///< of each pair's factor as claimed
};

}  // namespace sextant::verify
