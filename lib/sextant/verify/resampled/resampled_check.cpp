#include "sextant/verify/resampled/resampled_check.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/accept/stored_bound.hpp"

namespace sextant::verify {
namespace {

/// The counts of the rows checked so far.
struct Tally {
  Counts counts;
  std::uint64_t matching = 0, larger = 0;

  void merge(const Tally& other) {
    counts.merge(other.counts);
    matching += other.matching, larger += other.larger;
  }
};

/// An entry of an exact row.
class EntryTruth : public exact::Truth {
 public:
  EntryTruth(const resample::ExactRow& row, std::size_t channel) : row_(row), channel_(channel) {}
  std::optional<Rational> rational() const override { return row_.value(channel_); }
  bool may_be_rational() const override { return true; }
  exact::Enclosure enclosure(int) const override {
    throw Error("a rational entry needs no enclosure");
  }

 private:
  const resample::ExactRow& row_;
  std::size_t channel_;
};

measure::EntryError error_of(const Format& format, const resample::ExactRow& row,
                             std::size_t channel, double got) {
  const exact::Ball ball = row.ball(channel);
  return measure::entry_error(format, EntryTruth(row, channel), ball,
                              {row.nearest(format, channel, ball), true}, got);
}

/// The rounding of an entry when it is stored; 0 if the format of the sums holds it.
double storing(const Format& stored, const Format& compute, double got) {
  if (stored.precision >= compute.precision) return 0;
  const Preimage before = preimage(stored, compute, got);
  return before.half + std::abs(before.middle - got);
}

}  // namespace

measure::ErrorStatistics statistics(const Source& table, const resample::ResampledTable& exact,
                                    const Progress& progress) {
  std::atomic<std::uint64_t> done = 0;
  return measure::sweep<measure::ErrorStatistics>(
      table.rows, table.block(),
      [&](std::uint64_t first, std::uint64_t last, measure::ErrorStatistics& result) {
        resample::ExactRow truth;
        every_row(table, first, last, [&](std::uint64_t row, std::span<const double> got) {
          measure::Witness witness;
          witness.row = row;
          witness.position = table.positions[row];
          exact.read(static_cast<std::uint64_t>(witness.position), truth);
          for (std::size_t c = 0; c < table.columns; ++c) {
            witness.channel = c;
            witness.got = got[c];
            if (std::isfinite(witness.got)) {
              witness.error = error_of(table.format, truth, c, witness.got);
              result.see(witness);
            } else {
              witness.error = {};
              witness.error.want = truth.nearest(table.format, c, truth.ball(c));
              result.see_not_finite(witness, true);
            }
          }
          return true;
        });
        report(progress, done += last - first, table.rows);
      });
}

double ResampledBounds::within() const {
  return result.entries == 0
             ? 0
             : 1 - static_cast<double>(result.violations) / static_cast<double>(result.entries);
}

double ResampledBounds::match() const {
  return result.entries == 0 ? 0
                             : static_cast<double>(matching) / static_cast<double>(result.entries);
}

bool ResampledBounds::balanced() const {
  const double wrong = static_cast<double>(result.entries - matching);
  return std::abs(static_cast<double>(larger) - wrong / 2) <= wrong / 8;
}

ResampledBounds check_bounds(const Source& table, const resample::ResampledTable& exact,
                             const Format& stored, std::uint64_t patience) {
  std::atomic<std::uint64_t> violations = 0;
  const auto all = measure::sweep<Tally>(
      table.rows, table.block(), [&](std::uint64_t first, std::uint64_t last, Tally& found) {
        if (violations > patience) return;
        resample::ExactRow truth;
        every_row(table, first, last, [&](std::uint64_t row, std::span<const double> got) {
          const Position position = table.positions[row];
          exact.read(static_cast<std::uint64_t>(position), truth);
          for (std::size_t c = 0; c < table.columns; ++c) {
            const double value = got[c];
            if (!std::isfinite(value)) continue;
            const measure::EntryError error = error_of(table.format, truth, c, value);
            const double storage = storing(stored, exact.compute(), value);
            const double bound = truth.bound(c) + storage;
            const bool held = round_to(stored, value) == value;
            const double want =
                stored == table.format ? error.want : truth.nearest(stored, c, truth.ball(c));
            ++found.counts.entries;
            found.matching += value == want ? 1U : 0U;
            found.larger += std::abs(value) > std::abs(want) ? 1U : 0U;
            if (held && ((std::isfinite(bound) && error.absolute <= bound) || value == want)) {
              const double before = std::max(0.0, error.absolute - storage);
              found.counts.bounded.margin.merge(
                  {truth.bound(c) > 0 ? std::min(1.0, before / truth.bound(c)) : 0, bound,
                   error.absolute, 0});
              continue;
            }
            ++violations;
            found.counts.bounded.add({.fraction = 2}, row, c, [&] {
              return Violation{row,   position, c,    value, error.want, error.absolute,
                               bound, storage,  bound};
            });
          }
          return true;
        });
      });
  return {all.counts.settled(), all.matching, all.larger};
}

ComparedRows compared(const Source& table, const resample::ResampledTable& exact) {
  ComparedRows rows{table.rows, table.columns, table.format, {}};
  rows.read = [&](std::uint64_t first, std::uint64_t count, std::span<double> got,
                  std::span<double> want, std::span<double> within) {
    table.read(first, count, got);
    resample::ExactRow truth;
    for (std::uint64_t row = 0; row < count; ++row) {
      exact.read(first + row, truth);
      for (std::size_t c = 0; c < table.columns; ++c) {
        const std::size_t k = row * table.columns + c;
        want[k] = truth.nearest(kFloat64, c, truth.ball(c));
        within[k] = truth.bound(c) + storing(table.format, exact.compute(), got[k]);
      }
    }
  };
  return rows;
}

}  // namespace sextant::verify
