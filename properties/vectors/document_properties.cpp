#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"
#include "sextant/vectors/acceptance.hpp"
#include "sextant/vectors/document.hpp"
#include "sextant/vectors/flag.hpp"
#include "sextant/vectors/tests.hpp"

namespace sextant::vectors {
namespace {

using nlohmann::json;

constexpr std::uint64_t kFew = 1 << 18;

json small_document(const char* encoding, Part part) {
  return json::parse(document(subjects("", read_encoding(encoding), part), kFew));
}

/// A whole table, and sines of a scaled encoding.
const std::vector<json>& small_ones() {
  static const std::vector<json> made = {
      small_document("sinusoidal dim=16", Part::table),
      small_document("rope dim=16 base=500000 scaling=yarn factor=8 original-context=4096",
                     Part::sin)};
  return made;
}

Rational number(const json& text) {
  return to_rational(read_number(Format::bits(200), text.get<std::string>()));
}

std::optional<Rational> margin(const json& margins, const Format& format) {
  const std::string compute = computed(format).name();
  return margins.contains(compute) ? std::optional(number(margins[compute])) : std::nullopt;
}

template <class Visit>
void each_test(const json& document, Visit&& visit) {
  for (const json& group : document["testGroups"])
    for (const json& test : group["tests"]) visit(test);
}

std::vector<Format> told_in(const json& wrong) {
  if (!wrong.contains("formats")) return {formats().begin(), formats().end()};
  std::vector<Format> all;
  for (const json& name : wrong["formats"]) all.push_back(Format::named(name.get<std::string>()));
  return all;
}

/// What is called invalid is neither right nor acceptable, with everything within its margin; what
/// is called acceptable is, and is another number than the right one.         vectors.md, (6)
std::size_t expect_results(const std::vector<json>& documents) {
  std::size_t tried = 0;
  for (const json& document : documents) {
    each_test(document, [&](const json& test) {
      const Rational value = number(test["value"]);
      for (const json& wrong : test["wrong"]) {
        for (const Format& format : told_in(wrong)) {
          ++tried;
          const Stored good = acceptable(format, value, margin(test["margin"], format));
          const Rational made = number(wrong["value"]);
          const Rational answer = to_rational(round(format, made));
          const bool named = wrong["result"] == "acceptable";
          EXPECT_EQ(good.holds(answer), named) << test << wrong;
          EXPECT_NE(answer, to_rational(round(format, value))) << test << wrong;
          const auto around = margin(wrong.value("margin", json::object()), format);
          if (around && wrong["flag"] != "ComputedInSingle") {
            EXPECT_FALSE(good.meets(stored(format, made, *around))) << test << wrong;
          }
        }
      }
    });
  }
  return tried;
}
TEST(Vectors, ResultsAreWhatTheFormatsSay) { EXPECT_GT(expect_results(small_ones()), 3000U); }
TEST(Vectors, ResultsAreWhatTheFormatsSayInTheUsualFileFull) {
  EXPECT_GT(expect_results({json::parse(document(usual_subjects()))}), 10000U);
}

/// Every mistake that such an encoding can suffer is caught somewhere in every format that tells
/// it.
TEST(Vectors, EveryMistakeIsCaughtInEveryFormat) {
  std::map<std::string, std::set<std::string>> caught;
  for (const json& document : small_ones()) {
    each_test(document, [&](const json& test) {
      for (const json& wrong : test["wrong"])
        for (const Format& format : told_in(wrong))
          caught[wrong["flag"].get<std::string>()].insert(format.name());
    });
  }
  for (const char* flag :
       {"PositionOffset", "SinCosSwapped", "Layout", "Degrees", "ExponentHalved",
        "ExponentDenominator", "WrongBase", "Bfloat16Frequency", "Float16Frequency",
        "Bfloat16Position", "Float16Position", "Float32Angle", "FastTrigonometry",
        "QuarterTurnCosine", "ScalingMissing", "ScalingDoubled", "Amplitude", "BandsSwapped"}) {
    EXPECT_EQ(caught[flag].size(), formats().size()) << flag;
  }
  for (const char* flag : {"YarnTruncate", "Float32Position", "ComputedInSingle", "FlushToZero",
                           "NearTie", "DoubleRounding", "Truncation"}) {
    EXPECT_GE(caught[flag].size(), 1U) << flag;
  }
}

/// What rounding makes of a value has its sign, as a zero too.
TEST(Vectors, ZerosByRoundingHaveTheSignOfTheValue) {
  std::size_t negative = 0;
  // Subnormal numbers of float16, of either sign.
  const json tiny = small_document("sinusoidal dim=16 amplitude=1/50000", Part::table);
  each_test(tiny, [&](const json& test) {
    const bool below = test["value"].get<std::string>().starts_with('-');
    for (const json& wrong : test["wrong"]) {
      if (wrong["flag"] != "FlushToZero") continue;
      EXPECT_EQ(wrong["value"], below ? "-0x0p+0" : "0x0p+0");
      negative += below ? 1U : 0U;
    }
  });
  EXPECT_GT(negative, 0U);
}

/// A flag says what it means, and no note is of none.
TEST(Vectors, NotesAreOfTheFlagsThatOccur) {
  for (const json& document : small_ones()) {
    std::set<std::string> used, noted;
    each_test(document, [&](const json& test) {
      std::set<std::string> flags;
      for (const json& flag : test["flags"]) flags.insert(flag.get<std::string>());
      for (const json& wrong : test["wrong"])
        EXPECT_EQ(flags.count(wrong["flag"].get<std::string>()), 1U) << test;
      used.insert(flags.begin(), flags.end());
    });
    for (const auto& [flag, note] : document["notes"].items()) noted.insert(flag);
    EXPECT_EQ(used, noted);
  }
  EXPECT_THROW((void)flag("NoSuchFlag"), Error);
  EXPECT_EQ(flag("Bfloat16Frequency").fault, "frequency-rounded");
}

TEST(Vectors, TestsAreNumberedAndCounted) {
  for (const json& document : small_ones()) {
    std::size_t next = 1;
    each_test(document, [&](const json& test) { EXPECT_EQ(test["tcId"], next++); });
    EXPECT_EQ(document["numberOfTests"], next - 1);
  }
}

TEST(Vectors, EqualSubjectsGiveEqualBytes) {
  const auto wanted = subjects("", read_encoding("rope dim=16"), Part::inv_freq);
  EXPECT_EQ(document(wanted), document(wanted));
}
TEST(Vectors, EqualSubjectsGiveEqualBytesFull) {
  EXPECT_EQ(document(usual_subjects()), document(usual_subjects()));
}

/// Near ties are as near as the number of entries searched lets expect: of n/2, sines or cosines,
/// the nearest lies within 16/n of half an ulp but for one time in e^8, were they drawn; this
/// search is always the same.
TEST(Vectors, NearTiesAreNear) {
  for (const json& document : small_ones()) {
    std::map<std::string, Rational> nearest;
    each_test(document, [&](const json& test) {
      const Rational value = number(test["value"]);
      for (const json& wrong : test["wrong"]) {
        if (wrong["flag"] != "NearTie") continue;
        const Format format = told_in(wrong).front();
        const Rational low = to_rational(round(format, value, Rounding::down));
        const Rational high = to_rational(round(format, value, Rounding::up));
        const Rational off = abs(2 * value - low - high) / (high - low);
        auto [at, fresh] = nearest.try_emplace(format.name(), off);
        if (!fresh) at->second = std::min(at->second, off);
      }
    });
    EXPECT_EQ(nearest.size(), formats().size());
    for (const auto& [format, off] : nearest) EXPECT_LT(off, Rational(16, kFew)) << format;
  }
}

TEST(Vectors, AreOfNumbersThatAreRounded) {
  EXPECT_THROW((void)subjects("", read_encoding("t5"), Part::table), Error);
  EXPECT_THROW((void)subjects("", read_encoding("nope"), Part::table), Error);
  EXPECT_THROW((void)subjects("", read_encoding("rope"), Part::rotated), Error);
  EXPECT_THROW((void)subjects("", read_encoding("sinusoidal"), Part::cos), Error);
  EXPECT_EQ(subjects("", read_encoding("rope"), Part::table).size(), 3U);
}

/// Biases have tests, too: an offset is seen in them.
TEST(Vectors, BiasesHaveTests) {
  const json document = small_document("alibi heads=12", Part::bias);
  std::set<std::string> flags;
  each_test(document, [&](const json& test) {
    for (const json& flag : test["flags"]) flags.insert(flag.get<std::string>());
  });
  EXPECT_EQ(flags.count("PositionOffset"), 1U);
}

/// The default file is no larger than what people like to keep in a repository.
TEST(Vectors, TheUsualFileIsBelowAMegabyteFull) {
  const std::string text = document(usual_subjects());
  EXPECT_LT(text.size(), 1000000U);
  EXPECT_EQ(json::parse(text)["testGroups"].size(), usual_subjects().size());
}

}  // namespace
}  // namespace sextant::vectors
