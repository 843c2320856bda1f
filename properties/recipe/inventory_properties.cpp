#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "recipe/subject/recorded.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/catalogue/engine.hpp"
#include "sextant/recipe/library/library.hpp"

/// A new recipe needs tests: these inventories fail if it has none.
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
    {"narrowed-angle", "float32", "it says which types it computes in"},
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

/// Engines have a known recipe and library.  Where nothing is promised beyond an angle of pi, the
/// words say that position 3 is the last one promised.
TEST(Inventory, EnginesHaveARecipeAndALibrary) {
  std::set<std::string_view> engines;
  for (const Engine& engine : kEngines) {
    EXPECT_TRUE(engines.insert(engine.name).second) << engine.name << " is there twice";
    const bool fast = library(engine.library).fast;
    const std::string words = accuracy_in_words(engine);
    EXPECT_EQ(words.find("no bound") != words.npos, fast) << words;
    EXPECT_EQ(words.find("no bound from position 4 on") != words.npos,
              fast && engine.library != "tpu-bf16")
        << words;
    EXPECT_NO_THROW((void)entry(engine.recipe)) << engine.name;
  }
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
