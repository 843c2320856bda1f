#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "recipe/subject/recorded.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

/// A recipe that is added has its tests added: nothing is left out because nobody thought of it.
namespace sextant::recipe {
namespace {

using Pair = std::pair<std::string, std::string>;  // recipe, type

/// Recipes of one type alone: the others would be the same program.
struct Lone {
  std::string_view recipe, type, reason;
};
constexpr Lone kLone[] = {
    {"float64-angle", "float64", "it says which type it computes in"},
    {"fast-trigonometry", "float32", "the device has no other"},
};

std::set<std::string> types() {
  std::set<std::string> found;
  for (const Subjects& s : all_subjects()) found.emplace(s.type);
  return found;
}

std::set<Pair> subjects_of(bool sequential) {
  std::set<Pair> found;
  for (const Subjects& s : all_subjects()) {
    if (s.sequential == sequential) found.emplace(s.recipe, s.type);
  }
  return found;
}

TEST(Inventory, EveryRecipeIsTriedInEveryType) {
  EXPECT_EQ(types().size(), 6U);
  std::set<Pair> wanted;
  for (const Entry& entry : catalogue()) {
    const auto* lone = std::find_if(std::begin(kLone), std::end(kLone),
                                    [&](const Lone& l) { return l.recipe == entry.name; });
    for (const std::string& type : types()) {
      if (lone == std::end(kLone) || lone->type == type) wanted.emplace(entry.name, type);
    }
  }
  std::set<Pair> found = subjects_of(true);
  found.merge(subjects_of(false));
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(found.size(), all_subjects().size()) << "one of them is there twice";
}

std::set<Pair> names(std::span<const Recorded> records) {
  std::set<Pair> found;
  for (const Recorded& r : records) {
    EXPECT_TRUE(found.emplace(r.recipe, r.type).second) << r.recipe << ", " << r.type << ": twice";
  }
  return found;
}

TEST(Inventory, EveryRecipesDriftOrRunIsRecordedAndNoOther) {
  EXPECT_EQ(names(kLongestRuns), subjects_of(true));
  EXPECT_EQ(names(kDrifts), subjects_of(false));
}

}  // namespace
}  // namespace sextant::recipe
