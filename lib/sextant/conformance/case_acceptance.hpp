#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/entry_bounds_check.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::conformance {

/// The sound recipes whose bounds hold for every entry seen so far.  A recipe that holds for a
/// table, entry by entry and with one factor a column, holds for some entries of it too.
/// verdict.md, (1) and (2)
class CaseAcceptance {
 public:
  /// If the compute format is `assumed`, recipes in float64 are tried too.  Source, oracle and
  /// claim must outlive it.
  CaseAcceptance(const verify::Source& source, const exact::Oracle& oracle,
                 const verify::Claim& claim, bool assumed);

  using Counts = std::vector<verify::Counts>;  ///< one a recipe

  /// Counts a finite entry; each remaining recipe computes its own `bound`.  Thread-safe.
  void judge(const verify::Violation& entry, Counts& counts) const;

  /// Drops the recipes that these counts rule out.
  void add(const Counts& counts);

  /// The acceptance in the assumed format, else in float64.  Of several recipes and libraries it is
  /// the one with the smallest bound, then the first of the catalogue; nullopt if none remains.
  std::optional<verify::Acceptance> settled() const;

 private:
  struct Candidate {
    verify::Sound sound;
    const recipe::Library* library;
    std::unique_ptr<verify::EntryBoundsCheck> check;
    verify::Counts seen;
    bool left = true;
  };
  void add_recipes(const verify::Source& source, const verify::Claim& claim,
                   const recipe::ComputeFormats& formats);

  const exact::Oracle& oracle_;
  Format assumed_;
  std::vector<Candidate> candidates_;
};

}  // namespace sextant::conformance
