#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/report/experiment/experiments.hpp"

/// Mutants that these must kill: a bound without its query's part, without its keys', halved, or
/// without the frequencies'; √d left out of it; truth taken at the opposite offsets; tanh without
/// its half; a variation not halved; the table's format ignored.
namespace sextant::properties {
namespace {

using nlohmann::json;

const json& measured() {
  static const json once = attention();
  return once;
}

/// Each change is within its bound, and the bounds of weights follow from those of scores.
///                                                            attention.md, (15), (17) and (21)
TEST(Attention, ChangesAreWithinTheirBounds) {
  for (const json& series : measured()["series"]) {
    for (const json& query : series["queries"]) {
      const std::string where = series["table"].get<std::string>() + ", " + query.dump();
      EXPECT_LE(query["score"]["value"], query["score_bound"]) << where;
      EXPECT_LE(query["variation"], query["variation_bound"]) << where;
      EXPECT_LE(query["weight"]["value"], query["variation"]) << where;
      EXPECT_GT(query["weight"]["value"], 0.0) << where;
    }
  }
}

/// What a weight's bound is made of: tanh(ε/2), rounded up.              attention.md, (17) and
/// (20)
TEST(Attention, BoundsOfWeightsAreThoseOfTheirScores) {
  for (const json& series : measured()["series"]) {
    for (const json& query : series["queries"]) {
      const double least = std::tanh(query["score_bound"].get<double>() / 2);
      EXPECT_GE(query["variation_bound"], least);
      EXPECT_LE(query["variation_bound"], least * (1 + 0x1p-39));
    }
  }
}

/// The largest share of a bound that any query uses, and the largest variation, table by table and
/// over both bases: recorded.  Errors of 64 pairs that do not conspire use an eighth to a fifth of
/// the bound; a frequency that is off moves all keys at a far offset the same way, and uses nearly
/// half.
TEST(Attention, BoundsAreUsed) {
  struct Most {
    double fraction = 0, variation = 0;
  };
  std::map<std::string, Most> used;
  for (const json& series : measured()["series"]) {
    Most& most = used[series["table"].get<std::string>() + " " +  //
                      series["format"].get<std::string>()];
    for (const json& query : series["queries"]) {
      most.fraction = std::max(most.fraction, query["fraction"].get<double>());
      most.variation = std::max(most.variation, query["variation"].get<double>());
    }
  }
  const std::map<std::string, Most> recorded = {
      {"exact, rounded float32", {0.106, 1.66e-8}},
      {"exact, rounded float16", {0.127, 1.682e-4}},
      {"exact, rounded bfloat16", {0.0825, 9.33e-4}},
      {"pow-reciprocal float32", {0.193, 0.0330}},
      {"pow-reciprocal, frequencies in bfloat16 float32", {0.449, 0.03667}}};
  ASSERT_EQ(used.size(), recorded.size());
  for (const auto& [table, most] : recorded) {
    EXPECT_NEAR(used[table].fraction, most.fraction, 0.0005) << table;
    EXPECT_NEAR(used[table].variation / most.variation, 1, 0.0005) << table;
  }
}

/// The bound of a correctly rounded table does not depend on the position, and between formats it
/// goes as 2τ + τ²; each is computed with fewer than 2⁷ roundings.    attention.md, (13), (15),
/// (20)
TEST(Attention, BoundsOfRoundedTablesAreAsTheFormatsAre) {
  std::map<std::string, double> bounds;
  for (const json& series : measured()["series"]) {
    if (series["table"] != "exact, rounded") continue;
    const json& first = series["queries"][0]["score_bound"];
    for (const json& query : series["queries"]) EXPECT_EQ(query["score_bound"], first);
    bounds[series["format"].get<std::string>()] = first;
  }
  const auto two_tau = [](int p) {
    const double tau = std::ldexp(std::sqrt(2.0), -p - 1);
    return 2 * tau + tau * tau;
  };
  for (const auto& [format, p] : {std::pair{"float16", 11}, std::pair{"bfloat16", 8}}) {
    const double ratio = two_tau(p) / two_tau(24);
    EXPECT_NEAR(bounds[format] / bounds["float32"], ratio, ratio * 0x1p-45);
  }
}

const json& queries_of(const json& encoding, const std::string& table) {
  for (const json& series : measured()["series"]) {
    if (series["encoding"] == encoding && series["table"] == table) return series["queries"];
  }
  throw std::logic_error(table);
}

/// Rounded frequencies turn a key by the same wrong angle wherever the query stands, so that
/// changes differ by what rounded angles do alone; their bounds are those of the recipe with
/// frequencies 2⁻⁸ away, to 2⁻⁷.  What rounded angles do grows. attention.md, (21)
TEST(Attention, OfWrongFrequenciesIsAsWrongEverywhereAndOfRoundedAnglesGrows) {
  for (const char* encoding : {"rope dim=128", "rope dim=128 base=500000"}) {
    const json& angles = queries_of(encoding, "pow-reciprocal");
    const json& wrong = queries_of(encoding, "pow-reciprocal, frequencies in bfloat16");
    const double here = wrong[0]["score"]["value"], there = wrong[1]["score"]["value"];
    const double bounds = angles[0]["score_bound"].get<double>() +  //
                          angles[1]["score_bound"].get<double>();
    EXPECT_LE(std::abs(here - there), bounds * (1 + 0x1p-7));
    EXPECT_GT(here, bounds);  // or nothing is said
    for (std::size_t i = 1; i < angles.size(); ++i)
      EXPECT_GT(angles[i]["score"]["value"], angles[i - 1]["score"]["value"]);
  }
}

TEST(Attention, SaysItInASentenceOfItsFigures) {
  const json& found_here = measured();
  const auto sentence = found_here["sentence"].get<std::string>();
  EXPECT_EQ(sentence, attention_sentence(found_here["series"]));
  json series = found_here["series"];
  for (json& one : series) {
    if (one["format"] != "bfloat16") continue;
    for (json& query : one["queries"]) query["score"]["value"] = 0.125;
  }
  EXPECT_EQ(sentence.find("0.12 in bfloat16"), std::string::npos);
  EXPECT_NE(attention_sentence(series).find("0.12 in bfloat16"), std::string::npos);
  EXPECT_EQ(attention_sentence(json::array()), "Not measured.");
}

}  // namespace
}  // namespace sextant::properties
