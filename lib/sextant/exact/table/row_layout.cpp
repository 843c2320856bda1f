#include "sextant/exact/table/row_layout.hpp"

#include <algorithm>

namespace sextant::exact {
namespace {

bool wave(const Channel& c) { return is_wave(c.function); }

/// Two channels a pair, with the same two functions in all pairs.
std::optional<RowLayout> interleaved(const std::vector<Channel>& channels, std::size_t pairs) {
  if (channels.size() != 2 * pairs) return std::nullopt;
  for (std::size_t j = 0; j < channels.size(); ++j) {
    if (channels[j] != Channel{channels[j % 2].function, static_cast<int>(j / 2)})
      return std::nullopt;
  }
  const bool first = channels[0].function == Function::cosine;
  const bool second = channels[1].function == Function::cosine;
  if (first == second)
    return RowLayout{first ? ColumnPattern::cosine_cosine : ColumnPattern::sine_sine, {}, {}};
  return RowLayout{first ? ColumnPattern::cosine_sine : ColumnPattern::sine_cosine, {}, {}};
}

/// Runs of one function over all pairs.
std::optional<RowLayout> runs(const std::vector<Channel>& channels, std::size_t pairs) {
  if (channels.size() % pairs != 0) return std::nullopt;
  RowLayout result{ColumnPattern::apart, {}, {}};
  for (std::size_t j = 0; j < channels.size(); ++j) {
    const Channel& first = channels[j - j % pairs];
    if (channels[j] != Channel{first.function, static_cast<int>(j % pairs)}) return std::nullopt;
    if (j % pairs == 0)
      (first.function == Function::sine ? result.sines : result.cosines).push_back(j);
  }
  if (result.cosines.empty()) result.pattern = ColumnPattern::sines;
  if (result.sines.empty()) result.pattern = ColumnPattern::cosines;
  return result;
}

}  // namespace

std::optional<RowLayout> row_layout(const Chart& chart) {
  const auto pairs = static_cast<std::size_t>(chart.waves.pairs());
  if (pairs == 0 || chart.channels.empty() || chart.waves.amplitude != 1 || chart.waves.zero_row ||
      !std::all_of(chart.channels.begin(), chart.channels.end(), wave))
    return std::nullopt;
  // A single pair has both forms; runs are copied in one step.
  if (pairs > 1) {
    if (auto found = interleaved(chart.channels, pairs)) return found;
  }
  return runs(chart.channels, pairs);
}

}  // namespace sextant::exact
