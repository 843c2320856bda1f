#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/sweep/sweep_driver.hpp"
#include "sweep/jobs.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

namespace fs = std::filesystem;

using sweep::Record;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// What is missing of a merged folder later, several processes cut alike: as its parts were, or in
/// chunks of the longest record.
TEST(SweepFolder, KeepsTheChunksOfWhatIsMerged) {
  const Folder folder;
  const auto rows_of_a_chunk = [&](const std::string& name) {
    return nlohmann::json::parse(read_file(folder / (name + "/origin.json")))["chunk"];
  };
  sweep::SweepDriver one;
  one.job = small_sweep();
  one.chunk = 1000;  // which no record has
  (void)one.run(folder / "one");
  (void)sweep::merge({folder / "one"}, folder / "together");
  EXPECT_EQ(rows_of_a_chunk("together"), 1000);
  (void)sweep::merge({folder / "together"}, folder / "again");
  EXPECT_EQ(rows_of_a_chunk("again"), 1000);
  sweep::Folder bare(folder / "bare");
  bare.add(record(0, 100));
  bare.add(record(100, 300));
  (void)sweep::merge({folder / "bare"}, folder / "of bare");
  EXPECT_EQ(rows_of_a_chunk("of bare"), 200);
}

/// Nothing is written where records do not go together, and both sides are named.
TEST(SweepFolder, MergesNoneThatDoNotGoTogether) {
  const Folder folder;
  const auto with = [&](const std::string& name, const std::vector<Record>& all) {
    sweep::Folder made(folder / name);
    for (const Record& one : all) made.add(one);
    return fs::path(folder / name);
  };
  const auto merged = [&](const std::vector<fs::path>& parts) {
    return [=, &folder] { (void)sweep::merge(parts, folder / "merged"); };
  };
  const auto begin = with("begin", {record(0, 100)});
  const auto end = with("end", {record(100, 300)});
  EXPECT_THAT(merged({begin}), ThrowsMessage<Error>(HasSubstr("rows 100 to 299 are in none")));
  EXPECT_THAT(merged({end}), ThrowsMessage<Error>(HasSubstr("rows 0 to 99 are in none")));
  EXPECT_THAT(merged({with("all but one", {record(0, 299)})}),
              ThrowsMessage<Error>(HasSubstr("row 299 is in none")));
  const auto overlapping = with("overlapping", {record(90, 300)});
  EXPECT_THAT(merged({begin, overlapping}), ThrowsMessage<Error>(HasSubstr("overlap")));
  EXPECT_THAT(merged({begin, overlapping}), ThrowsMessage<Error>(HasSubstr("begin")));

  Record altered = record(100, 300);
  altered.measured.octaves.begin()->second.statistics.misrounded += 1;
  const auto contradicting = with("contradicting", {altered});
  EXPECT_THAT(merged({begin, end, contradicting}), ThrowsMessage<Error>(HasSubstr("contradicts")));
  sweep::Job other = small_sweep();
  other.recipe = "pow-divide";
  EXPECT_THAT(merged({begin, with("other", {record(100, 300, other)})}),
              ThrowsMessage<Error>(HasSubstr("recipe is 'pow-divide', and 'exp-log'")));
  for (const auto& [name, words, change] :
       {std::tuple<const char*, const char*, void (*)(sweep::Job&)>{
            "wide", "encoding is 'sinusoidal dim=16",
            [](sweep::Job& job) { std::get<Sinusoidal>(job.encoding).dim = 16; }},
        {"limited", "--beyond is [3.0], and not given", [](sweep::Job& job) { job.limits = {3}; }},
        {"with defects", "--defects is 2, and not given",
         [](sweep::Job& job) { job.rows_apart = 2; }},
        {"of timesteps", "positions is 'float32:", [](sweep::Job& job) {
           job.positions = Positions::parse_any("float32:1:1.0001");
           job.positions.count = 300;
         }}}) {
    sweep::Job changed = small_sweep();
    change(changed);
    EXPECT_THAT(merged({begin, with(name, {record(100, 300, changed)})}),
                ThrowsMessage<Error>(HasSubstr(words)));
  }
  Record elsewhere = record(100, 300);
  elsewhere.origin.library = "0123456789abcdef";
  EXPECT_THAT(merged({begin, with("elsewhere", {elsewhere})}),
              ThrowsMessage<Error>(HasSubstr("mathematical library")));
  Record newer = record(100, 300);
  newer.origin.recipe = "0123456789abcdef";
  EXPECT_THAT(merged({begin, with("newer", {newer})}),
              ThrowsMessage<Error>(HasSubstr("version of the recipe")));
  newer.origin.library = "0123456789abcdef";
  EXPECT_THAT(merged({begin, with("both", {newer})}),
              ThrowsMessage<Error>(HasSubstr("mathematical library")));
  const auto edited = with("edited", {record(100, 300)});
  put_file((edited / "origin.json").string(), to_json(elsewhere.origin).dump());
  EXPECT_THAT(
      merged({begin, edited}),
      ThrowsMessage<Error>(HasSubstr("origin.json' is of another sweep: the mathematical")));
  fs::create_directory(folder / "taken");
  const auto taken = [&](const nlohmann::json& said, const char* why) {
    put_file(folder / "taken/origin.json", said.dump());
    EXPECT_THAT(
        [&] {
          (void)sweep::merge({begin, end}, folder / "taken");
        },
        ThrowsMessage<Error>(HasSubstr(why)));
    EXPECT_FALSE(fs::exists(folder / "taken/records"));
  };
  taken(to_json(elsewhere.origin), "origin.json' is of another sweep: the mathematical");
  auto said = to_json(record(0, 100).origin);
  said["chunk"] = -1;
  taken(said, "origin.json' is not what a sweep left here");
  const auto linked = with("linked", {record(100, 300)});
  fs::create_symlink(folder / "taken/origin.json", linked / "origin.json");
  EXPECT_THAT(merged({begin, linked}),
              ThrowsMessage<Error>(HasSubstr("linked/origin.json': no regular file")));
  fs::create_directory(folder / "none");
  EXPECT_THAT(merged({begin, folder / "none"}), ThrowsMessage<Error>(HasSubstr("no records")));
  put_file((end / "records" / "00000000000000000100-00000000000000000300.record").string(), "x");
  EXPECT_THAT(merged({begin, end}), ThrowsMessage<Error>(HasSubstr("is damaged")));
  EXPECT_FALSE(fs::exists(folder / "merged"));
}

}  // namespace
}  // namespace sextant
