#include "sextant/encoding/text/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace sextant {
namespace {

constexpr std::size_t kMostOffered = 4;
constexpr std::size_t kLongestWord = 60;  // longer words have no suggestions

/// How far a known word is from what was written; nothing comes close above its length.
std::size_t distance(std::string_view word, std::string_view known) {
  const bool begun = word.size() > 1 && known.starts_with(word);
  const bool goes_on = word.starts_with(known);
  return begun || goes_on ? 1 : edits(word, known);
}

}  // namespace

std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1), above(to.size() + 1), row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    before.swap(above);
    above.swap(row);  // the row of i letters; `before` has that of i - 1
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = above[j] + (from[i] == to[j] ? 0 : 1);
      row[j + 1] = std::min({above[j + 1] + 1, row[j] + 1, replaced});
      if (i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j])
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row.back();
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  if (word.empty() || word.size() > kLongestWord) return {};
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view one : known) {
    const std::size_t far = distance(word, one);
    if (far <= std::max<std::size_t>(1, word.size() / 3)) near.emplace_back(far, one);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (near.size() > kMostOffered) near.resize(kMostOffered);
  std::string text;
  for (std::size_t i = 0; i < near.size(); ++i) {
    text += i == 0 ? ": did you mean " : i + 1 < near.size() ? ", " : " or ";
    text += near[i].second;
  }
  return text.empty() ? text : text + "?";
}

}  // namespace sextant
