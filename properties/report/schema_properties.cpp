#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/assets.hpp"
#include "sextant/report/document/schema.hpp"
#include "sextant/report/output/csv.hpp"
#include "sextant/report/output/markdown.hpp"
#include "sextant/report/output/page.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;

/// What require_report says of the document; "" where it says nothing.
std::string schema_complaint(const json& document) {
  try {
    require_report(document);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

json sample_with(const std::string& place, const json& value) {
  json report = small_sample_report();
  report.at(json::json_pointer(place)) = value;
  return report;
}

TEST(Schema, AcceptsTheSamples) {
  EXPECT_EQ(schema_complaint(sample_report(1)), "");
  EXPECT_EQ(schema_complaint(small_sample_report()), "");
}

TEST(Schema, AcceptsWhatIsAdded) {
  json report = small_sample_report();
  report["later"] = {{"anything", 1}};
  report["drift"][0]["octaves"][0]["later"] = "x";
  EXPECT_EQ(schema_complaint(report), "");
}

TEST(Schema, RefusesOtherVersionsEverywhere) {
  for (const json& version : {json(0), json(1), json("2"), json()}) {
    const json report = sample_with("/version", version);
    EXPECT_THAT(schema_complaint(report), testing::HasSubstr("/version"));
    EXPECT_THROW(page(report), Error);
    EXPECT_THROW(markdown(report), Error);
    EXPECT_THROW(csv(report), Error);
  }
  EXPECT_THAT(schema_complaint(sample_with("/schema", "other")), testing::HasSubstr("/schema"));
  for (const json& document : {json(), json(1), json::array(), json::object()}) {
    EXPECT_NE(schema_complaint(document), "");
  }
}

TEST(Schema, MissesEveryRequiredMember) {
  const json schema = json::parse(assets::schema());
  ASSERT_FALSE(schema["required"].empty());
  for (const auto& key : schema["required"]) {
    json report = small_sample_report();
    report.erase(key.get<std::string>());
    EXPECT_NE(schema_complaint(report), "") << key;
  }
}

TEST(Schema, KnowsTheVerdictsAndNoOthers) {
  EXPECT_EQ(schema_complaint(sample_with("/claims/0/verdict", "holds with a condition")), "");
  EXPECT_THAT(schema_complaint(sample_with("/claims/0/verdict", "believed")),
              testing::HasSubstr("/claims/0/verdict"));
}

TEST(Schema, NamesThePlaceOfWhatIsWrong) {
  const std::string octave = "/drift/0/octaves/1";
  for (const std::string& place : {octave + "/absolute/position",
                                   octave + "/bound",
                                   octave + "/entries",
                                   octave + "/exhaustive",
                                   std::string("/safe_ranges/0/first_violation"),
                                   std::string("/defects/norm/0/octaves/0/value"),
                                   std::string("/nearest_pairs/0/dim"),
                                   std::string("/number_types/0/type"),
                                   std::string("/pictures/heat_map/values/0/0"),
                                   std::string("/environment/cpu"),
                                   std::string("/attention/series/0/queries/1/score/value"),
                                   std::string("/claims/0/because"),
                                   std::string("/bounds/1/pair"),
                                   std::string("/kernel/values/0"),
                                   std::string("/lost_bits/patterns/1"),
                                   std::string("/engines/0/contexts/0/value"),
                                   std::string("/encodings/0/series/1/absolute/0"),
                                   std::string("/answer/sentence"),
                                   std::string("/answer/rows/0/holds"),
                                   std::string("/library_bounds/0/series/0/bounds/1")}) {
    EXPECT_THAT(schema_complaint(sample_with(place, json::array({1}))),
                testing::HasSubstr(place + ":"))
        << place;
  }
  EXPECT_THAT(schema_complaint(sample_with(octave + "/entries", 1.5)),
              testing::HasSubstr("integer"));
}

// A word of JSON Schema that the reader does not know would be ignored in silence.
void require_known_words(const json& rule) {
  for (const auto& [word, value] : rule.items()) {
    EXPECT_THAT(word, testing::AnyOf("$schema", "$defs", "$ref", "title", "description", "type",
                                     "const", "enum", "exclusiveMinimum", "required", "properties",
                                     "additionalProperties", "items"));
    if (word == "properties" || word == "$defs") {
      for (const auto& [name, member] : value.items()) require_known_words(member);
    } else if (value.is_object()) {
      require_known_words(value);
    }
  }
}

TEST(Schema, UsesNoWordThatIsNotRead) { require_known_words(json::parse(assets::schema())); }

}  // namespace
}  // namespace sextant::properties
