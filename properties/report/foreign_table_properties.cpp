#include <algorithm>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/schema.hpp"
#include "sextant/report/experiment/foreign_table.hpp"
#include "sextant/report/output/csv.hpp"
#include "sextant/report/output/markdown.hpp"
#include "sextant/tensor/table_file.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The report's part about a file without a stated encoding.
json seen(const std::string& path) {
  const Table table = open_table({.path = path});
  return *foreign_table(verify::judged(table, verify::named(table, {}), {}), "'theirs.npy'");
}

std::string written(const Folder& folder, const std::string& options) {
  const std::string path = folder / "theirs.npy";
  EXPECT_EQ(sextant_line("table --dim 64 " + options + " -o " + path).status, 0);
  return path;
}

TEST(ForeignTable, ShowsWhereATableIsOff) {
  const Folder folder;
  const json table = seen(written(folder, "--positions 0:512 --base 20000 --recipe exp-log"));
  EXPECT_EQ(table["rows"], 512);
  EXPECT_EQ(table["verdict"]["passes"], true);
  EXPECT_THAT(table["words"].get<std::string>(), HasSubstr("base=20000"));
  const json& errors = table["errors"];
  EXPECT_EQ(errors["every_row"], true);
  EXPECT_EQ(errors["channels"].size(), 64U);
  EXPECT_EQ(errors["positions"].size() * errors["rows"].get<std::size_t>(), 512U);
  double largest = 0;
  for (const json& line : errors["largest"]) {
    ASSERT_EQ(line.size(), 64U);
    for (const json& value : line) largest = std::max(largest, value.get<double>());
  }
  const double worst = table["verdict"]["worst"]["absolute"];
  EXPECT_GE(largest, worst);
  EXPECT_LE(largest, worst * 1.02);
}

TEST(ForeignTable, StandsInEveryFormOfTheReport) {
  const Folder folder;
  json report = small_sample_report();
  EXPECT_THAT(markdown(report), testing::Not(HasSubstr("## The table")));
  const json table = seen(written(folder, "--positions 0:100 --format float16"));
  report["table"] = table;
  require_report(report);
  EXPECT_THAT(markdown(report), HasSubstr("## The table\n\n    'theirs.npy': correctly-rounded"));
  std::string errors;
  for (const auto& [name, text] : csv(report))
    if (name == "table_errors.csv") errors = text;
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'),
            1 + std::ssize(table["errors"]["positions"]) * 64);
  report["table"].erase("errors");
  EXPECT_THROW(require_report(report), Error);
}

TEST(ForeignTable, IsRefusedBeforeAnythingIsMeasured) {
  const Folder folder;
  const std::string out = " -o " + (folder / "out");
  EXPECT_TRUE(refuses(sextant_line("report --table " + (folder / "none.npy") + out), "none.npy"));
  put_file(folder / "noise.npy", "noise");
  EXPECT_TRUE(refuses(sextant_line("report --table " + (folder / "noise.npy") + out), "noise.npy"));
  EXPECT_TRUE(refuses(sextant_line("report --first 3" + out), "go with --table"));
  EXPECT_TRUE(refuses(sextant_line("report --positions 9" + out), "--positions"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

}  // namespace
}  // namespace sextant::properties
