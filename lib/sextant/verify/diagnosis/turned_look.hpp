#pragma once

#include <set>
#include <string>

#include "sextant/verify/diagnosis/turn_suspect.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"

namespace sextant::verify {

/// The source that a suspect has rotated: other positions, or positions along another axis; nullopt
/// if there are no such positions.
std::optional<RotatedSource> rotated_by(RotatedSource source, const TurnSuspect& suspect);

/// Looks at some vectors in doubles.  A look costs a thousandth of a proof, and proves nothing.
///                                                        reports/derivations/rotation.md, (18)
class TurnedLook {
 public:
  explicit TurnedLook(const RotatedSource& source);

  /// Whether at least seven of eight numbers are as near to a suspect's as its roundings could take
  /// them; true if the roundings leave nothing to say.
  bool could_be(const TurnSuspect& suspect) const;

  /// The factor by which pairs become longer, if at least seven of eight pairs do by the same one;
  /// else nullopt: then these columns are no pairs.
  std::optional<double> stretch(const Pairs& before, const Pairs& after) const;

  /// Whether most pairs turn against the direction that a claim has; false if the positions looked
  /// at are not consecutive.
  bool turns_back(const Pairs& before, const Pairs& after, const Waves& claimed) const;

  /// Whether, along the axis of the positions, at least seven of eight pairs that turn do so alike
  /// in all leads; nullopt if there is one lead.
  std::optional<bool> turn_alike(const Pairs& before, const Pairs& after) const;

  /// The columns that change in some vector.
  const std::vector<bool>& changed() const { return changed_; }

 private:
  std::optional<RotatedSource> rows_of(const TurnSuspect& suspect) const;

  RotatedSource whole_;
  RotatedSource some_;
  Tile numbers_;  ///< of `some_`
  std::vector<bool> changed_;
};

}  // namespace sextant::verify
