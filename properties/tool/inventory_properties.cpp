#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

/// A recipe that is added has its benchmark added, in each format that it can compute in.
TEST(Inventory, EveryRecipeHasItsBenchmarks) {
#ifdef SEXTANT_BENCHMARKS
  const Ran ran = run_program(SEXTANT_BENCHMARKS, {"--benchmark_list_tests"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::set<std::string> wanted, found;
  for (const recipe::Entry& entry : recipe::catalogue())
    for (const Format& format : {kFloat32, kFloat64})
      if (recipe::possible(entry.name, {format, format, {}}))
        wanted.insert("recipe/" + std::string(entry.name) + "/" + format.name());
  std::istringstream lines(ran.out);
  for (std::string name; lines >> name;)
    if (name.starts_with("recipe/")) found.insert(name);
  EXPECT_EQ(found, wanted);
#else
  GTEST_SKIP() << "Google Benchmark is not installed";
#endif
}

}  // namespace
}  // namespace sextant
