#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/verify/accept/entry_cover.hpp"
#include "sextant/verify/accept/grant.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::conformance {

/// The sound recipes that cover every entry seen so far.  What covers a table entry by entry, with
/// one factor a column, covers some entries of it likewise: a grant proves of them what it proves
/// of a table.                                                       verdict.md, (1) and (2)
class CaseAcceptance {
 public:
  /// Where nobody said what is computed in (`assumed`), also those in float64.  Source, oracle and
  /// claim outlive it.
  CaseAcceptance(const verify::Source& source, const exact::Oracle& oracle,
                 const verify::Claim& claim, bool assumed);

  using Counts = std::vector<verify::Counts>;  ///< one a recipe

  /// Counts a finite entry, whose `bound` is asked of each recipe left.  For any number of threads.
  void judge(verify::Outside entry, Counts& counts) const;

  /// Takes what was counted into account.
  void add(const Counts& counts);

  /// In the format assumed, else in float64: of several the one that promises most, then the first
  /// of the catalogue; nothing where none is left.
  std::optional<verify::Grant> settled() const;

 private:
  struct Candidate {
    verify::Sound sound;
    std::unique_ptr<verify::EntryCover> cover;
    verify::Counts seen;
    bool left = true;
  };
  void add_recipes(const verify::Source& source, const verify::Claim& claim,
                   const recipe::Chain& chain);

  const exact::Oracle& oracle_;
  Format assumed_;
  std::vector<Candidate> candidates_;
};

}  // namespace sextant::conformance
