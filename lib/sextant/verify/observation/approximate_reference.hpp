#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// Factor on estimated rounding errors.  A tolerance with it only excludes candidates; it accepts
/// nothing.
inline constexpr double kMargin = 4;

/// Returns how far an entry may be from the intended value, as a fraction of the amplitude: 4 times
/// the estimated rounding errors.  For tables computed in float64 the errors except storage count
/// 64 times. nullopt if the result exceeds a quarter.
///                                                                                 verdict.md, (13)
std::optional<double> allowance(const Format& store, const Format& compute, double angle);

/// The tolerance of an entry: `rough` is the prefilter's fraction of the amplitude, (13).  `fine`
/// depends on the entry's own ulp and angle, (31).
///                                                                        verdict.md, (13) and (31)
enum class Tolerance : unsigned char { rough, fine };

/// The approximate reference of a claim: its values in doubles, with tolerances.  It only locates
/// and excludes; it proves nothing.
///                                                                                 verdict.md, (13)
class ApproximateReference {
 public:
  ApproximateReference(const Claim& claim, const Format& store)
      : ApproximateReference(claim.chart, claim.formats, store) {}
  ApproximateReference(const Chart& chart, const recipe::ComputeFormats& formats,
                       const Format& store);

  struct Entry {
    double want = 0, within = 0, fine = 0;

    /// Returns the square of the error divided by the tolerance.
    double square_off(double got, Tolerance tolerance) const;
  };
  /// Returns the expected entry; nullopt if its tolerance is uninformative or the channel is a
  /// slope or a reciprocal of a frequency.
  std::optional<Entry> entry(const Channel& channel, Position position) const;

  /// Counts of the entries of a row that are informative at a position, and of those that differ.
  struct Answer {
    std::size_t asked = 0, differ = 0;
    bool whole() const { return asked > 0 && differ == 0; }
    /// At most one informative entry in eight differs.
    bool mostly() const { return asked > 0 && 8 * differ <= asked; }
  };
  /// Compares at most 24 columns of a row with a position, from the fastest to the slowest.  Stops
  /// after more than `most` differ.
  Answer ask(std::span<const double> row, Position position, std::size_t most) const;

  /// Returns the largest square_off() of the row's entries in columns(), with fine tolerances.  0
  /// if none is informative.
  double misfit(std::span<const double> row, Position position) const;

  /// Returns the columns whose entries tell positions apart, fastest first: waves, and biases that
  /// differ at any two distances.
  const std::vector<std::size_t>& columns() const { return columns_; }
  const Channel& channel(std::size_t column) const { return channels_[column]; }
  /// Returns the size of a column's frequency, in radians per position.
  double step(std::size_t column) const;

 private:
  /// The same as entry(), without the fine tolerance.  Sets `angle` to the entry's angle.
  std::optional<Entry> rough(const Channel& channel, Position position, double& angle) const;
  /// Returns the rough tolerance for an angle, as a fraction of the amplitude.
  double allowed(double angle) const;
  /// Returns the fine tolerance of a wave entry, with the scale of xPos at its position.
  ///                                                                               verdict.md, (31)
  double finely(double wave, double angle, double scale) const;

  /// Returns a bias, and its tolerance in proportion to its size.
  Entry bias(const Channel& channel, Position position) const;

  Waves waves_;
  std::vector<Channel> channels_;
  std::vector<double> frequencies_, phases_;
  std::vector<std::size_t> columns_, asked_;
  std::shared_ptr<const exact::Oracle> formula_;  ///< nullptr if the claim has no formula
  Format store_, compute_;
  recipe::IntermediateRoundings intermediate_;
  double scale_, origin_, amplitude_, stored_, computed_;
  double terms_ = 0;  ///< of coordinates that are sums: the size of the terms, in multiples of 1/ω
};

}  // namespace sextant::verify
