#include "sextant/audit/short_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace sextant::audit {
namespace {

constexpr std::size_t kMostEntries = 8;
constexpr std::size_t kShown = 3;
constexpr std::size_t kLongest = 400;

/// The index after the last character of the entry that begins at index `at` of a text.
std::size_t end_of_entry(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of(", []{}", at), text.size());
}

}  // namespace

std::string shortened(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::vector<std::size_t> ends = {end_of_entry(text, at)};
    while (ends.back() < text.size() && text[ends.back()] == ',') {
      const std::size_t next = std::min(text.find_first_not_of(' ', ends.back() + 1), text.size());
      ends.push_back(end_of_entry(text, next));
    }
    const std::size_t end = ends.back();
    if (ends.size() <= kMostEntries) {
      result += text.substr(at, end - at);
    } else {
      const std::size_t last = ends[ends.size() - 2];
      result += fmt::format("{},…{} ({} entries)", text.substr(at, ends[kShown - 1] - at),
                            text.substr(last, end - last), ends.size());
    }
    if (end < text.size()) result += text[end];
    at = end + 1;
  }
  if (result.size() <= kLongest) return result;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xc0) == 0x80) --end;
  return result.substr(0, end) + "…";
}

}  // namespace sextant::audit
