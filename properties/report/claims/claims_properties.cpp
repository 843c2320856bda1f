#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/report/claims/claims.hpp"
#include "sextant/report/experiment/experiments.hpp"

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
  const std::regex test(R"re((?:^|\n)(?:TEST|TEST_F|TYPED_TEST|PROPERTY)\(\s*(\w+),\s*(\w+))re",
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

TEST(Claims, AreSettledByAPropertyThatExistsFull) {
  const auto names = tests();
  ASSERT_TRUE(names.contains("Claims.AreSettledByAPropertyThatExistsFull"));
  for (const json& claim : found())
    EXPECT_TRUE(names.contains(claim["property"].get<std::string>())) << claim["property"];
}

TEST(Claims, AreAllSettledAndSaidOnceFull) {
  std::set<std::string> statements, ids;
  const std::regex slug("[a-z0-9]+(-[a-z0-9]+)*");
  for (const json& claim : found()) {
    EXPECT_NE(claim["verdict"], words(StatementVerdict::open)) << claim;
    EXPECT_TRUE(statements.insert(claim["statement"].get<std::string>()).second) << claim;
    EXPECT_TRUE(ids.insert(claim["id"].get<std::string>()).second) << claim;
    EXPECT_TRUE(std::regex_match(claim["id"].get<std::string>(), slug)) << claim;
  }
  EXPECT_EQ(ids.size(), 59U);
}

/// Statements that contradict each other are not both right.
TEST(Claims, OfWhichOneDeniesTheOtherAreNotBothProvedFull) {
  std::map<std::string, std::string> verdicts;
  for (const json& claim : found()) verdicts[claim["id"]] = claim["verdict"];
  for (const auto& [right, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"higher-index-lower-frequency", "higher-index-higher-frequency"},
           {"fast-channels-tell-neighbours", "slow-channels-tell-neighbours"},
           {"shift-matrix-sin-cos", "shift-matrix-cos-first"},
           {"attention-equivariant", "attention-invariant"},
           {"exp-log-same-number", "exp-log-avoids-trouble"},
           {"frequency-ratio-dim-512", "last-frequency"}}) {
    EXPECT_EQ(verdicts[right], "proved") << right;
    EXPECT_EQ(verdicts[wrong], "refuted") << wrong;
  }
}

/// Figures that do not bear a verdict out leave the claim open: one beyond its bound does.
TEST(Claims, AreNotSettledByFiguresThatContradict) {
  json measured = attention();
  const auto verdict = [&] {
    for (const Statement& claim : statements(claims_of_distance(measured))) {
      if (claim.statement.starts_with("RoPE")) return claim.verdict;
    }
    return StatementVerdict::no_number;
  };
  EXPECT_EQ(verdict(), StatementVerdict::conditional);
  json& query = measured["series"][0]["queries"][0];
  query["score"]["value"] = 2 * query["score_bound"].get<double>();
  EXPECT_EQ(verdict(), StatementVerdict::open);
}

}  // namespace
}  // namespace sextant::properties
