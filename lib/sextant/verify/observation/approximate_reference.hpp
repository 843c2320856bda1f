#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// Of what estimates allow for: a look only leaves out.
inline constexpr double kMargin = 4;

/// How far an entry may be from the intended value, as a fraction of the amplitude: 4 times the
/// roundings of the estimates, or 64 times if computed in float64; nullopt if that is too large to
/// tell anything.  verdict.md, (13)
std::optional<double> allowance(const Format& store, const Format& compute, double angle);

/// By four times what roundings allow for as a part of the amplitude, or by what they are of each
/// entry.                                                              verdict.md, (13) and (31)
enum class Tolerance : unsigned char { rough, fine };

/// What a claim means, in doubles, and how far a table's entries may be from it: a look, which
/// proves nothing.                                                           verdict.md, (13)
class ApproximateReference {
 public:
  ApproximateReference(const Claim& claim, const Format& store);

  struct Entry {
    double want = 0, within = 0, fine = 0;

    /// The square of what a number is off by, in tolerances.
    double square_off(double got, Tolerance tolerance) const;
  };
  /// Nothing where roundings leave nothing to say.
  std::optional<Entry> entry(const Channel& channel, Position position) const;

  /// Entries of a row that say something of a position, and those that speak against it.
  struct Answer {
    std::size_t asked = 0, differ = 0;
    bool whole() const { return asked > 0 && differ == 0; }
    /// But for one entry in eight.
    bool mostly() const { return asked > 0 && 8 * differ <= asked; }
  };
  /// Of some columns, from the fastest to the slowest.  Stops where more than `most` differ.
  Answer ask(std::span<const double> row, Position position, std::size_t most) const;

  /// The largest square that one of all its entries is off by, in fine tolerances; 0 if none says
  /// anything.
  double misfit(std::span<const double> row, Position position) const;

  /// Columns that hold waves, those that turn fastest first.
  const std::vector<std::size_t>& columns() const { return columns_; }
  const Channel& channel(std::size_t column) const { return channels_[column]; }
  /// The turn of a column, in radians per position.
  double step(std::size_t column) const;

 private:
  /// The same as entry(), without its fine tolerance; `angle` becomes that of the entry.
  std::optional<Entry> rough(const Channel& channel, Position position, double& angle) const;
  /// What allowance() is of an angle, of amplitude 1.
  double allowed(double angle) const;
  /// What roundings may take from a wave of an angle.
  double finely(double wave, double angle) const;

  Waves waves_;
  std::vector<Channel> channels_;
  std::vector<double> frequencies_, phases_;
  std::vector<std::size_t> columns_, asked_;
  Format store_, compute_;
  recipe::IntermediateRoundings intermediate_;
  double scale_, origin_, amplitude_, stored_, computed_;
};

}  // namespace sextant::verify
