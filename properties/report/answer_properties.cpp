#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/property.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/report/experiment/answer.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A series of drift whose errors are those given, octave by octave.
json series(const std::string& recipe, const std::string& format,
            const std::vector<double>& errors) {
  json line = {{"recipe", recipe}, {"sound", true},  {"computed_in", "float32"},
               {"format", format}, {"steps", false}, {"octaves", json::array()}};
  for (std::size_t k = 0; k < errors.size(); ++k) {
    const std::string from = std::to_string(1U << k);
    const json worst = {{"value", errors[k]}, {"position", from}, {"channel", 0}};
    line["octaves"].push_back({{"from", from},
                               {"to", std::to_string(2U << k)},
                               {"absolute", worst},
                               {"positions_off", worst}});
  }
  return line;
}

json range(const json& line, const std::string& criterion, const json& position,
           const std::string& kind, const std::string& tried = "2^10") {
  json first;
  if (!position.is_null()) first = {{"position", position}, {"channel", 0}, {"absolute", 1.0}};
  return {{"recipe", line["recipe"]}, {"computed_in", line["computed_in"]},
          {"format", line["format"]}, {"criterion", criterion},
          {"first_violation", first}, {"searched_to", "2^10"},
          {"exhaustive_to", tried},   {"kind", kind}};
}

json both_ranges(const json& line, const json& position, const std::string& kind,
                 const std::string& tried = "2^10") {
  return {range(line, "half-ulp-of-1", position, kind, tried),
          range(line, "half-bfloat16-ulp", position, kind, tried)};
}

ExperimentConfig up_to(Position context) {
  ExperimentConfig experiment;
  experiment.octaves = 10;
  experiment.context = context;
  return experiment;
}

/// The largest error is that of the octaves that begin below the context, and no other.
PROPERTY(Answer, IsAboutItsContextAlone) {
  const auto error = draw::map(draw::in_range(0, 1000), [](int n) { return n / 1024.0; });
  std::vector<double> errors;
  for (int k = 0; k < 10; ++k) errors.push_back(*error);
  const int bits = *draw::in_range(1, 11);
  const json line = series("exp-log", "bfloat16", errors);
  const json found = answer(up_to(Position{1} << bits), json::array({line}),
                            both_ranges(line, nullptr, "none found"));
  RC_ASSERT(found["rows"].size() == 1U);
  RC_ASSERT(found["rows"][0]["largest"] ==
            *std::max_element(errors.begin(), errors.begin() + bits));
  RC_ASSERT(found["rows"][0]["positions_off"] == found["rows"][0]["largest"]);
}

TEST(Answer, TellsAFailureBelowTheContextFromOneBeyond) {
  const json line = series("exp-log", "bfloat16", std::vector<double>(10, 0.25));
  const json ranges = both_ranges(line, "100", "exhaustive");
  const json within = answer(up_to(101), json::array({line}), ranges);
  EXPECT_EQ(within["rows"][0]["holds"], false);
  EXPECT_EQ(within["rows"][0]["matters_from"], "100");
  EXPECT_THAT(within["sentence"].get<std::string>(),
              HasSubstr("The first error above 0.00391 (half an ulp of 1) is at position 100."));
  const json beyond = answer(up_to(100), json::array({line}), ranges);
  EXPECT_EQ(beyond["rows"][0]["holds"], true);
  EXPECT_EQ(beyond["rows"][0]["matters_from"], nullptr);
  EXPECT_THAT(beyond["sentence"].get<std::string>(), HasSubstr("and every position was tried."));
  EXPECT_EQ(answer(up_to(100), json::array({line}),
                   both_ranges(line, "500", "first found", "64"))["rows"][0]["kind"],
            "none found");
}

/// The largest error of an octave may be beyond a context that ends within it.
TEST(Answer, SaysHowFarOctavesGo) {
  const json line = series("exp-log", "bfloat16", {0.001, 0.002, 0.003});
  const json ranges = both_ranges(line, nullptr, "none found");
  const std::string within = answer(up_to(6), json::array({line}), ranges)["sentence"];
  EXPECT_THAT(within, HasSubstr("Up to position 7, "));
  EXPECT_THAT(within, HasSubstr(" was found below position 6, and"));
  const std::string whole = answer(up_to(8), json::array({line}), ranges)["sentence"];
  EXPECT_THAT(whole, HasSubstr("Up to position 7, "));
  EXPECT_THAT(whole, Not(HasSubstr("below position")));
}

/// Positions that were only sampled are not reported as tried.
TEST(Answer, SaysHowSureItIs) {
  const json line = series("exp-log", "float32", std::vector<double>(10, 1e-9));
  const json sampled =
      answer(up_to(1000), json::array({line}), both_ranges(line, nullptr, "none found", "64"));
  EXPECT_EQ(sampled["rows"][0]["kind"], "none found");
  EXPECT_THAT(sampled["sentence"].get<std::string>(),
              HasSubstr("was found below position 1000 in a sample."));
  const json first =
      answer(up_to(1000), json::array({line}), both_ranges(line, "77", "first found", "64"));
  EXPECT_THAT(first["sentence"].get<std::string>(), HasSubstr("found is at position 77."));
}

/// It is about the recipe that programs use, and names the sound recipe with the smallest error
/// among those that hold.
TEST(Answer, NamesTheRecipeThatDoesBetter) {
  const json used = series("pow-reciprocal", "bfloat16", {0.5});
  json drift = json::array({used}), ranges = both_ranges(used, "1", "exhaustive");
  const auto add = [&](const std::string& recipe, double error, bool sound, const json& failure) {
    json line = series(recipe, "bfloat16", {error});
    line["sound"] = sound;
    drift.push_back(line);
    for (const json& one : both_ranges(line, failure, "none found")) ranges.push_back(one);
  };
  add("quarter-turn-cosine", 0.0001, false, nullptr);
  add("turns", 0.002, true, nullptr);
  add("float64-angle", 0.001, true, nullptr);
  add("exp-log", 0.0001, true, "1");
  const json found = answer(up_to(2), drift, ranges);
  EXPECT_EQ(found["recipe"], "pow-reciprocal");
  EXPECT_THAT(found["sentence"].get<std::string>(), HasSubstr(" By float64-angle in float32, "));
}

ExperimentConfig small(const std::string& encoding) {
  ExperimentConfig experiment;
  experiment.encoding = read_encoding(encoding);
  experiment.octaves = 12;
  experiment.positions_an_octave = 64;
  experiment.exhaustive_bits = experiment.slow_bits = 6;
  experiment.step_octaves = 2;
  return experiment;
}

/// The bounds by glibc's accuracy are not exceeded by what glibc does at any position tried, and
/// those of exact functions are the smallest.
TEST(LibraryBounds, CoverWhatIsMeasured) {
  for (const std::string encoding :
       {"sinusoidal dim=16", "rope dim=16 base=500000", "rope dim=2 origin=1",
        "rope dim=2 origin=-100", "sinusoidal dim=4 origin=1/3",
        "sinusoidal dim=2 zero-row=1023"}) {
    const ExperimentConfig experiment = small(encoding);
    std::map<std::string, json> bounds;
    for (const json& library : library_bounds(experiment)) {
      for (const json& line : library["series"])
        bounds[library["library"].get<std::string>() + line["recipe"].get<std::string>() +
               line["format"].get<std::string>()] = line["bounds"];
    }
    int compared = 0;
    for (const json& line : drift(experiment, {}).first) {
      const std::string of = line["recipe"].get<std::string>() + line["format"].get<std::string>();
      if (!bounds.contains("glibc" + of)) continue;
      for (std::size_t k = 0; k < line["octaves"].size(); ++k) {
        const json& octave = line["octaves"][k];
        const double bound = bounds["glibc" + of][k];
        EXPECT_LE(octave["bound"], bound) << encoding << ' ' << of << ' ' << octave["from"];
        EXPECT_LE(bounds["correctly-rounded" + of][k], bound) << of;
        ++compared;
      }
    }
    EXPECT_GT(compared, 200);
    // A sine that exceeds 1 by a few ulps is stored as 1: it costs no half ulp of 1, 2^-8.
    for (const std::string library : {"cuda", "pytorch-cpu", "opencl"})
      EXPECT_LT(bounds[library + "pow-dividebfloat16"][0], 0x1p-8) << library;
  }
}

/// An engine whose device documents no accuracy has no bound.
TEST(Engines, HaveNumbersOnlyWhereThereAreSome) {
  const ExperimentConfig experiment = small("rope dim=16");
  const json of_runs = drift(experiment, {}).first;
  std::map<std::string, int> kinds;
  for (const json& line : engines(experiment, of_runs, library_bounds(experiment))) {
    for (const json& cell : line["contexts"]) {
      const std::string kind = cell["kind"];
      ++kinds[kind];
      EXPECT_EQ(kind == "no bound", cell["value"].is_null()) << line["engine"];
      EXPECT_EQ(kind == "measured", line["library"] == "glibc") << line["engine"];
      if (kind == "derived bound") {
        EXPECT_GT(cell["value"], 0.0);
      }
      EXPECT_GT(cell["found"], 0.0) << line["engine"];
    }
  }
  EXPECT_EQ(kinds.size(), 3U);
  EXPECT_TRUE(engines(small("sinusoidal dim=16"), of_runs, json::array()).empty());
}

TEST(AnswerWords, HaveThreeDigits) {
  EXPECT_EQ(error_in_words(0.008583), "0.00858");
  EXPECT_EQ(error_in_words(0.25), "0.25");
  EXPECT_EQ(error_in_words(5.96e-8), "5.96 × 10⁻⁸");
  EXPECT_EQ(error_in_words(0), "0");
}

}  // namespace
}  // namespace sextant::properties
