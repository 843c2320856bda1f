#include "sextant/verify/diagnosis/matched_rows.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/verify/diagnosis/made_rows.hpp"
#include "sextant/verify/diagnosis/matching.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kMostRows = 1024;
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 19;

/// How well rows of a table fit those of a claim.
class Fits {
 public:
  Fits(const Source& source, const Claim& claim)
      : width_(source.columns),
        truth_(claim, source.format),
        made_(claim, truth_, source.positions),
        by_making_(claim.formats.intermediate.angle.has_value()),
        values_(source.rows * source.columns) {
    source.read(0, source.rows, values_);
    for (std::uint64_t row = 0; row < source.rows; ++row)
      for (const std::size_t j : truth_.columns())
        wants_.push_back(truth_.entry(truth_.channel(j), source.positions[row]));
  }

  /// The mean square of what entries are off by, in tolerances; never where more than one in eight
  /// is off by more, or one by a fine tolerance, or half of what the truth says nothing of is not
  /// as it is made.
  double operator()(std::size_t row, std::size_t place, Tolerance tolerance) {
    const auto& columns = truth_.columns();
    const auto entries = std::span<const double>(values_).subspan(row * width_, width_);
    double sum = 0;
    std::size_t asked = 0, differ = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto& want = wants_[place * columns.size() + k];
      const double got = entries[columns[k]];
      if (!want || !std::isfinite(got)) continue;
      ++asked;
      const double square = want->square_off(got, tolerance);
      if (square > 1 && (tolerance == Tolerance::fine || 8 * ++differ > columns.size()))
        return kNever;
      sum += std::min(square, 1.0);
    }
    if (8 * differ > asked) return kNever;
    if (asked == 0 && !made_.needed()) return kUnknown;
    const double unlike = made_.differing(entries, place);
    if (2 * unlike >= 1) return kNever;
    if (by_making_) return unlike == 0 ? 0 : (1 + unlike) / 2;
    return unlike + (asked == 0 ? 0 : sum / static_cast<double>(asked));
  }

 private:
  std::size_t width_;
  RoughTruth truth_;
  MadeRows made_;
  bool by_making_;  ///< angles that are rounded on the way leave too much to the truth
  std::vector<double> values_;
  std::vector<std::optional<RoughTruth::Entry>> wants_;
};

}  // namespace

std::vector<Reordering> matched_rows(const Source& source, const Claim& claim) {
  if (source.rows < 3 || source.rows > kMostRows || source.rows * source.columns > kMostEntries)
    return {};
  Fits fits(source, claim);
  std::vector<Reordering> found;
  for (const Tolerance tolerance : {Tolerance::rough, Tolerance::fine}) {
    const auto places = matching(source.rows, [&](std::size_t row, std::size_t place) {
      return fits(row, place, tolerance);
    });
    if (!places) break;  // what fits nowhere roughly does not finely
    found.emplace_back(places->begin(), places->end());
  }
  return found;
}

}  // namespace sextant::verify
