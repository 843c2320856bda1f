#include "sextant/verify/observation/rotated_where.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "sextant/verify/observation/disagreement.hpp"

namespace sextant::verify {
namespace {

/// Returns the vectors of some leads, place by place, with the expected rotated vectors.
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

/// Number of differing entries by head.
struct ByHead {
  std::vector<std::uint64_t> differ;
  void merge(const ByHead& other) {
    differ.resize(std::max(differ.size(), other.differ.size()));
    for (std::size_t k = 0; k < other.differ.size(); ++k) differ[k] += other.differ[k];
  }
};

ByHead by_head(const RotatedSource& source, const ComparedRows& rows, std::uint64_t heads) {
  return sweep_marks<ByHead>(
      rows, [&](std::uint64_t row, const std::vector<Mark>& marks, ByHead& result) {
        result.differ.resize(heads);
        result.differ[row % source.leads % heads] +=
            static_cast<std::uint64_t>(std::count(marks.begin(), marks.end(), Mark::differs));
      });
}

}  // namespace

Where where(const RotatedSource& source, const Claim& claim,
            const std::vector<RotatedColumn>& columns, std::uint64_t heads) {
  const Expected expected(claim.chart, claim.formats);
  const std::size_t pairs = claim.chart.width() / 2;
  const auto of = [&](const std::vector<std::uint64_t>& leads) {
    return compared(source, expected, pairs, columns, leads);
  };
  std::vector<std::uint64_t> all(source.leads), leads;
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  const ComparedRows vectors = of(all);
  const std::vector<std::uint64_t> differ = by_head(source, vectors, heads).differ;
  const std::uint64_t most = *std::max_element(differ.begin(), differ.end());
  const std::uint64_t sum = std::accumulate(differ.begin(), differ.end(), std::uint64_t{0});
  // Heads that have at least half as many differing entries as the worst head.
  const IndexRanges wrong =
      indices_that(heads, [&](std::uint64_t head) { return most > 0 && 2 * differ[head] >= most; });
  std::copy_if(all.begin(), all.end(), std::back_inserter(leads),
               [&](std::uint64_t lead) { return wrong.contains(lead % heads); });
  if (leads.empty()) return where(vectors, false, nullptr, all.size());
  Where found = where(of(leads), false, nullptr, leads.size());
  found.fraction = static_cast<double>(sum) / static_cast<double>(vectors.rows * vectors.columns);
  found.heads = wrong;
  if (wrong.count() == heads) return found;
  for (std::string& said : found.what)
    said = fmt::format("head{} {}, {}", wrong.count() > 1 ? "s" : "", words(wrong, heads), said);
  std::uint64_t others = 0;
  for (std::uint64_t head = 0; head < heads; ++head)
    others += wrong.contains(head) ? 0 : differ[head];
  if (others > 0) found.what.push_back(fmt::format("{} entries of other heads", others));
  return found;
}

}  // namespace sextant::verify
