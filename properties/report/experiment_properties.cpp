#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;

ExperimentConfig small(const std::string& encoding) {
  ExperimentConfig experiment;
  experiment.encoding = read_encoding(encoding);
  experiment.octaves = 4;
  experiment.positions_an_octave = 16;
  experiment.step_octaves = 4;
  return experiment;
}

/// No sound recipe stands accused, whatever becomes of an odd channel.
TEST(Defects, OfSoundRecipesStayWithinTheirBounds) {
  for (const std::string encoding :
       {"sinusoidal dim=6", "sinusoidal dim=65 odd=zero-column", "sinusoidal dim=65 odd=drop-last",
        "sinusoidal dim=65 odd=round-up", "sinusoidal dim=5 odd=drop-last layout=halves",
        "sinusoidal dim=8 scale=1/3 origin=7 amplitude=3", "rope dim=8 base=500000"}) {
    const json found = defects(small(encoding));
    for (const auto& [identity, all_series] : found.items()) {
      for (const auto& series : all_series) {
        if (!recipe::entry(series["recipe"].get<std::string>()).sound) continue;
        for (const auto& octave : series["octaves"]) {
          EXPECT_LE(octave["value"], octave["bound"])
              << encoding << ", " << identity << ", " << series["recipe"] << " in "
              << series["format"] << " from " << octave["from"];
        }
      }
    }
  }
}

/// A recipe that is added has its lines in the report, in every format that it can have.
TEST(Inventory, EveryRecipeHasItsLinesInTheReport) {
  const ExperimentConfig experiment = small("sinusoidal dim=4");
  std::set<std::pair<std::string, std::string>> wanted, found;
  for (const Format& format : experiment.formats) {
    const recipe::ComputeFormats formats{format == kFloat64 ? kFloat64 : kFloat32, format, {}};
    for (const recipe::Entry& entry : recipe::catalogue()) {
      if (recipe::possible(entry.name, formats)) wanted.emplace(entry.name, format.name());
    }
  }
  for (const auto& series : drift(experiment, {}).first)
    found.emplace(series["recipe"].get<std::string>(), series["format"].get<std::string>());
  EXPECT_EQ(found, wanted);
}

/// Bounds are those of the encoding without its amplitude; every one is tried in every format.
TEST(BoundsOfTheReport, AreKeptAndApproached) {
  for (const std::string encoding : {"sinusoidal dim=65 odd=drop-last amplitude=3 origin=7",
                                     "rope dim=8 base=500000 scaling=yarn factor=40 "
                                     "original-context=4096"}) {
    const json found = bounds(small(encoding));
    std::set<std::string> properties, formats;
    for (const json& line : found) {
      EXPECT_LE(line["ratio"], 1) << line;
      EXPECT_GT(line["ratio"], 0) << line;
      EXPECT_EQ(line["ratio"], line["value"].get<double>() / line["bound"].get<double>()) << line;
      EXPECT_TRUE(recipe::entry(line["recipe"].get<std::string>()).sound) << line;
      properties.insert(line["property"].get<std::string>());
      formats.insert(line["format"].get<std::string>());
    }
    EXPECT_EQ(properties, (std::set<std::string>{"bounded", "norm", "shift", "addition",
                                                 "derivative", "composition"}));
    EXPECT_EQ(formats.size(), 4U);
  }
}

/// A safe range is of the positions below `searched_to`, and says how it was found.
TEST(SafeRanges, SayHowFarAndHowTheyWereSearched) {
  std::set<std::string> kinds;
  for (const int octaves : {1, 2, 4, 8}) {
    ExperimentConfig experiment = small("sinusoidal dim=4");
    experiment.octaves = octaves;
    experiment.exhaustive_bits = 3;
    for (const auto& range : drift(experiment, {}).second) {
      const auto kind = range["kind"].get<std::string>();
      EXPECT_EQ(range["searched_to"], "2^" + std::to_string(octaves));
      EXPECT_EQ(range["first_violation"].is_null(), kind == "none found") << range;
      kinds.insert(kind);
      if (range["first_violation"].is_null()) continue;
      const int position = std::stoi(range["first_violation"]["position"].get<std::string>());
      EXPECT_LT(position, 1 << octaves) << range;
      EXPECT_EQ(position < (1 << std::min(octaves, 3)), kind == "exhaustive") << range;
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"exhaustive", "first found", "none found"}));
}

std::set<std::string> exhaustive_to(const std::string& encoding, int octaves) {
  ExperimentConfig experiment = small(encoding);
  experiment.octaves = octaves;
  experiment.recipes = {"turns"};
  experiment.formats = {kFloat32};
  std::set<std::string> found;
  for (const auto& range : drift(experiment, {}).second)
    found.insert(range["exhaustive_to"].get<std::string>());
  return found;
}

/// Wide tables and tables without vector kernels are searched exhaustively as far as costs as much.
TEST(SafeRanges, SayHowFarEveryPositionWasTried) {
  using Names = std::set<std::string>;
  EXPECT_EQ(exhaustive_to("sinusoidal dim=4", 16), Names{"2^16"});
  EXPECT_EQ(exhaustive_to("sinusoidal dim=4 amplitude=1/3", 16), Names{"2^14"});
  EXPECT_EQ(exhaustive_to("sinusoidal dim=20000", 8), Names{"2^6"});
}

/// An infinity exceeds every limit of |error|, even where it is correctly rounded.
TEST(SafeRanges, EndAtInfinities) {
  ExperimentConfig experiment = small("sinusoidal dim=4 amplitude=1e5");
  experiment.formats = {kFloat16};
  experiment.octaves = 3;
  for (const auto& range : drift(experiment, {}).second) {
    if (range["criterion"] == "faithful") continue;
    EXPECT_EQ(range["first_violation"]["position"], "0") << range;
    EXPECT_TRUE(range["first_violation"]["absolute"].is_null()) << range;
  }
}

/// D(k) = Σ |PE(k) − PE(0)|² from the definition, in intervals.
double distance(const Encoding& encoding, Position k) {
  using Wide = Interval<50>;
  const Chart table = chart(encoding);
  Wide sum(0);
  for (const Channel& c : table.channels) {
    const Wide apart =
        exact::value<Wide>(table.waves, to_rational(k), c) - exact::value<Wide>(table.waves, 0, c);
    sum += apart * apart;
  }
  return to_double(round(kFloat64, to_rational(lower_end(sum))));
}

/// The nearest pairs are those of the report's encoding; the distance is within its error of that
/// of the pair named, and no offset tried by hand is nearer.
TEST(NearestPairs, AreOfTheStudysEncodingFull) {
  for (const std::string encoding :
       {"sinusoidal dim=64 base=100", "sinusoidal dim=64 base=500000 law=half-minus-shift",
        "rope dim=64 base=1/3 scale=1/7"}) {
    for (const auto& pair : nearest_pairs(small(encoding))) {
      Encoding its_own = read_encoding(encoding);
      set_field(its_own, "dim", std::to_string(pair["dim"].get<int>()));
      EXPECT_EQ(pair["encoding"], to_text(its_own));
      if (pair["format"] != "exact" || pair["dim"] > 16) continue;
      const double least = pair["distance_squared"];
      const double error = pair["distance_error"];
      const Position k = std::stoll(pair["position"].get<std::string>());
      EXPECT_LE(std::abs(distance(its_own, k) - least), error + least * 0x1p-50) << pair;
      EXPECT_LE(error, least * 0x1p-40) << pair;
      for (Position other = 1; other < 1000; ++other)
        EXPECT_GE(distance(its_own, other), (least - error) * (1 - 0x1p-50)) << to_text(other);
    }
  }
}

}  // namespace
}  // namespace sextant::properties
