#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// How far from the truth the entries of a table that passes may be, by what it passes as: half an
/// ulp where all are correctly rounded, an ulp where all are faithful, and else the bound of the
/// recipe that accepted it.                                                  two_sided.md, (5) to
/// (7)
class AcceptedTolerance {
 public:
  /// `verdict` passes; `oracle` is of the chart that the positions are read by, and outlives it.
  AcceptedTolerance(const Verdict& verdict, const exact::Oracle& oracle,
                    const Positions& positions);

  /// The tolerance of one entry with the true value `x`; nullopt if no bound accepted it.
  std::optional<double> at(std::uint64_t row, std::size_t channel, const exact::Near& x) const;

  /// A lower bound of the tolerances of a channel in the rows [first, last); nullopt if a tolerance
  /// there is unknown.
  std::optional<double> least(std::uint64_t first, std::uint64_t last, std::size_t channel) const;

  /// What it is, in words.
  const std::string& words() const { return words_; }

 private:
  const exact::Oracle& oracle_;
  Format format_;
  double ulps_ = 0;  ///< 0: by the recipe
  std::unique_ptr<recipe::Recipe> recipe_;
  std::vector<Measure> measures_;
  std::string words_;
};

}  // namespace sextant::verify
