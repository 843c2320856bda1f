#include "sextant/exact/table/row_layout.hpp"

#include <algorithm>
#include <utility>

namespace sextant::exact {
namespace {

constexpr std::size_t kOneIn = 8;  ///< at most an eighth of the channels may be computed one by one

bool never_turns(const Frequency& frequency) {
  const Rational* factor = frequency.factor.rational();
  return factor != nullptr && *factor == 0;
}

/// Consecutive channels of one function, of the pairs 0, 1, …, or of two functions in turn.
struct Stretch {
  std::size_t first = 0;
  std::size_t pairs = 0;
};

/// The stretch that begins at a channel, with `width` channels a pair; none if no wave of pair 0 is
/// there.  It has at most the pairs below `end`.
Stretch stretch(const std::vector<Channel>& channels, std::size_t end, std::size_t first,
                std::size_t width) {
  Stretch found{first, 0};
  for (std::size_t j = first; j + width <= channels.size() && found.pairs < end;
       j += width, ++found.pairs) {
    for (std::size_t k = 0; k < width; ++k) {
      const Function function = channels[first + k].function;
      if (!is_wave(function) || channels[j + k] != Channel{function, static_cast<int>(found.pairs)})
        return found;
    }
  }
  return found;
}

/// All channels but those marked; nullopt if too many of them hold values.
std::optional<std::vector<std::size_t>> rest(const Chart& chart, const std::vector<bool>& written) {
  const std::vector<Channel>& channels = chart.channels;
  std::vector<std::size_t> left;
  std::size_t values = 0;
  for (std::size_t j = 0; j < channels.size(); ++j) {
    if (written[j]) continue;
    left.push_back(j);
    if (!is_constant(chart, channels[j])) ++values;
  }
  // One such channel is always allowed.
  if (values > 1 && values * kOneIn > channels.size()) return std::nullopt;
  return left;
}

/// The longest stretch with two channels a pair.
std::optional<RowLayout> interleaved(const Chart& chart, std::size_t end) {
  const std::vector<Channel>& channels = chart.channels;
  Stretch longest;
  for (std::size_t first = 0; first + 1 < channels.size(); ++first) {
    const Stretch found = stretch(channels, end, first, 2);
    if (found.pairs > longest.pairs) longest = found;
  }
  if (longest.pairs == 0) return std::nullopt;
  std::vector<bool> written(channels.size());
  std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(longest.first), 2 * longest.pairs,
              true);
  auto left = rest(chart, written);
  if (!left) return std::nullopt;
  const bool cosine = channels[longest.first].function == Function::cosine;
  const bool second = channels[longest.first + 1].function == Function::cosine;
  const ColumnPattern pattern =
      cosine == second ? (cosine ? ColumnPattern::cosine_cosine : ColumnPattern::sine_sine)
                       : (cosine ? ColumnPattern::cosine_sine : ColumnPattern::sine_cosine);
  return RowLayout{pattern, longest.pairs, longest.first, {}, {}, {}, *std::move(left)};
}

/// Runs of one function over the same pairs.  Those of at most half the longest run's pairs are
/// left to `rest`; all others are cut to the shortest of them.
std::optional<RowLayout> runs(const Chart& chart, std::size_t end) {
  const std::vector<Channel>& channels = chart.channels;
  std::vector<Stretch> found;
  std::size_t most = 0;
  for (std::size_t first = 0; first < channels.size(); ++first) {
    found.push_back(stretch(channels, end, first, 1));
    most = std::max(most, found.back().pairs);
  }
  std::erase_if(found, [&](const Stretch& s) { return 2 * s.pairs <= most; });
  if (found.empty()) return std::nullopt;
  RowLayout result{ColumnPattern::apart, most, 0, {}, {}, {}, {}};
  for (const Stretch& s : found) result.pairs = std::min(result.pairs, s.pairs);
  std::vector<bool> written(channels.size());
  for (const Stretch& s : found) {
    (channels[s.first].function == Function::sine ? result.sines : result.cosines)
        .push_back(s.first);
    std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(s.first), result.pairs, true);
  }
  auto left = rest(chart, written);
  if (!left) return std::nullopt;
  result.rest = *std::move(left);
  if (result.cosines.empty()) result.pattern = ColumnPattern::sines;
  if (result.sines.empty()) result.pattern = ColumnPattern::cosines;
  return result;
}

}  // namespace

bool is_constant(const Chart& chart, const Channel& channel) {
  return channel.function == Function::zero ||
         (is_wave(channel.function) &&
          never_turns(chart.waves.frequencies[static_cast<std::size_t>(channel.pair)]));
}

std::optional<RowLayout> row_layout(const Chart& chart, bool resting) {
  std::size_t end = 0;
  while (end < chart.waves.frequencies.size() &&
         (resting || !never_turns(chart.waves.frequencies[end])))
    ++end;
  auto one = runs(chart, end);
  auto other = interleaved(chart, end);
  // A single pair has both forms; runs are copied in one step.
  if (!one || (other && other->pairs > 1 && other->rest.size() < one->rest.size())) return other;
  return one;
}

RowLayout with_last_pair(RowLayout layout, const Chart& chart) {
  const auto follows = [&](std::size_t channel, Function function) {
    const Channel last{function, static_cast<int>(layout.pairs)};
    return channel < chart.channels.size() && chart.channels[channel] == last &&
           !is_constant(chart, last);
  };
  for (const Function function : {Function::sine, Function::cosine}) {
    std::vector<std::size_t> taken;
    if (layout.pattern < ColumnPattern::apart) {
      if (chart.channels[layout.first].function == function &&
          chart.channels[layout.first + 1].function != function)
        taken.push_back(layout.first + 2 * layout.pairs);
    } else {
      for (const std::size_t run : function == Function::sine ? layout.sines : layout.cosines)
        taken.push_back(run + layout.pairs);
    }
    if (taken.empty() || !std::all_of(taken.begin(), taken.end(),
                                      [&](std::size_t c) { return follows(c, function); }))
      continue;
    std::erase_if(layout.rest, [&](std::size_t c) {
      return std::find(taken.begin(), taken.end(), c) != taken.end();
    });
    layout.lacking = function == Function::sine ? Function::cosine : Function::sine;
    ++layout.pairs;
    return layout;
  }
  return layout;
}

}  // namespace sextant::exact
