#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// A folder with a finished sweep, of three records, whose files the system refuses.
class SweepRefused : public testing::Test {
 protected:
  void SetUp() override {
    const Ran none = run_program("/usr/bin/unshare", {"--user", "/bin/sh", "-c", ":"});
    if (none.status != 0) GTEST_SKIP() << "nobody is without rights here: " << none.err;
    ASSERT_EQ(sextant_line(sweep_).status, 0);
    whole_ = read_file(folder_ / "s/sweep.json");
  }
  void TearDown() override {
    (void)run_program("/bin/sh", {"-c", "chmod -R u+rwX '" + (folder_ / "") + "'"});
  }

  /// What the tool does once a command has been run, as the files' owner, and not as root.
  Ran ran_after(const std::string& command, const std::string& line) const {
    std::string words;
    for (const std::string& word : words_of(line)) words += " '" + word + "'";
    return run_program("/usr/bin/unshare", {"--user", "/bin/sh", "-c",
                                            "cd '" + (folder_ / "s") + "' && " + command +
                                                " && exec '" SEXTANT_TOOL "'" + words});
  }
  std::size_t damaged() const {
    std::size_t found = 0;
    for (const auto& entry : fs::directory_iterator(folder_ / "s/records"))
      found += entry.path().extension() == ".damaged" ? 1U : 0U;
    return found;
  }

  Folder folder_;
  const std::string sweep_ =
      "sweep --dim 8 --recipe exp-log --positions 0:300 --chunk 100 -o " + (folder_ / "s");
  const std::string merge_ = "sweep merge " + (folder_ / "s") + " -o " + (folder_ / "m");
  const std::string second_ = "records/00000000000000000100-00000000000000000200.record";
  std::string whole_;
};

/// What cannot be read may be whole: it is not quarantined, and its rows are not measured again.
TEST_F(SweepRefused, ARecordThatCannotBeReadIsNotDamaged) {
  const std::string why = "200.record': cannot be read: Permission denied";
  EXPECT_TRUE(refuses(ran_after("chmod 000 " + second_, sweep_), why));
  EXPECT_TRUE(refuses(ran_after(":", merge_), why));
  EXPECT_EQ(damaged(), 0U);
  EXPECT_FALSE(fs::exists(folder_ / "m"));
  const Ran again = ran_after("chmod 600 " + second_, sweep_);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(read_file(folder_ / "s/sweep.json"), whole_);
}

TEST_F(SweepRefused, WhatLiesBesideRecordsIsNamed) {
  for (const char* name : {"origin.json", "sweep.json", "records"}) {
    const std::string why = std::string(name) + "': cannot be read: Permission denied";
    EXPECT_TRUE(refuses(ran_after(std::string("chmod 000 ") + name, sweep_), why)) << name;
    EXPECT_TRUE(refuses(ran_after(":", merge_), why)) << name;
    EXPECT_EQ(ran_after(std::string("chmod 700 ") + name, sweep_).status, 0) << name;
  }
  const Ran closed = ran_after("chmod 000 .", sweep_);
  EXPECT_TRUE(refuses(closed, ": Permission denied"));
  EXPECT_THAT(closed.err, Not(HasSubstr("filesystem error")));
}

/// A finished sweep is shown where nothing can be written, and one that lacks a record says so.
TEST_F(SweepRefused, AFolderThatIsOnlyRead) {
  const Ran shown = ran_after("chmod 500 . records", sweep_);
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("exhaustive: "));
  EXPECT_TRUE(refuses(ran_after("chmod 700 records && rm " + second_, sweep_),
                      "sweep.json': cannot be removed, of a sweep that lacks records: Permission"));
  EXPECT_TRUE(refuses(ran_after("chmod 700 . && rm sweep.json && chmod 500 . records", sweep_),
                      "cannot be written"));
}

}  // namespace
}  // namespace sextant
