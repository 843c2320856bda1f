#include "sextant/report/experiment/lost_bits.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqr";

/// One position an octave, the last: it is next to a power of two, and few formats distinguish
/// them.
Positions last_of_octaves(const ExperimentConfig& experiment) {
  std::vector<Position> positions;
  for (int k = 0; k < experiment.octaves; ++k) positions.push_back((Position{2} << k) - 1);
  return Positions::of(std::move(positions));
}

/// Distinct rows of digits: some recipes differ only by name.
class Patterns {
 public:
  std::size_t number(const std::string& digits) {
    const auto [place, added] = numbers_.emplace(in_runs(digits), all_.size());
    if (added) all_.push_back(place->first);
    return place->second;
  }
  const json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  json all_ = json::array();
};

/// A digit for every channel of every row, by the numbers of their patterns.
json rows_of(const DriftRun& run, const exact::Oracle& oracle, const Positions& positions,
             Patterns& patterns) {
  const Format& format = run.formats.store;
  const measure::RowErrorMeter meter(oracle, format);
  const auto recipe = recipe::make(run.recipe, oracle.chart(), run.formats, positions);
  std::vector<double> values(oracle.chart().width());
  json rows = json::array();
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    recipe->row(row, values);
    // Non-finite values are not visited: all their bits are lost.
    std::string digits(values.size(), bits_digit(format.precision));
    measure::ErrorStatistics statistics;
    meter.measure(row, positions[row], values, statistics,
                  [&](std::size_t channel, const measure::EntryError& error) {
                    digits[channel] = bits_digit(bits_lost(error.ulps, format));
                  });
    rows.push_back(patterns.number(digits));
  }
  return rows;
}

}  // namespace

int bits_lost(double ulps, const Format& format) {
  if (ulps <= 0.5) return 0;
  if (!(ulps <= std::ldexp(0.5, format.precision))) return format.precision;
  int bits = 0;
  const double part = std::frexp(2 * ulps, &bits);  // in [½, 1)
  return part == 0.5 ? bits - 1 : bits;
}

char bits_digit(int bits) { return kDigits.at(static_cast<std::size_t>(bits)); }

std::string in_runs(std::string_view digits) {
  std::string runs;
  while (!digits.empty()) {
    const std::size_t other = digits.find_first_not_of(digits.front());
    const std::size_t count = std::min({other, digits.size(), kDigits.size() - 1});
    runs += count < 4 ? std::string(count, digits.front())
                      : std::string{digits.front(), '*', kDigits[count]};
    digits.remove_prefix(count);
  }
  return runs;
}

std::string without_runs(std::string_view runs) {
  std::string digits;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::size_t count = i + 2 < runs.size() && runs[i + 1] == '*' ? kDigits.find(runs[i + 2])
                                                                        : std::string_view::npos;
    digits.append(count < kDigits.size() ? count : 1, runs[i]);
    if (count < kDigits.size()) i += 2;
  }
  return digits;
}

json lost_bits(const ExperimentConfig& experiment, const StepCallback& step) {
  const exact::Oracle oracle(chart(experiment.encoding));
  const Positions positions = last_of_octaves(experiment);
  json result = {{"channels", oracle.chart().width()},
                 {"positions", json::array()},
                 {"series", json::array()}};
  for (std::uint64_t row = 0; row < positions.count; ++row)
    result["positions"].push_back(to_text(positions[row]));
  Patterns patterns;
  for (const DriftRun& run : runs(experiment)) {
    if (run.sequential) continue;
    step();
    result["series"].push_back(
        {{"recipe", run.recipe},
         {"sound", run.sound},
         {"computed_in", recipe::computes_in(run.recipe, run.formats).name()},
         {"format", run.formats.store.name()},
         {"precision", run.formats.store.precision},
         {"rows", rows_of(run, oracle, positions, patterns)}});
  }
  result["patterns"] = patterns.all();
  return result;
}

}  // namespace sextant
