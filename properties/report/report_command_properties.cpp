#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/sample.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using testing::HasSubstr;

constexpr const char* kSmall = "report --dim 4 --recipes turns --formats float32 --octaves 2 -o ";

/// A folder of programs that is searched first while it exists.
class Programs {
 public:
  Programs() : before_(std::getenv("PATH")) {
    ::setenv("PATH", ((folder_ / "") + ":" + before_).c_str(), 1);
  }
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;
  ~Programs() { ::setenv("PATH", before_.c_str(), 1); }

  void put(const std::string& name, const std::string& commands) const {
    put_file(folder_ / name, "#!/bin/sh\n" + commands + "\n");
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }

 private:
  std::string before_;
  Folder folder_;
};

TEST(ReportCommand, OpensThePageIfAsked) {
  const Folder folder;
  const Programs programs;
  programs.put("xdg-open", "echo \"$1\" > " + (folder / "opened"));
  const Ran closed = sextant_line(kSmall + (folder / "report"));
  EXPECT_EQ(closed.status, 0) << closed.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "opened"));
  const Ran opened = sextant_line(kSmall + (folder / "report") + " --open");
  EXPECT_EQ(opened.status, 0) << opened.err;
  EXPECT_EQ(read_file(folder / "opened"), (folder / "report/index.html") + "\n");
  programs.put("xdg-open", "exit 3");
  const Ran failed = sextant_line(kSmall + (folder / "report") + " --open");
  EXPECT_EQ(failed.status, 0);
  EXPECT_THAT(failed.err, HasSubstr("open it in a browser"));
}

/// Without --everything there is nothing but the encoding asked for; without records, no evidence.
TEST(ReportCommand, MeasuresWhatItIsAskedFor) {
  const Folder folder;
  ASSERT_EQ(sextant_line(kSmall + (folder / "report")).status, 0);
  const auto report = nlohmann::json::parse(read_file(folder / "report/report.json"));
  for (const char* key : {"encodings", "attention", "claims"}) EXPECT_FALSE(report.contains(key));
  EXPECT_EQ(report["answer"]["context"], "4");
  EXPECT_FALSE(std::filesystem::exists(folder / "report/evidence.html"));
  EXPECT_LE(std::filesystem::file_size(folder / "report/report.md"), 60'000U);
}

/// The page of scripts/build --preset web is copied into the folder of the report.  Another file is
/// refused.
TEST(ReportCommand, CopiesTheExactPage) {
  const Folder folder;
  const std::string marked = R"(<script type="text/plain" id="wasm"></script>)";
  put_file(folder / "page.html", marked);
  put_file(folder / "other.html", "<script></script>");
  const std::string other =
      kSmall + (folder / "never") + " --exact-page " + (folder / "other.html");
  EXPECT_TRUE(refuses(sextant_line(other), "not the page of scripts/build --preset web"));
  EXPECT_FALSE(std::filesystem::exists(folder / "never"));
  const std::string asked =
      kSmall + (folder / "report") + " --exact-page " + (folder / "page.html");
  ASSERT_EQ(sextant_line(asked).status, 0);
  EXPECT_EQ(read_file(folder / "report/sextant.html"), marked);
}

TEST(ReportCommand, RefusesAReportOfAnEarlierVersion) {
  const Folder folder;
  nlohmann::json report = small_sample_report();
  put_file(folder / "new.json", report.dump());
  report["version"] = 1;
  put_file(folder / "old.json", report.dump());
  EXPECT_TRUE(
      refuses(sextant_line("report diff " + (folder / "old.json") + " " + (folder / "new.json")),
              "make the report again"));
}

}  // namespace
}  // namespace sextant::properties
