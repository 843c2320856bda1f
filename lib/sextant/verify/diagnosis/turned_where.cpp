#include "sextant/verify/diagnosis/turned_where.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "sextant/measure/prefilter/sweep.hpp"

namespace sextant::verify {
namespace {

/// The channels of a pair's cosine and sine in the chart of the tables.
struct TableChannels {
  std::size_t cosine = 0, sine = 0;
};

/// Vectors beside their rotation by the tables that are expected.
class Turned {
 public:
  Turned(const RotatedSource& source, const Claim& claim, const std::vector<RotatedColumn>& columns)
      : source_(source), columns_(columns), expected_(claim.chart, claim.formats) {
    channels_.resize(static_cast<std::size_t>(claim.chart.waves.pairs()));
    for (const PairChannels& pair : by_pair(claim.chart))
      channels_[static_cast<std::size_t>(pair.pair)] = {pair.cosines.front(), pair.sines.front()};
    tables_ = claim.chart.width();
    stored_ = 1.5 * std::ldexp(1.0, -source.format.precision);
  }

  /// One vector.  Numbers that are made of one that is not finite are left out.
  void row(std::uint64_t lead, std::uint64_t place, std::span<double> got, std::span<double> want,
           std::span<double> within) const {
    std::vector<double> before(source_.columns), table(tables_), allowed(tables_);
    source_.read(lead, place, 1, before, got);
    expected_.row(source_.positions[place], table, allowed);
    for (std::size_t j = 0; j < got.size(); ++j) {
      const RotatedColumn& c = columns_[j];
      const double x = c.x(before.data()), y = c.passes() ? 0 : c.y(before.data());
      want[j] = c.passes() ? x : 0;
      within[j] = std::abs(x) * stored_;
      if (!c.passes()) {
        const auto [cosine, sine] = channels_[static_cast<std::size_t>(c.pair)];
        // Tables, products and their sum may all be rounded to the vectors' format.
        want[j] = x * table[cosine] + y * table[sine];
        within[j] =
            3 * (std::abs(x) * allowed[cosine] + std::abs(y) * allowed[sine]);  // or negative
      }
      if (!std::isfinite(x) || !std::isfinite(y)) got[j] = want[j] = within[j] = 0;
    }
  }

 private:
  const RotatedSource& source_;
  const std::vector<RotatedColumn>& columns_;
  Expected expected_;
  std::vector<TableChannels> channels_;
  std::size_t tables_ = 0;
  double stored_ = 0;
};

/// How many numbers disagree, by head.
struct ByHead {
  std::vector<std::uint64_t> differ;
  void merge(const ByHead& other) {
    differ.resize(std::max(differ.size(), other.differ.size()));
    for (std::size_t k = 0; k < other.differ.size(); ++k) differ[k] += other.differ[k];
  }
};

ComparedRows compared(const RotatedSource& source, const Turned& turned,
                      const std::vector<std::uint64_t>& leads) {
  ComparedRows rows{source.places() * leads.size(), source.columns, source.format, {}};
  rows.read = [&](std::uint64_t first, std::uint64_t count, std::span<double> got,
                  std::span<double> want, std::span<double> within) {
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto part = [&](std::span<double> v) {
        return v.subspan(k * source.columns, source.columns);
      };
      const std::uint64_t row = first + k;
      turned.row(leads[row % leads.size()], row / leads.size(), part(got), part(want),
                 part(within));
    }
  };
  return rows;
}

/// The heads whose numbers disagree at least half as often as those of the worst.
Stretches wrong_heads(const RotatedSource& source, const ComparedRows& rows, std::uint64_t heads) {
  const auto by_head = measure::sweep<ByHead>(
      rows.rows, rows.block(), [&](std::uint64_t first, std::uint64_t last, ByHead& result) {
        result.differ.resize(heads);
        const std::size_t n = (last - first) * rows.columns;
        std::vector<double> got(n), want(n), within(n);
        rows.read(first, last - first, got, want, within);
        for (std::size_t k = 0; k < n; ++k)
          result.differ[(first + k / rows.columns) % source.leads % heads] +=
              disagrees(got[k], want[k], within[k], rows.format) ? 1 : 0;
      });
  const std::uint64_t most = *std::max_element(by_head.differ.begin(), by_head.differ.end());
  Stretches found;
  for (std::uint64_t head = 0; head < heads; ++head) {
    if (most == 0 || 2 * by_head.differ[head] < most) continue;
    if (!found.empty() && found.back().last + 1 == head)
      found.back().last = head;
    else
      found.push_back({head, head});
  }
  return found;
}

}  // namespace

Where where(const RotatedSource& source, const Claim& claim,
            const std::vector<RotatedColumn>& columns, std::uint64_t heads) {
  const Turned turned(source, claim, columns);
  std::vector<std::uint64_t> all(source.leads), leads;
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  const Stretches wrong = wrong_heads(source, compared(source, turned, all), heads);
  std::copy_if(all.begin(), all.end(), std::back_inserter(leads), [&](std::uint64_t lead) {
    return std::any_of(wrong.begin(), wrong.end(), [&](const Stretch& s) {
      return s.first <= lead % heads && lead % heads <= s.last;
    });
  });
  if (leads.empty()) return where(compared(source, turned, all), false, nullptr, all.size());
  Where found = where(compared(source, turned, leads), false, nullptr, leads.size());
  found.fraction *= static_cast<double>(leads.size()) / static_cast<double>(source.leads);
  found.heads = wrong;
  if (count(wrong) < heads && !found.what.empty())
    found.what.front() =
        fmt::format("head{} {}, ", count(wrong) > 1 ? "s" : "", words(wrong, heads)) +
        found.what.front();
  return found;
}

}  // namespace sextant::verify
