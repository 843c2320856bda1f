#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "sextant/sweep/folder.hpp"
#include "sweep/jobs.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

namespace fs = std::filesystem;

using sweep::Record;

/// What a folder has read before it looks at again: the file is what counts.
TEST(SweepFolder, SeesWhatWasAlteredMeanwhile) {
  const Folder folder;
  sweep::Folder made(folder / "s");
  made.add(record(0, 100));
  made.add(record(100, 300));
  const auto text = [&] {
    made.scan();
    std::string all;
    for (const sweep::Kept& one : made.records())
      all += fmt::format("{} {} {}\n", one.first, one.last, one.checksum);
    return all + to_json(made.measured(), 1).dump();
  };
  const auto of = [](const std::vector<Record>& some) {
    std::string all;
    sweep::Measured sum;
    for (const Record& one : some) {
      all += fmt::format("{} {} {}\n", one.first, one.last, sweep::sound_checksum(to_text(one)));
      sum.merge(one.measured);
    }
    return all + to_json(sum, 1).dump();
  };
  const std::string whole = of({record(0, 100), record(100, 300)});
  EXPECT_EQ(text(), whole);
  EXPECT_EQ(text(), whole);
  Record other = record(100, 300);
  other.measured.octaves.begin()->second.statistics.misrounded += 1;
  made.add(other);
  EXPECT_EQ(text(), of({record(0, 100), other}));
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder / "s/records")) files.push_back(file);
  std::sort(files.begin(), files.end());
  ASSERT_EQ(files.size(), 2U);
  put_file(files[1].string(), to_text(record(100, 300)));
  EXPECT_EQ(text(), whole);
  put_file(files[0].string(), to_text(record(0, 100)).substr(1));
  EXPECT_EQ(text(), of({record(100, 300)}));
  EXPECT_EQ(made.damaged().size(), 1U);
  fs::remove(files[0]);
  EXPECT_EQ(text(), of({record(100, 300)}));
  EXPECT_TRUE(made.damaged().empty());
}

}  // namespace
}  // namespace sextant
