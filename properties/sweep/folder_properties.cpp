#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/sweep/chunk.hpp"
#include "sextant/sweep/sweep_driver.hpp"
#include "sweep/jobs.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

namespace fs = std::filesystem;

using sweep::Record;
using sweep::SweepDriver;
using testing::HasSubstr;
using testing::ThrowsMessage;

SweepDriver driver(std::uint64_t chunk = 64) {
  SweepDriver driver;
  driver.job = small_sweep();
  driver.chunk = chunk;
  return driver;
}

/// The result of a run, and what it says was damaged, and how many rows it measured.
struct Run {
  std::string result;
  std::vector<sweep::Damage> damaged;
  std::uint64_t rows = 0;
};
Run run(SweepDriver driver, const fs::path& path) {
  Run found;
  driver.begun = [&](std::uint64_t rows, const auto& damaged) {
    found.rows = rows;
    found.damaged = damaged;
  };
  const auto end = driver.run(path);
  if (end.whole) found.result = read_file((path / "sweep.json").string());
  return found;
}

std::vector<fs::path> records(const fs::path& path) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(path / "records")) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Records go, are cut off or are altered: those are measured again, the damaged ones are named,
/// and the result is the same to the byte.
PROPERTY(SweepFolder, GoesOnWhateverIsLostFull) {
  static const std::string whole = [] {
    const Folder folder;
    return run(driver(), folder / "whole").result;
  }();
  const Folder folder;
  const fs::path path = folder / "s";
  const auto chunk = *draw::element<std::uint64_t>(23, 64, 1000);
  RC_ASSERT(run(driver(chunk), path).result == whole);
  std::uint64_t lost = 0;
  std::size_t damaged = 0;
  for (const fs::path& file : records(path)) {
    const int what = *draw::in_range(0, 4);
    if (what > 2) continue;
    const Record one = sweep::read_record(read_file(file.string()));
    if (what == 0) {
      fs::remove(file);
    } else {
      std::string text = read_file(file.string());
      if (what == 1)
        text.resize(*draw::full(draw::in_range<std::size_t>(0, text.size())));
      else
        text[text.size() / 2] ^= 1;
      put_file(file.string(), text);
      ++damaged;
    }
    lost += one.last - one.first;
  }
  const Run again = run(driver(chunk), path);
  RC_ASSERT(again.result == whole);
  RC_ASSERT(again.rows == lost);
  RC_ASSERT(again.damaged.size() == damaged);
  RC_ASSERT(run(driver(chunk), path).damaged.empty());
  RC_ASSERT(sweep::merge({path}, folder / "merged").result() == whole);
}

/// While a record is missing there is no result, and one that is no record stays for its owner.
TEST(SweepFolder, HasAResultWhileItIsWhole) {
  const Folder folder;
  const fs::path path = folder / "s";
  (void)run(driver(), path);
  fs::remove(records(path).front());
  put_file((path / "records" / "notes.record").string(), "mine");
  put_file((path / "records" / "notes.unfinished").string(), "mine too");
  SweepDriver none = driver();
  none.shard = {1, 2};
  EXPECT_EQ(run(none, path).damaged.size(), 1U);
  EXPECT_FALSE(fs::exists(path / "sweep.json"));
  EXPECT_EQ(read_file((path / "records" / "notes.record.damaged").string()), "mine");
  EXPECT_EQ(read_file((path / "records" / "notes.unfinished").string()), "mine too");
  const std::string whole = run(driver(), path).result;
  EXPECT_FALSE(whole.empty());
  put_file((path / "sweep.json").string(), whole + " ");
  EXPECT_EQ(run(driver(), path).result, whole);
}

/// Where two processes find a record damaged, and one has put it aside and measured its rows again
/// before the other does so, nothing is lost: neither the new record nor what was quarantined.
TEST(SweepFolder, PutsNothingAsideThatIsWhole) {
  const Folder folder;
  const fs::path path = folder / "s";
  const std::string whole = run(driver(), path).result;
  const fs::path first = records(path).front();
  const std::string text = read_file(first.string());
  put_file(first.string(), text.substr(1));
  sweep::Folder slow(path);
  slow.scan();
  EXPECT_EQ(run(driver(), path).damaged.size(), 1U);
  EXPECT_TRUE(quarantine(slow.damaged()).empty());
  EXPECT_EQ(read_file(first.string()), text);
  EXPECT_EQ(read_file(first.string() + ".damaged"), text.substr(1));
  fs::create_hard_link(path / "sweep.json", path / "same");
  slow.withdraw_result(300);  // of what it knew a record was missing
  EXPECT_EQ(read_file((path / "sweep.json").string()), whole);
  EXPECT_TRUE(fs::equivalent(path / "sweep.json", path / "same")) << "it was never gone";
  put_file(first.string(), text.substr(2));
  EXPECT_EQ(run(driver(), path).damaged.front().now, first.string() + ".damaged2");
  EXPECT_EQ(read_file(first.string() + ".damaged"), text.substr(1));
  EXPECT_EQ(read_file(first.string() + ".damaged2"), text.substr(2));
}

/// A record that is no regular file is not written through.
TEST(SweepFolder, WritesThroughNoLink) {
  const Folder folder;
  const fs::path path = folder / "s";
  const std::string whole = run(driver(), path).result;
  const fs::path first = records(path).front();
  put_file(folder / "precious", "mine");
  fs::remove(first);
  fs::create_symlink(folder / "precious", first);
  EXPECT_EQ(run(driver(), path).result, whole);
  EXPECT_EQ(read_file(folder / "precious"), "mine");
}

/// Of 1, 2, 7 and 64 shards, in one folder or in several that are merged.
TEST(SweepFolder, IsTheSameOfAnyShardsFull) {
  const Folder folder;
  const std::string whole = run(driver(4), folder / "whole").result;
  ASSERT_FALSE(whole.empty());
  for (const std::uint64_t shards : {1U, 2U, 7U, 64U}) {
    std::vector<fs::path> parts;
    std::string last;
    for (std::uint64_t k = 0; k < shards; ++k) {
      SweepDriver one = driver(4);
      one.shard = {k, shards};
      parts.emplace_back(folder / (std::to_string(shards) + "-" + std::to_string(k)));
      (void)run(one, parts.back());
      last = run(one, folder / ("shared" + std::to_string(shards))).result;
    }
    EXPECT_EQ(last, whole) << shards;
    const fs::path merged = folder / ("merged" + std::to_string(shards));
    EXPECT_EQ(sweep::merge(parts, merged).result(), whole) << shards;
    EXPECT_EQ(read_file((merged / "sweep.json").string()), whole) << shards;
  }
}

TEST(SweepFolder, IsOfOneSweep) {
  const Folder folder;
  (void)run(driver(), folder / "s");
  const auto before = records(folder / "s");
  SweepDriver other = driver();
  other.job.positions = Positions::from(0, 400);
  EXPECT_THAT([&] { (void)other.run(folder / "s"); },
              ThrowsMessage<Error>(HasSubstr("another sweep")));
  EXPECT_EQ(records(folder / "s"), before);
  fs::create_directory(folder / "alone");  // records without what is beside them
  fs::copy(folder / "s/records", folder / "alone/records", fs::copy_options::recursive);
  EXPECT_THAT([&] { (void)other.run(folder / "alone"); },
              ThrowsMessage<Error>(HasSubstr("record' is of another sweep")));
  EXPECT_FALSE(fs::exists(folder / "alone/origin.json"));
  for (const fs::path& file : before) fs::remove(file);  // its origin and its result stay
  EXPECT_THAT([&] { (void)other.run(folder / "s"); },
              ThrowsMessage<Error>(HasSubstr("sweep.json' is of another sweep")));
  fs::remove(folder / "s/sweep.json");
  EXPECT_THAT([&] { (void)other.run(folder / "s"); },
              ThrowsMessage<Error>(HasSubstr("origin.json' is of another sweep")));
  EXPECT_THAT([&] { (void)driver(65).run(folder / "s"); },
              ThrowsMessage<Error>(HasSubstr("has chunks of 64 rows, and not of 65")));
  put_file(folder / "s/origin.json", "x");
  EXPECT_THAT([&] { (void)driver().run(folder / "s"); },
              ThrowsMessage<Error>(HasSubstr("origin.json' is not what a sweep left here")));
}

/// The first sweep takes the folder; later ones find it taken, even if they looked before.
TEST(SweepFolder, IsTakenByTheFirst) {
  const Folder folder;
  sweep::Job other = small_sweep();
  other.recipe = "pow-divide";
  const sweep::Folder one(folder / "s"), two(folder / "s");
  EXPECT_EQ(one.claim(record(0, 1).origin, 64, 128), 64U);
  EXPECT_EQ(two.claim(record(0, 1).origin, 64, 128), 64U);
  EXPECT_EQ(two.claim(record(0, 1).origin, 0, 128), 64U);
  EXPECT_THROW((void)two.claim(record(0, 1, other).origin, 64, 128), Error);
  EXPECT_EQ(sweep::Folder(folder / "fresh").claim(record(0, 1).origin, 0, 128), 128U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "s"), fs::directory_iterator()), 2);
}

TEST(SweepFolder, IsOfSoManyChunksAtMost) {
  const Folder folder;
  SweepDriver huge = driver(1);
  huge.job.positions = Positions::parse("0:2^40");
  EXPECT_THAT([&] { (void)huge.run(folder / "s"); },
              ThrowsMessage<Error>(HasSubstr("--chunk takes up to 2^30 rows")));
  EXPECT_FALSE(fs::exists(folder / "s"));
}

}  // namespace
}  // namespace sextant
