#include "measure/tallies.hpp"

#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sextant/measure/screen/table_gauge.hpp"

namespace sextant {
namespace {

using measure::RowGauge;
using measure::TableGauge;
using measure::Tally;
using measure::Witness;
using measure::Worst;

std::string told(const Witness& w) {
  std::string result = fmt::format(
      "row {} position {} channel {} got {:a} want {:a} absolute {:a} ulps {:a} "
      "steps {} correct {} faithful {}",
      w.row, to_text(w.position), w.channel, w.got, w.error.want, w.error.absolute, w.error.ulps,
      w.error.steps, static_cast<int>(w.error.correct), w.error.faithful);
  if (w.phase) result += fmt::format(" phase {:a} {:a}", w.phase->radians, w.phase->positions);
  return result;
}

std::string told(const Worst& w) {
  return w.empty() ? "none" : fmt::format("{:a} at {}", w.value, told(w.witness));
}

std::string told(const measure::Histogram& histogram) {
  std::string all;
  for (std::size_t j = 0; j < histogram.size(); ++j) {
    const measure::ErrorClasses s = histogram.channel(j);
    all += fmt::format("by steps {}, absolute {}\n", fmt::join(s.steps, " "),
                       fmt::join(s.absolute, " "));
  }
  return all;
}

}  // namespace

std::string text(const Tally& t) {
  return fmt::format(
      "entries {} misrounded {} unfaithful {} undecided {} non-finite {} negative zeros {} "
      "overflowed {}\nabsolute {}\nulps {}\nsteps {}\nphase {}\npositions {}\nnot finite {}\n{}",
      t.entries, t.misrounded, t.unfaithful, t.undecided, t.non_finite, t.negative_zeros,
      t.overflowed, told(t.absolute), told(t.ulps), told(t.steps), told(t.phase), told(t.positions),
      t.first_non_finite ? told(*t.first_non_finite) : "none", told(t.histogram));
}

Tally one_by_one(const Subject& s) {
  const exact::Oracle oracle(s.chart);
  const RowGauge gauge(oracle, s.format);
  Tally tally;
  tally.histogram = measure::Histogram(s.chart.width(), s.format);
  std::vector<double> values(s.chart.width());
  for (std::uint64_t row = 0; row < s.positions.count; ++row) {
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = s.value(row * values.size() + j);
    gauge.measure(row, s.positions[row], values, tally);
  }
  return tally;
}

std::optional<Tally> by_vectors(const Subject& s) {
  const exact::Oracle oracle(s.chart);
  const TableGauge gauge(oracle, s.format, s.positions);
  if (!gauge.possible()) return std::nullopt;
  const std::size_t row = s.chart.width() * s.element();
  return gauge.measure(
      [&](std::uint64_t first, std::uint64_t count, std::span<std::byte> elements) {
        std::memcpy(elements.data(), s.bytes.data() + first * row, count * row);
      },
      {}, measure::Histogram(s.chart.width(), s.format));
}

}  // namespace sextant
