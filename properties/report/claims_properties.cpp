#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sextant/report/claims.hpp"
#include "sextant/report/study.hpp"

/// Mutants that these must kill: a claim whose figures show the contrary, which is then not
/// settled; a property renamed.
namespace sextant::properties {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const json& found() {
  static const json once = claims(attention());
  return once;
}

/// Every test there is, as Suite.Name: from the text of the properties.
std::set<std::string> tests() {
  const std::regex test(
      R"re((?:^|\n)(?:TEST|TEST_F|TYPED_TEST|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+))re",
      std::regex::optimize);
  std::set<std::string> names;
  for (const auto& file : fs::recursive_directory_iterator(SEXTANT_DATA_DIR "/..")) {
    if (file.path().extension() != ".cpp") continue;
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator at(source.begin(), source.end(), test), end; at != end; ++at)
      names.insert((*at)[1].str() + "." + (*at)[2].str());
  }
  return names;
}

TEST(Claims, AreSettledByAPropertyThatExists) {
  const auto names = tests();
  ASSERT_TRUE(names.contains("Claims.AreSettledByAPropertyThatExists"));
  for (const json& claim : found())
    EXPECT_TRUE(names.contains(claim["property"].get<std::string>())) << claim["property"];
}

TEST(Claims, AreAllSettledAndSaidOnce) {
  std::set<std::string> statements;
  for (const json& claim : found()) {
    EXPECT_NE(claim["verdict"], words(Verdict::open)) << claim;
    EXPECT_TRUE(statements.insert(claim["statement"].get<std::string>()).second) << claim;
  }
  EXPECT_GE(statements.size(), 15U);
}

/// Figures that do not bear a verdict out leave the claim open: one beyond its bound does.
TEST(Claims, AreNotSettledByFiguresThatContradict) {
  json measured = attention();
  const auto verdict = [&] {
    for (const Claim& claim : claims_of_distance(measured)) {
      if (claim.statement.starts_with("RoPE")) return claim.verdict;
    }
    return Verdict::no_number;
  };
  EXPECT_EQ(verdict(), Verdict::conditional);
  json& query = measured["series"][0]["queries"][0];
  query["score"]["value"] = 2 * query["score_bound"].get<double>();
  EXPECT_EQ(verdict(), Verdict::open);
}

}  // namespace
}  // namespace sextant::properties
