#include "sextant/verify/observation/rotated_where.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "sextant/verify/observation/disagreement.hpp"

namespace sextant::verify {
namespace {

/// Returns the vectors of some leads, place by place, with the expected rotated vectors.  The
/// arguments must outlive the result.
ComparedRows compared(const RotatedSource& source, const Expected& expected, std::size_t pairs,
                      const std::vector<RotatedColumn>& columns,
                      const std::vector<std::uint64_t>& leads) {
  ComparedRows rows{source.places() * leads.size(), source.columns, source.format, {}};
  const double stored = 1.5 * std::ldexp(1.0, -source.format.precision);
  rows.read = [&, pairs, stored](std::uint64_t first, std::uint64_t count, std::span<double> got,
                                 std::span<double> want, std::span<double> within) {
    std::vector<double> before(source.columns), table(2 * pairs), allowed(2 * pairs);
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::uint64_t place = (first + k) / leads.size();
      const std::size_t at = k * source.columns;
      source.read(source.row(leads[(first + k) % leads.size()], place), before,
                  got.subspan(at, source.columns));
      expected.row(source.positions[place], table, allowed);
      for (std::size_t j = 0; j < source.columns; ++j) {
        const RotatedColumn& c = columns[j];
        const double x = c.x(before.data()), y = c.passes() ? 0 : c.y(before.data());
        const auto pair = static_cast<std::size_t>(std::max(c.pair, 0));
        want[at + j] = c.passes() ? x : x * table[pair] + y * table[pairs + pair];
        // Tables, products and their sum may all be rounded to the format of the vectors.
        within[at + j] = c.passes() ? std::abs(x) * stored
                                    : 3 * (std::abs(x) * allowed[pair] +
                                           std::abs(y) * allowed[pairs + pair]);  // may be negative
        // Computed from numbers that are not finite: left out.
        if (!std::isfinite(x) || !std::isfinite(y)) got[at + j] = want[at + j] = within[at + j] = 0;
      }
    }
  };
  return rows;
}

/// Number of differing entries by lead.
struct ByLead {
  std::vector<std::uint64_t> differ;
  void merge(const ByLead& other) {
    differ.resize(std::max(differ.size(), other.differ.size()));
    for (std::size_t k = 0; k < other.differ.size(); ++k) differ[k] += other.differ[k];
  }
};

std::vector<std::uint64_t> all_leads(const RotatedSource& source) {
  std::vector<std::uint64_t> all(source.leads);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

/// Names some indices along an axis.  The last axis of leads is that of heads, and one before it
/// that of batches.
std::string index_words(const RotatedSource& source, std::size_t axis, const IndexRanges& some) {
  const std::size_t leading = source.shape.size() - 1;  // number of axes of leads
  const std::size_t before = axis - (axis > source.axis ? 1 : 0);
  const bool one = some.count() == 1;
  const std::string indices = words(some, source.shape[axis]);
  if (before + 1 == leading) return (one ? "head " : "heads ") + indices;
  if (leading == 2) return (one ? "batch " : "batches ") + indices;
  return fmt::format("axis {} at {}", axis, indices);
}

}  // namespace

std::vector<std::uint64_t> differing_by_lead(const RotatedSource& source, const Claim& claim,
                                             const std::vector<RotatedColumn>& columns) {
  const Expected expected(claim.chart, claim.formats);
  const std::vector<std::uint64_t> all = all_leads(source);
  const ComparedRows rows = compared(source, expected, claim.chart.width() / 2, columns, all);
  return sweep_marks<ByLead>(
             rows,
             [&](std::uint64_t row, const std::vector<Mark>& marks, ByLead& result) {
               result.differ.resize(source.leads);
               result.differ[row % source.leads] += static_cast<std::uint64_t>(
                   std::count(marks.begin(), marks.end(), Mark::differs));
             })
      .differ;
}

Where where(const RotatedSource& source, const Claim& claim,
            const std::vector<RotatedColumn>& columns) {
  const std::vector<std::uint64_t> differ = differing_by_lead(source, claim, columns);
  const auto sum_of = [&](const std::vector<std::uint64_t>& leads) {
    std::uint64_t sum = 0;
    for (const std::uint64_t lead : leads) sum += differ[lead];
    return sum;
  };
  std::vector<std::uint64_t> leads = all_leads(source);
  const std::uint64_t sum = sum_of(leads);
  std::optional<IndexRanges> heads;
  std::string prefix;
  for (std::size_t axis = 0; sum > 0 && axis < source.shape.size(); ++axis) {
    if (axis == source.axis) continue;
    std::vector<std::uint64_t> by(source.shape[axis]);
    for (std::uint64_t lead = 0; lead < source.leads; ++lead)
      by[source.index(lead, axis)] += differ[lead];
    // Indices that have at least half as many differing entries as the worst one.
    const std::uint64_t most = *std::max_element(by.begin(), by.end());
    const IndexRanges wrong =
        indices_that(by.size(), [&](std::uint64_t k) { return 2 * by[k] >= most; });
    heads = wrong;
    if (wrong.count() == by.size()) continue;
    prefix += index_words(source, axis, wrong) + ", ";
    std::erase_if(leads,
                  [&](std::uint64_t lead) { return !wrong.contains(source.index(lead, axis)); });
  }
  if (leads.empty()) leads = all_leads(source);  // no lead has all of the worst indices
  const Expected expected(claim.chart, claim.formats);
  Where found = where(compared(source, expected, claim.chart.width() / 2, columns, leads), false,
                      nullptr, leads.size());
  found.fraction = static_cast<double>(sum) /
                   static_cast<double>(source.leads * source.places() * source.columns);
  found.heads = heads;
  if (leads.size() == source.leads) return found;
  for (std::string& said : found.what) said = prefix + said;
  if (const std::uint64_t others = sum - sum_of(leads); others > 0)
    found.what.push_back(fmt::format("{} entries of other {}", others,
                                     source.shape.size() == 2 ? "heads" : "batches or heads"));
  return found;
}

}  // namespace sextant::verify
