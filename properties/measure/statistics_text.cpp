#include "measure/statistics_text.hpp"

#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sextant/measure/prefilter/table_error_meter.hpp"

namespace sextant {
namespace {

using measure::ErrorStatistics;
using measure::MaxError;
using measure::RowErrorMeter;
using measure::TableErrorMeter;
using measure::Witness;

std::string text_of(const Witness& w) {
  std::string result = fmt::format(
      "row {} position {} channel {} got {:a} want {:a} absolute {:a} ulps {:a} "
      "steps {} correct {} faithful {}",
      w.row, to_text(w.position), w.channel, w.got, w.error.want, w.error.absolute, w.error.ulps,
      w.error.steps, static_cast<int>(w.error.correct), w.error.faithful);
  if (w.phase) result += fmt::format(" phase {:a} {:a}", w.phase->radians, w.phase->positions);
  return result;
}

std::string text_of(const MaxError& w) {
  return w.empty() ? "none" : fmt::format("{:a} at {}", w.value, text_of(w.witness));
}

std::string text_of(const measure::Histogram& histogram) {
  std::string all;
  for (std::size_t j = 0; j < histogram.size(); ++j) {
    const measure::ErrorClasses s = histogram.channel(j);
    all += fmt::format("by steps {}, absolute {}\n", fmt::join(s.steps, " "),
                       fmt::join(s.absolute, " "));
  }
  return all;
}

}  // namespace

std::string text(const ErrorStatistics& t) {
  return fmt::format(
      "entries {} misrounded {} unfaithful {} undecided {} non-finite {} wrong zeros {} "
      "overflowed {}\nabsolute {}\nulps {}\nsteps {}\nphase {}\npositions {}\nnot finite {}\n{}",
      t.entries, t.misrounded, t.unfaithful, t.undecided, t.non_finite, t.wrong_zeros, t.overflowed,
      text_of(t.absolute), text_of(t.ulps), text_of(t.steps), text_of(t.phase),
      text_of(t.positions), t.first_non_finite ? text_of(*t.first_non_finite) : "none",
      text_of(t.histogram));
}

ErrorStatistics one_by_one(const Subject& s) {
  const exact::Oracle oracle(s.chart);
  const RowErrorMeter meter(oracle, s.format);
  ErrorStatistics statistics;
  statistics.histogram = measure::Histogram(s.chart.width(), s.format);
  std::vector<double> values(s.chart.width());
  for (std::uint64_t row = 0; row < s.positions.count; ++row) {
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = s.value(row * values.size() + j);
    meter.measure(row, s.positions[row], values, statistics);
  }
  return statistics;
}

std::optional<ErrorStatistics> by_vectors(const Subject& s) {
  const exact::Oracle oracle(s.chart);
  const TableErrorMeter meter(oracle, s.format, s.positions);
  if (!meter.possible()) return std::nullopt;
  const std::size_t row = s.chart.width() * s.element();
  return meter.measure(
      [&](std::uint64_t first, std::uint64_t count, std::span<std::byte> elements) {
        std::memcpy(elements.data(), s.bytes.data() + first * row, count * row);
      },
      {}, measure::Histogram(s.chart.width(), s.format));
}

}  // namespace sextant
