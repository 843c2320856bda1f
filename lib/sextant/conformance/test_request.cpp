#include "sextant/conformance/test_request.hpp"

#include <array>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::conformance {
namespace {

constexpr std::array<std::pair<Level, std::string_view>, 3> kLevels = {
    {{Level::quick, "quick"}, {Level::thorough, "thorough"}, {Level::exhaustive, "exhaustive"}}};

constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 62;

}  // namespace

std::string_view word(Level level) { return kLevels[static_cast<std::size_t>(level)].second; }

Level read_level(std::string_view text) {
  for (const auto& [level, name] : kLevels) {
    if (name == text) return level;
  }
  throw Error("unknown level '" + std::string(text) + "': quick, thorough or exhaustive");
}

Chart requested_chart(const TestRequest& request) {
  if (request.part == Part::rotated)
    throw Error("--part rotated is about vectors in files: sextant table and verify take it");
  Chart asked =
      in_parts(exact::settled(chart(request.encoding, request.part)), request.positions.parts);
  if (asked.integral())
    throw Error("cases are of numbers that are rounded: integers are for sextant verify");
  if (asked.width() == 0) throw Error("there is nothing to ask about: no columns");
  if (request.level == Level::exhaustive && request.positions.count > kMostEntries / asked.width())
    throw Error("--level exhaustive: the positions " + request.positions.text() +
                " have more than 2^62 entries");
  return asked;
}

}  // namespace sextant::conformance
