#include "sextant/conformance/cases.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/core.h>

#include "sextant/conformance/draw.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::conformance {
namespace {

/// The effort of a level: entries searched for hard ones, and the number of cases.
struct Effort {
  std::uint64_t searched, cases;
};

constexpr Effort effort(Level level) {
  if (level == Level::quick) return {std::uint64_t{1} << 16, std::uint64_t{1} << 12};
  return {std::uint64_t{1} << 22, std::uint64_t{1} << 20};
}

}  // namespace

Cases::Cases(TestRequest request)
    : request_(std::move(request)),
      oracle_(requested_chart(request_)),
      hard_(hard_cases(request_, oracle_, effort(request_.level).searched)) {
  const std::uint64_t most = effort(request_.level).cases, rows = request_.positions.count;
  const std::size_t width = oracle_.chart().width();
  count_ = std::max<std::uint64_t>(hard_.size(), most);
  if (request_.level != Level::exhaustive && rows > most / width) return;
  count_ = rows * width;
  others_ = count_ - hard_.size();
  for (const Case& hard : hard_) gaps_.push_back(hard.row * width + hard.channel);
  std::sort(gaps_.begin(), gaps_.end());
  for (std::size_t k = 0; k < gaps_.size(); ++k) gaps_[k] -= k;
}

Case Cases::operator[](std::uint64_t k) const {
  if (k < hard_.size()) return hard_[k];
  k -= hard_.size();
  if (k >= others_) return drawn_case(k);
  const auto before = std::upper_bound(gaps_.begin(), gaps_.end(), k) - gaps_.begin();
  const std::uint64_t entry = k + static_cast<std::uint64_t>(before);
  const std::uint64_t row = entry / oracle_.chart().width();
  return {row, request_.positions[row], entry % oracle_.chart().width()};
}

Case Cases::drawn_case(std::uint64_t k) const {
  const std::uint64_t rows = request_.positions.count;
  const std::uint64_t seed = ~request_.seed;  // the search has used the seed itself
  const std::uint64_t how = drawn(seed, 3 * k), number = drawn(seed, 3 * k + 1);
  std::uint64_t row = below(rows, number);
  if (how % 4 >= 2) {
    const std::uint64_t octaves = static_cast<std::uint64_t>(std::bit_width(rows - 1));
    const std::uint64_t top = std::uint64_t{1} << below(octaves, how);
    row = std::min(rows - 1, (top | (number & (top - 1))) - 1);
    if (how % 4 == 3) row = rows - 1 - row;
  }
  const std::size_t channel = below(oracle_.chart().width(), drawn(seed, 3 * k + 2));
  return {row, request_.positions[row], channel};
}

std::string Cases::header() const {
  const Part part = request_.part;
  return fmt::format("{}{}{}{}, {}: {}, seed {}, {} cases{}", kHeader, to_text(request_.encoding),
                     part == Part::table ? "" : ", part " + std::string(name(part)),
                     one_row(part) ? "" : ", positions " + request_.positions.text(),
                     request_.format.name(), word(request_.level), request_.seed, count_,
                     request_.forever ? ", then others for ever" : "");
}

}  // namespace sextant::conformance
