#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certificate/arithmetic/expression.hpp"
#include "certificate/certificates.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// One of every kind of value.
json full() {
  json c = neighbours(2, "3", {{"method", "blocks"}, {"top", 1}, {"starts", {0, 0}}});
  c["certificate"] = "distinct-rows";
  c["encoding"] = "another";  // an unknown name: the proof is about the listed numbers
  c["near"]["schemes"].push_back(lattice(2, "3", 1.0L));
  c["rows"] = {{"format", "float16"},  {"first", "0"},
               {"last", "3"},          {"amplitude", "1"},
               {"scope", "every row"}, {"collision", {{"earlier", "0"}, {"later", "1"}}}};
  return c;
}

/// What an Error says of a certificate that is changed at a place.
std::string error_with(const char* place, const json& value) {
  json c = full();
  c[json::json_pointer(place)] = value;
  return error_of(c.dump());
}

TEST(Document, NamesTheKeyThatIsMissing) {
  for (const char* place : {"/certificate",
                            "/version",
                            "/encoding",
                            "/outcome",
                            "/frequencies",
                            "/near",
                            "/rows",
                            "/near/last",
                            "/near/threshold",
                            "/near/found",
                            "/near/schemes",
                            "/near/found/0/offset",
                            "/near/found/0/distance",
                            "/near/schemes/0/method",
                            "/near/schemes/0/top",
                            "/near/schemes/0/starts",
                            "/near/schemes/1/bits",
                            "/near/schemes/1/unit",
                            "/near/schemes/1/basis",
                            "/rows/format",
                            "/rows/first",
                            "/rows/last",
                            "/rows/amplitude",
                            "/rows/scope",
                            "/rows/collision/later"}) {
    json c = full();
    const json::json_pointer pointer(place);
    c[pointer.parent_pointer()].erase(pointer.back());
    const std::string error = error_of(c.dump());
    EXPECT_THAT(error, HasSubstr(pointer.back() + ": missing")) << place;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  for (const auto& [theorem, outcome, key] : {std::tuple("uniqueness", "holds", "minimum"),
                                              {"neighbours", "fails", "rival"},
                                              {"near-collisions", "holds", "closest"}}) {
    json c = full();
    c["certificate"] = theorem;
    c["outcome"] = outcome;
    EXPECT_EQ(error_of(c.dump()), std::string(key) + ": missing");
  }
}

constexpr const char* kTyped[] = {"/certificate",
                                  "/version",
                                  "/encoding",
                                  "/outcome",
                                  "/frequencies",
                                  "/near",
                                  "/rows",
                                  "/near/last",
                                  "/near/threshold",
                                  "/near/found",
                                  "/near/schemes",
                                  "/near/found/0",
                                  "/near/found/0/offset",
                                  "/near/found/0/distance",
                                  "/near/found/0/distance/0",
                                  "/near/schemes/0",
                                  "/near/schemes/0/method",
                                  "/near/schemes/0/top",
                                  "/near/schemes/0/starts",
                                  "/near/schemes/0/starts/1",
                                  "/near/schemes/1/bits",
                                  "/near/schemes/1/unit",
                                  "/near/schemes/1/basis",
                                  "/near/schemes/1/basis/0",
                                  "/near/schemes/1/basis/0/1",
                                  "/rows/format",
                                  "/rows/first",
                                  "/rows/amplitude",
                                  "/rows/collision",
                                  "/frequencies/0",
                                  "/frequencies/0/0",
                                  "/frequencies/0/2"};

TEST(Document, RefusesWhatIsOfAnotherType) {
  for (const char* place : kTyped)
    for (const json& value : {json(1.5), json(true), json(nullptr), json("?"), json::object(),
                              json::array(), json(-7), json(1e300), json("1e5"), json("0x10")}) {
      if (place == std::string("/encoding") && value.is_string()) continue;
      if (place == std::string("/near/found") && value.is_array()) continue;
      if (place == std::string("/near/schemes/1/basis/0/1") && value == -7) continue;
      if (place == std::string("/rows/first") && value == -7) continue;
      if (place == std::string("/rows/collision") && value.is_null()) continue;
      if (place == std::string("/near/found/0/distance/0") && value == "1e5") continue;
      const std::string error = error_with(place, value);
      EXPECT_NE(error, "") << place << " " << value;
      EXPECT_EQ(error.find('\n'), std::string::npos);
    }
}

TEST(Document, SaysWhatBelongsThere) {
  EXPECT_EQ(error_with("/near/last", "12x"), "near.last: must be an integer, as digits in a text");
  EXPECT_EQ(error_with("/near/last", "0"), "near.last: must be at least 1");
  EXPECT_EQ(error_with("/near/threshold", "1/0"),
            "near.threshold: must be an exact number 'a/b' or 'a', in digits");
  EXPECT_EQ(error_with("/near/threshold", "0/5"), "near.threshold: must be above 0");
  EXPECT_EQ(error_with("/near/found/0/offset", "4"), "near.found[0]: lies beyond near.last");
  EXPECT_EQ(error_with("/near/found/1", offset(2, 1)), "near.found[1]: offsets must ascend");
  EXPECT_EQ(error_with("/version", 2), "version: must be from 1 to 1");
  EXPECT_EQ(error_with("/near/schemes/0/top", 2),
            "near.schemes[0].starts: must be a list of 3 elements, not of 2");
  EXPECT_EQ(error_with("/near/schemes/0/starts/0", 2),
            "near.schemes[0].starts[0]: must be from 0 to 1");
  EXPECT_EQ(error_with("/rows/scope", "even rows"), "rows.scope: must be 'every row'");
  EXPECT_EQ(error_with("/rows/format", "float8"),
            "rows.format: must be float16, bfloat16, float32, float64 or binary128");
  EXPECT_EQ(error_with("/rows/amplitude", "0"), "rows.amplitude: must be a number other than 0");
  EXPECT_EQ(error_with("/rows/amplitude", "32768"), "rows.amplitude: beyond what float16 holds");
  EXPECT_THAT(error_with("/certificate", "periodicity"),
              StartsWith("certificate: no checker for 'periodicity'"));
  EXPECT_EQ(error_with("/certificate", "\x1b[2J").find('\x1b'), std::string::npos);
}

TEST(Document, RefusesExpressionsThatHaveNoValue) {
  const json two = full();
  for (const json& e :
       {json{"log", "0"}, json{"log", "-1"}, json{"power", "0", "-1"}, json{"power", "-2", "1/2"},
        json{"power", "10", "99999999999999999999"}, json{"log", {"sum", {"pi"}, "-22"}}})
    EXPECT_EQ(error_with("/frequencies/0", e), "frequencies[0]: has no value, or one beyond 2^4096")
        << e;
  EXPECT_THAT(error_with("/frequencies/0", {"root", "2"}), StartsWith("frequencies[0][0]: must"));
  EXPECT_THAT(error_with("/frequencies/0", {"sum", "2"}), StartsWith("frequencies[0][0]: needs 2"));
  EXPECT_THAT(error_with("/frequencies/0", {"power", "2", std::string(65, '9')}),
              StartsWith("frequencies[0][2]: an exponent"));
  EXPECT_THAT(error_with("/frequencies/0", std::string(20001, '9')),
              StartsWith("frequencies[0]: longer"));
  json deep = "1";
  for (int k = 0; k < 33; ++k) deep = {"log", deep};
  EXPECT_THAT(error_with("/frequencies/0", deep), HasSubstr("nested more than 32 deep"));
}

TEST(Document, HoldsExpressionsOfTheirValue) {
  for (const auto& [e, value] :
       {std::pair<json, double>{"-7/2", -3.5},
        {{"pi"}, 3.141592653589793},
        {{"log", "10"}, 2.302585092994046},
        {{"power", "10000", "-1/64"}, 0.8659643233600653},
        {{"power", {"sum", {"pi"}, {"log", "10"}}, "2"}, 29.639071336398686},
        {{"product", {"log", "2"}, {"product", "3", {"pi"}}}, 6.532758270910805}}) {
    const Real x = evaluate(read_expression(Node(e, "e")), 200);
    EXPECT_DOUBLE_EQ(arf_get_d(arb_midref(x.get()), ARF_RND_NEAR), value) << e;
  }
}

TEST(Document, RefusesWhatIsNoDocument) {
  const std::string whole = full().dump();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THAT(error_of(whole.substr(0, size)), StartsWith("certificate: ")) << size;
  EXPECT_THAT(error_of(std::string(1000000, '[')), HasSubstr("nested more than 64 deep"));
  EXPECT_THAT(error_of("{\"a\": 1, \"a\": 2}"), HasSubstr("'a' comes twice"));
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("must be an object"));
  EXPECT_THAT(error_of("{\"near\": 1e999999}"), StartsWith("certificate: "));
  EXPECT_THAT(error_of("\xff\xfe"), StartsWith("certificate: not JSON"));
  EXPECT_THAT(error_of("7"), HasSubstr("must be an object"));
}

/// Bytes changed at random: one line or an answer, never anything else.
TEST(Document, SurvivesAnyByte) {
  const std::string whole = full().dump();
  const std::string bytes = "\"[]{},:0123456789-/eE.x \x80";
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    std::string changed = whole;
    changed[at] = bytes[(at * 7) % bytes.size()];
    EXPECT_EQ(error_of(changed).find('\n'), std::string::npos);
  }
}

/// Equations in a certificate of another theorem make it no identity.
TEST(Document, IsOfTheTheoremThatItNames) {
  json c = neighbours(64, "999", blocks(64, 5));
  c["equations"] = {{{"left", "0"}, {"right", "0"}, {"degrees", {{"angles", json::object()}}}}};
  c["wrong"] = json::array();
  EXPECT_THAT(checked(c).what, StartsWith("neighbours of sinusoidal dim=64"));
  c["near"] = "nonsense";
  EXPECT_THAT(error_of(c.dump()), StartsWith("near"));
}

}  // namespace
}  // namespace sextant::certificate
