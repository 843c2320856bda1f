#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kMostRead = std::uint64_t{1} << 22;
constexpr double kMostQuantum = 0.5;        // a larger step leaves no wave
constexpr std::size_t kFewestShowing = 12;  // sizes that show a step: chance is below 2^-24
constexpr std::size_t kDamaged = 100;       // at most one entry in these is no multiple

/// A sample of a table.
struct Entries {
  Entries(const Source& some, const Claim& claim)
      : rows(row_window(some, 0, some.rows)),
        amplitude(std::abs(approximate(claim.chart.waves.amplitude))),
        off(std::ldexp(1.0, 1 - some.format.precision)) {
    for (const double x : rows.values)
      if (x != 0 && std::isfinite(x)) sizes.push_back(std::abs(x));
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  }

  bool is_multiple(double x, double step) const {
    return std::abs(x - std::nearbyint(x / step) * step) <= off * std::max(std::abs(x), step);
  }

  RowWindow rows;
  double amplitude;
  double off;                      ///< relative error of storage
  std::vector<double> sizes = {};  ///< of the entries that are not 0, in ascending order
};

/// Returns the largest step that divides the entries, except one in a hundred of them; nullopt if
/// there is none.
std::optional<double> common_step(const Entries& table) {
  const RowWindow& rows = table.rows;
  const double amplitude = table.amplitude, off = table.off;
  const std::vector<double>& sizes = table.sizes;
  // The smallest step that is searched.  Quantisation to 16-bit integers has steps of 2^-15.
  const double finest = std::min(0x1p-14, std::max(8 * off, 0x1p-20));
  const auto divides = [&](double step) {
    // Any number is a multiple of a smaller step, within the precision of storage.
    if (step < finest) return false;
    std::size_t others = 0;
    for (const double x : rows.values) {
      others += table.is_multiple(x, step) ? 0 : 1;
      if (kDamaged * others > rows.values.size()) return false;
    }
    // Storage with wider spacing than the step hides it, except in small entries.
    const auto end = std::upper_bound(sizes.begin(), sizes.end(), step / (8 * off));
    const auto showing = static_cast<std::size_t>(end - sizes.begin());
    const auto multiples = static_cast<std::size_t>(
        std::count_if(sizes.begin(), end, [&](double x) { return table.is_multiple(x, step); }));
    return step >= 4 * off * amplitude ||
           (multiples >= kFewestShowing && kDamaged * (showing - multiples) <= showing);
  };
  // The steps of whole integers come first: a damaged entry has a small difference of its own.
  for (int bits = 3; bits <= 16; ++bits)
    for (const int levels : {(1 << (bits - 1)) - 1, 1 << (bits - 1)})
      if (divides(amplitude / levels)) return amplitude / levels;
  // The smallest entry, and the smallest difference of two entries, are a few steps.  If several
  // differences are about equal, that of the smallest entries is taken: it is the most precise.
  // Differences of 16-bit floats are not used: they are always multiples of some step.
  double few = sizes.front();
  const bool precise = rows.format.precision >= kFloat32.precision;
  for (std::size_t k = 1; k < sizes.size() && precise; ++k) {
    const double gap = sizes[k] - sizes[k - 1];
    if (gap > 4 * off * sizes[k] && gap < 0.99 * few) few = gap;
  }
  for (int parts = 1; parts <= 4 && few < kMostQuantum; ++parts) {
    double step = few / parts;
    // Storage rounds the multiples.  Larger ones determine the step more precisely.
    for (const double x : sizes) step = x / std::nearbyint(x / step);
    if (!divides(step)) continue;
    const double levels = std::nearbyint(amplitude / step);
    return std::abs(amplitude - levels * step) <= off * amplitude ? amplitude / levels : step;
  }
  return std::nullopt;
}

/// Returns whether each entry k, except one in a hundred, is a multiple of size(k)/levels, where
/// size(k) is the largest entry of its block.
template <class Size>
bool is_by_blocks(const Entries& table, int levels, const Size& size) {
  const std::vector<double>& values = table.rows.values;
  if (4 * levels * table.off > 1) return false;  // any number is such a multiple
  std::size_t showing = 0, others = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double x = values[k], step = size(k) / levels;
    if (step == 0) continue;
    if (step * levels > table.amplitude + step) return false;
    if (!table.is_multiple(x, step))
      ++others;
    else
      showing += x != 0 && std::abs(x) < (levels - 0.5) * step ? 1 : 0;
    if (kDamaged * others > values.size()) return false;
  }
  return showing >= kFewestShowing;
}

/// Returns the largest entry of each column; none for a table of more than 2²² entries.
std::vector<double> largest_of_columns(const Source& source) {
  std::vector<double> found;
  if (source.rows * source.columns > kMostRead) return found;
  found.resize(source.columns);
  every_row(source, [&](std::uint64_t, std::span<const double> row) {
    for (std::size_t j = 0; j < row.size(); ++j)
      if (std::isfinite(row[j])) found[j] = std::max(found[j], std::abs(row[j]));
    return true;
  });
  return found;
}

std::int64_t bits(double numbers) {
  return static_cast<std::int64_t>(std::ceil(std::log2(numbers)));
}

}  // namespace

std::vector<Candidate> quantised_candidates(const Source& source, const Claim& claim) {
  const Entries table(sample(source, kManyRows), claim);
  if (table.sizes.empty()) return {};
  std::vector<Candidate> candidates;
  const auto add = [&](Quantisation by, Parameters parameters) {
    Candidate s = as_claimed(claim, "quantised", std::move(parameters));
    s.alteration.quantised = by;
    s.alteration.compute = claim.formats.compute;
    candidates.push_back(std::move(s));
  };
  if (const auto step = common_step(table)) {
    const auto& values = table.rows.values;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    for (const bool toward_zero : {false, true}) {
      Parameters parameters{{"step", fmt::format("{:.9g}", *step)}};
      if (toward_zero) parameters["rounding"] = "toward zero";
      Quantisation by{.step = *step, .toward_zero = toward_zero};
      // Integers may lack one level at either end.
      const auto lacks_one = [&](double end) {
        return std::abs(table.amplitude - end - *step) <= *step / 4;
      };
      if (lacks_one(*most)) by.most = *most, parameters["most"] = fmt::format("{:.9g}", *most);
      if (lacks_one(-*least))
        by.least = *least, parameters["least"] = fmt::format("{:.9g}", *least);
      const double most_used = std::min(by.most, table.amplitude);
      const double least_used = std::max(by.least, -table.amplitude);
      parameters["bits"] = bits(std::nearbyint((most_used - least_used) / *step) + 1);
      add(by, std::move(parameters));
    }
  }
  constexpr int kLevels[] = {127, 128, 7, 8};
  const std::vector<double>& values = table.rows.values;
  for (const std::size_t block :
       {source.columns, std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
    if (block < 2 || source.columns % block != 0) continue;
    std::vector<double> sizes;
    for (std::size_t from = 0; from < values.size(); from += block)
      sizes.push_back(largest(std::span(values).subspan(from, block)));
    for (const int levels : kLevels) {
      if (!is_by_blocks(table, levels, [&](std::size_t k) { return sizes[k / block]; })) continue;
      add({.levels = levels, .block = block},
          {{"step", fmt::format("the largest of {} columns / {}", block, levels)},
           {"bits", bits(2 * levels)}});
      return candidates;
    }
  }
  const std::vector<double> sizes = largest_of_columns(source);
  for (const int levels : kLevels) {
    const auto of_column = [&](std::size_t k) { return sizes[k % source.columns]; };
    if (sizes.empty() || !is_by_blocks(table, levels, of_column)) continue;
    add({.levels = levels, .columns = std::make_shared<const std::vector<double>>(sizes)},
        {{"step", fmt::format("the largest of each column / {}", levels)},
         {"bits", bits(2 * levels)}});
    break;
  }
  return candidates;
}

}  // namespace sextant::verify
