#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/identity/approach.hpp"

namespace sextant {
namespace {

using measure::Approach;

constexpr double kReached = 0.2;  // of every bound                  invariance.md, §How near

/// A recipe, in a chain of formats that it can have.
struct Line {
  std::string recipe;
  recipe::ComputeFormats formats;
};
std::ostream& operator<<(std::ostream& out, const Line& line) {
  return out << line.recipe << " in " << line.formats.store;
}

std::vector<Line> lines() {
  std::vector<Line> found;
  for (const recipe::Entry& entry : recipe::catalogue()) {
    for (const Format& format : draw::hardware_formats()) {
      const recipe::ComputeFormats formats{format == kFloat64 ? kFloat64 : kFloat32, format, {}};
      if (recipe::possible(entry.name, formats))
        found.push_back({std::string(entry.name), formats});
    }
  }
  return found;
}

/// A bound that nothing found came near to, and why.  One that something does come near to fails.
struct Exemption {
  std::string_view recipe, format, property, term, reason;
};
constexpr std::string_view kWorstCase =
    "every step is granted the worst rounding, and all of them one direction: roundings cancel";
constexpr Exemption kExemptions[] = {
    {"rotation-recurrence", "float32", "addition", "entries", kWorstCase},
    {"rotation-recurrence", "float64", "addition", "entries", kWorstCase},
    {"rotation-recurrence", "float32", "addition", "whole", kWorstCase},
    {"rotation-recurrence", "float64", "addition", "whole", kWorstCase},
    {"rotation-recurrence", "float32", "shift", "entries", kWorstCase},
    {"rotation-recurrence", "float64", "shift", "entries", kWorstCase},
    {"rotation-recurrence", "float32", "shift", "whole", kWorstCase},
    {"rotation-recurrence", "float64", "shift", "whole", kWorstCase},
    {"rotation-recurrence", "float32", "composition", "entries", kWorstCase},
    {"rotation-recurrence", "float64", "composition", "entries", kWorstCase},
    {"rotation-recurrence", "float32", "derivative", "entries", kWorstCase},
    {"rotation-recurrence", "float64", "derivative", "entries", kWorstCase},
    {"rotation-recurrence", "float32", "bounded", "excess", kWorstCase},
    {"rotation-recurrence", "float64", "bounded", "excess", kWorstCase},
    {"rotation-recurrence", "any", "norm", "computed", kWorstCase},
};

bool exempt(const Line& line, const Approach& a) {
  return std::any_of(std::begin(kExemptions), std::end(kExemptions), [&](const Exemption& e) {
    return e.recipe == line.recipe &&
           (e.format == line.formats.store.name() || e.format == "any") &&
           e.property == a.property && e.term == a.term;
  });
}

/// Narrow, so that roundings are few and can agree; scaled; and as models have them.
const std::vector<std::unique_ptr<exact::Oracle>>& oracles() {
  static const auto all = [] {
    std::vector<std::unique_ptr<exact::Oracle>> found;
    for (const char* text :
         {"sinusoidal dim=2", "sinusoidal dim=2 scale=1/7", "sinusoidal dim=2 scale=5/3",
          "sinusoidal dim=4 base=100", "sinusoidal dim=6 base=500000",
          "sinusoidal dim=16 scale=1/3", "sinusoidal dim=63 odd=drop-last layout=halves",
          "rope dim=32 scaling=yarn factor=40 original-context=4096"}) {
      found.push_back(std::make_unique<exact::Oracle>(measure::plain(chart(read_encoding(text)))));
    }
    return found;
  }();
  return all;
}

std::string name_of(const Approach& a) {
  return std::string(a.property) + ", " + std::string(a.term) +
         (a.arithmetic.empty() ? "" : ", " + a.arithmetic);
}
std::string place_of(const Approach& a) {
  return "position " + to_text(a.position) + ", offset " + to_text(a.offset) + ", pair " +
         std::to_string(a.pair);
}

class Bounds : public testing::TestWithParam<Line> {};
INSTANTIATE_TEST_SUITE_P(Recipes, Bounds, testing::ValuesIn(lines()), [](const auto& instance) {
  std::string name = instance.param.recipe + "_in_" + instance.param.formats.store.name();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// Norm, boundedness, shift invariance, addition, derivative and composition: nothing is off by
/// more than is derived, and something is off by a fifth of it, term by term.
TEST_P(Bounds, OfEveryPropertyHoldAndAreApproachedFull) {
  std::map<std::string, Approach> nearest;
  for (const auto& oracle : oracles()) {
    // A row of one pair costs little, and shows what cancels in a sum over many.
    const bool one_pair = oracle->chart().width() == 2;
    const measure::Attempt attempt{.count = one_pair ? 600 : 96, .bits = one_pair ? 20 : 40};
    for (const Approach& a :
         measure::approaches(*oracle, GetParam().recipe, GetParam().formats, attempt)) {
      EXPECT_LE(a.part.ratio(), 1)
          << name_of(a) << " of " << to_text(oracle->waves().geometric.base) << " at "
          << place_of(a);
      const auto [at, is_new] = nearest.try_emplace(name_of(a), a);
      if (a.part.ratio() > at->second.part.ratio()) at->second = a;
    }
  }
  for (const auto& [name, a] : nearest) {
    // Where nothing can be off nothing was; of the terms, only what storing rounds away is so.
    if (a.part.bound == 0) {
      EXPECT_EQ(a.term, "excess") << name;
      continue;
    }
    std::cout << "  " << name << ": " << std::setprecision(3) << a.part.ratio() << " of "
              << a.part.bound << " at " << place_of(a) << '\n';
    EXPECT_NE(a.part.ratio() >= kReached, exempt(GetParam(), a)) << name << ": " << a.part.ratio();
  }
}

/// Every recipe of the catalogue has its bounds tried, and no exemption is of one that there is
/// not.
TEST(BoundsOfProperties, AreTriedOfEveryRecipe) {
  for (const recipe::Entry& entry : recipe::catalogue()) {
    const auto all = lines();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Line& line) {
      return line.recipe == entry.name;
    })) << entry.name;
  }
  for (const Exemption& e : kExemptions) EXPECT_EQ(recipe::entry(e.recipe).name, e.recipe);
}

}  // namespace
}  // namespace sextant
