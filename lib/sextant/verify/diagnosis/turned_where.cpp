#include "sextant/verify/diagnosis/turned_where.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace sextant::verify {
namespace {

/// Vectors of some leads, place by place, beside their rotation by the tables that are expected.
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
        // Tables, products and their sum may all be rounded to the vectors' format.
        within[at + j] = c.passes() ? std::abs(x) * stored
                                    : 3 * (std::abs(x) * allowed[pair] +
                                           std::abs(y) * allowed[pairs + pair]);  // or negative
        if (!std::isfinite(x) || !std::isfinite(y))  // made of what is not finite: left out
          got[at + j] = want[at + j] = within[at + j] = 0;
      }
    }
  };
  return rows;
}

}  // namespace

Where where(const RotatedSource& source, const Claim& claim,
            const std::vector<RotatedColumn>& columns, std::uint64_t heads) {
  const Expected expected(claim.chart, claim.formats);
  const std::size_t pairs = claim.chart.width() / 2;
  std::vector<double> differ(heads);
  std::vector<std::vector<std::uint64_t>> leads(heads);
  for (std::uint64_t lead = 0; lead < source.leads; ++lead) leads[lead % heads].push_back(lead);
  for (std::uint64_t head = 0; head < heads; ++head) {
    const ComparedRows rows = compared(source, expected, pairs, columns, leads[head]);
    differ[head] = disagreement(rows).part();
  }
  // Those that disagree at least half as often as the worst.
  const double most = *std::max_element(differ.begin(), differ.end());
  Stretches wrong;
  std::vector<std::uint64_t> those;
  for (std::uint64_t head = 0; head < heads; ++head) {
    if (2 * differ[head] < most) continue;
    those.insert(those.end(), leads[head].begin(), leads[head].end());
    wrong = joined(wrong, {{head, head}});
  }
  Where found =
      where(compared(source, expected, pairs, columns, those), false, nullptr, those.size());
  found.fraction *= static_cast<double>(those.size()) / static_cast<double>(source.leads);
  if (most == 0) return found;
  found.heads = wrong;
  if (count(wrong) < heads && !found.what.empty())
    found.what.front() =
        fmt::format("head{} {}, ", count(wrong) > 1 ? "s" : "", words(wrong, heads)) +
        found.what.front();
  return found;
}

}  // namespace sextant::verify
