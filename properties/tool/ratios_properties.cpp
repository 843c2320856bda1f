#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/report/document/result_file.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr auto kBig = "/131072x512";

json entry(const std::string& name, double time, double elements, const char* unit = "ns") {
  return {{"name", name},      {"run_name", name},  {"cpu_time", time},
          {"real_time", time}, {"time_unit", unit}, {"elements", elements}};
}

json median(const std::string& name, double time, double elements) {
  json whole = entry(name, time, elements);
  whole["aggregate_name"] = "median";
  return whole;
}

struct Made {
  Ran ran;
  json speed;  ///< null: no file was written
};

Ran python(const std::string& script, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(),
                   {"-B", SEXTANT_SCRIPTS_DIR "/../reports/benchmark/" + script});
  return run_program("/usr/bin/python3", arguments);
}

/// ratios.py, given these benchmarks.
Made made(const json& benchmarks) {
  const Folder folder;
  const json context = {{"date", "2000-01-02T03:04:05+00:00"},
                        {"cpu", "abacus"},
                        {"sextant_target", "AVX0"},
                        {"options", "none"},
                        {"compiler", "GNU 1"},
                        {"glibc", "2.0"},
                        {"load_avg", {0.5, 0.25}}};
  put_file(folder / "in.json", json{{"context", context}, {"benchmarks", benchmarks}}.dump());
  Made result{python("ratios.py", {folder / "in.json", "--json", folder / "out.json", "--command",
                                   "scripts/bench --filter 'a b'", "--commit", "abc"}),
              {}};
  if (std::filesystem::exists(folder / "out.json")) result.speed = *read_speed(folder / "out.json");
  return result;
}

json find(const json& rows, const std::string& text, const std::string& format) {
  for (const auto& row : rows)
    if (row["text"] == text && row["format"] == format) return row;
  return {};
}

json ours() { return entry(std::string("table/float32/sextant") + kBig, 125, 1000); }

TEST(Ratios, AreThoseOfTheTimes) {
  const Made m = made({ours(), entry(std::string("table/float32/glibc") + kBig, 2.5, 1000, "us"),
                       entry(std::string("table/float32/fill") + kBig, 50, 1000),
                       entry(std::string("table/float32/sleef") + kBig, 500, 500),
                       entry(std::string("table/float32/sextant-halves") + kBig, 200, 1000)});
  ASSERT_EQ(m.ran.status, 0) << m.ran.err;
  const json loop =
      find(m.speed["ratios"], "float32 against the naive glibc float loop", "float32");
  EXPECT_EQ(loop, (json{{"text", "float32 against the naive glibc float loop"},
                        {"better", "faster"},
                        {"needed", 20},
                        {"aim", 25},
                        {"measured", 20.0},
                        {"met", true},
                        {"who", "glibc"},
                        {"format", "float32"},
                        {"size", "131072x512"}}));
  const json sleef = find(m.speed["ratios"], "float32 against SLEEF u10, 8 lanes", "float32");
  EXPECT_EQ(sleef["measured"], 8.0);
  EXPECT_EQ(sleef["met"], false);
  const json fill = find(m.speed["ratios"], "float32 against a non-temporal fill", "float32");
  EXPECT_EQ(fill["better"], "at most");
  EXPECT_EQ(fill["measured"], 2.5);
  EXPECT_EQ(fill["met"], false);
  EXPECT_EQ(find(m.speed["layouts"], "halves", "float32")["measured"], 1.6);
  for (const char* line :
       {"| 20× faster | 25× faster | 20× |", "| 8× (missed) |",
        "| at most 1.05× its time | 2.5× (missed) |", "| halves | 1.6× (missed)"})
    EXPECT_THAT(m.ran.out, HasSubstr(line));
}

TEST(Ratios, SayUnderWhichCircumstances) {
  const json speed = made(json::array({ours()})).speed;
  EXPECT_EQ(speed["command"], "scripts/bench --filter 'a b'");
  EXPECT_EQ(speed["date"], "2000-01-02T03:04:05+00:00");
  EXPECT_EQ(speed["cpu"], "abacus");
  EXPECT_EQ(speed["target"], "AVX0");
  EXPECT_EQ(speed["commit"], "abc");
  EXPECT_EQ(speed["load"], (json{0.5, 0.25}));
}

/// A median counts, not a repetition; the fastest of several peers; real time of threads.
TEST(Ratios, AreOfTheTimesThatCount) {
  const std::string float64 = "table/float64/";
  json threads = entry(std::string("table/float32/sextant-2-threads") + kBig, 1, 1000);
  threads["real_time"] = 62.5;
  const Made m =
      made({ours(), median(float64 + "sextant" + kBig, 100, 100),
            entry(float64 + "sextant" + kBig, 900, 100), entry(float64 + "glibc" + kBig, 300, 100),
            entry(float64 + "glibc-sincos" + kBig, 400, 100), threads});
  const json sincos = find(m.speed["ratios"], "float64 against glibc sincos", "float64");
  EXPECT_EQ(sincos["measured"], 3.0);
  EXPECT_EQ(sincos["who"], "glibc");
  EXPECT_EQ(find(m.speed["ratios"], "two threads against one, float32", "float32")["measured"],
            2.0);
  for (const auto& maker : m.speed["makers"]) EXPECT_NE(maker["who"], "sextant-2-threads");
}

TEST(Ratios, WithoutPeersAreNotRun) {
  const Made m = made(json::array({ours()}));
  ASSERT_EQ(m.ran.status, 0) << m.ran.err;
  int rows = 0;
  for (const auto& row : m.speed["ratios"]) {
    EXPECT_TRUE(row["measured"].is_null()) << row;
    EXPECT_TRUE(row["met"].is_null()) << row;
    ++rows;
  }
  EXPECT_GT(rows, 15);
  EXPECT_THAT(m.ran.out, HasSubstr("| float32 against PyTorch |  |  | not run |"));
  EXPECT_EQ(m.speed["makers"].size(), 1U);
  EXPECT_EQ(m.speed["makers"][0]["nanoseconds"], 0.125);
}

TEST(Ratios, OfABenchmarkThatFailedAreAFault) {
  json failed = entry("table/float32/glibc/131072x512", 0, 0);
  failed["error_occurred"] = true;
  failed["error_message"] = "entry 3 differs";
  const Made m = made({ours(), failed});
  EXPECT_EQ(m.ran.status, 1);
  EXPECT_EQ(m.ran.err, "bench: table/float32/glibc/131072x512: entry 3 differs\n");
  EXPECT_TRUE(m.speed.is_null());
  EXPECT_EQ(python("ratios.py", {"/nowhere.json"}).err.rfind("bench: /nowhere.json: ", 0), 0U);
}

/// The figures of the page are those of the file in the tree.
TEST(Results, ShowTheSpeedOfTheFile) {
  const Ran ran = python("readme.py", {"--check"});
  EXPECT_EQ(ran.status, 0) << ran.err;
}

TEST(Results, AreRenewedFromTheFile) {
  const Folder folder;
  const std::string tree = SEXTANT_SCRIPTS_DIR "/..";
  json speed = json::parse(read_file(tree + "/reports/results/speed.json"));
  for (json& maker : speed["makers"]) maker["nanoseconds"] = 543.25;
  put_file(folder / "speed.json", speed.dump());
  const std::string before = read_file(tree + "/reports/guide/results.md");
  put_file(folder / "results.md", before);
  const auto results = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--speed", folder / "speed.json", "--readme", folder / "results.md"});
    return python("readme.py", more);
  };
  EXPECT_EQ(results({"--check"}).status, 1);
  EXPECT_EQ(read_file(folder / "results.md"), before);
  EXPECT_EQ(results({}).status, 0);
  EXPECT_EQ(results({"--check"}).status, 0);
  EXPECT_THAT(read_file(folder / "results.md"), HasSubstr("| **543** |"));
  put_file(folder / "results.md", "# No place\n");
  EXPECT_THAT(results({}).err, HasSubstr("no place for the figures"));
}

}  // namespace
}  // namespace sextant
