#include <cmath>
#include <map>
#include <numeric>

#include "sextant/verify/axial_readings.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

/// Finds the row of a grid, or of listed coordinates, that each row of a table holds.
class RowReader {
 public:
  RowReader(const Source& whole, const Sections& sections) : whole_(whole), sections_(sections) {
    for (const TableSection& one : sections) references_.emplace_back(one.claim, whole.format);
    wanted_.resize(sections.size());
  }

  /// For each row of the table, the row whose values it holds.  If several fit, it is the one after
  /// that of the row before, else the row itself, else the nearest.  nullopt if none fits some row,
  /// if all rows are in order, or if there are too many.
  std::optional<Reordering> order() {
    constexpr std::uint64_t kMostTries = std::uint64_t{1} << 24;
    const auto rows = static_cast<std::int64_t>(whole_.rows);
    if (whole_.rows * whole_.rows > kMostTries) return std::nullopt;
    Reordering found;
    values_.resize(whole_.columns);
    for (std::int64_t row = 0; row < rows; ++row) {
      whole_.read(static_cast<std::uint64_t>(row), 1, values_);
      const std::int64_t next = row == 0 ? 0 : found.back() + 1;
      std::int64_t held = fits(next) ? next : row;
      for (std::int64_t k = 0; k < 2 * rows && !fits(held); ++k)
        held = row + (k % 2 == 0 ? k / 2 : -(k + 1) / 2);
      if (!fits(held)) return std::nullopt;
      found.push_back(held);
    }
    for (std::int64_t row = 0; row < rows; ++row)
      if (found[static_cast<std::size_t>(row)] != row) return found;
    return std::nullopt;
  }

 private:
  using Entries = std::vector<std::optional<ApproximateReference::Entry>>;

  /// Whether the values are within the tolerances of a row.
  bool fits(std::int64_t held) {
    if (held < 0 || held >= static_cast<std::int64_t>(whole_.rows)) return false;
    for (std::size_t s = 0; s < sections_.size(); ++s) {
      const auto& columns = sections_[s].columns;
      const Position p = sections_[s].source.positions[static_cast<std::uint64_t>(held)];
      Entries& wanted = wanted_[s][p];
      for (std::size_t c = wanted.size(); c < columns.size(); ++c)
        wanted.push_back(references_[s].entry(references_[s].channel(c), p));
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (wanted[c] && !(std::abs(values_[columns[c]] - wanted[c]->want) <= wanted[c]->within))
          return false;
    }
    return true;
  }

  const Source& whole_;
  const Sections& sections_;
  std::vector<ApproximateReference> references_;
  std::vector<std::map<Position, Entries>> wanted_;  ///< by section and coordinate
  std::vector<double> values_;
};

}  // namespace

std::optional<Finding> rows_elsewhere(const AxialQuestion& q, const Source& whole,
                                      const Sections& sections) {
  const auto order = RowReader(whole, sections).order();
  if (!order) return std::nullopt;
  const Claim& claim = sections.front().claim;
  std::vector<Candidate> candidates;
  add_order(whole, claim, *order, candidates);
  Reordering in_order(order->size());
  std::iota(in_order.begin(), in_order.end(), 0);
  if (std::equal(order->rbegin(), order->rend(), in_order.begin()))
    candidates.push_back(as_claimed(claim, "rows-reversed"));
  if (candidates.empty() || candidates.front().second_cause) return std::nullopt;
  AxialQuestion moved = q;
  for (Positions& all : moved.coordinates) all = listed_at(all, *order);
  const auto all = accepted(q, claim.formats, sections_of(moved, whole));
  if (!all) return std::nullopt;
  return Finding{candidates.front().fault, candidates.front().parameters, match(all->sections)};
}

}  // namespace sextant::verify
