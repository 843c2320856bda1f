#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/sweep/folder_files.hpp"
#include "sextant/sweep/sweep_driver.hpp"
#include "sweep/jobs.hpp"

namespace sextant {
namespace {

/// Whatever byte of a record is another, or however many are missing, it is seen.
PROPERTY(SweepRecord, IsKnownFromADamagedOne) {
  static const std::string text = to_text(record(64, 128));
  std::string damaged = text;
  const auto at = *draw::full(draw::in_range<std::size_t>(0, text.size()));
  if (*draw::arbitrary<bool>())
    damaged.resize(at);
  else
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << *draw::in_range(0, 8)));
  RC_ASSERT_THROWS_AS(sweep::read_record(damaged), Error);
  RC_ASSERT(to_text(sweep::read_record(text)) == text);
}

/// Records whose checksum is right and whose words cannot be.  This one has octaves 6 and 7.
TEST(SweepRecord, IsOneThatCouldBe) {
  const auto forged = [](const std::function<void(nlohmann::json&)>& change) {
    const std::string text = to_text(record(32, 128));
    auto object = nlohmann::json::parse(text.substr(0, text.rfind(" checksum ")));
    change(object);
    const std::string body = object.dump();
    return body + " checksum " + sweep::checksum(body) + "\n";
  };
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    EXPECT_THROW((void)sweep::read_record(forged(change)), Error) << forged(change).substr(0, 200);
  };
  EXPECT_NO_THROW((void)sweep::read_record(forged([](auto&) {})));
  refused([](auto& o) { o["octaves"] = nlohmann::json::array(); });
  refused([](auto& o) { o["octaves"] = nullptr; });
  refused([](auto& o) { o["octaves"][0]["entries"] = 255; });
  refused([](auto& o) { o["octaves"][0]["entries"] = -1; });
  for (const auto& wrong :
       {nlohmann::json(65), nlohmann::json(-63), nlohmann::json(6.5), nlohmann::json("6"),
        nlohmann::json(std::uint64_t{1} << 32 | 6), nlohmann::json(~std::uint64_t{4})})
    refused([&](auto& o) { o["octaves"][0]["octave"] = wrong; });
  refused([](auto& o) { o["octaves"][0].erase("octave"); });
  refused([](auto& o) { o["octaves"].push_back(o["octaves"][0]); });
  refused([](auto& o) { o["octaves"][0]["worst"]["ulps"]["row"] = 31; });
  refused([](auto& o) { o["octaves"][0]["worst"]["ulps"]["channel"] = 8; });
  refused([](auto& o) { o["octaves"][0]["octave"] = 5; });
  refused([](auto& o) { std::swap(o["octaves"][0]["worst"], o["octaves"][1]["worst"]); });
  refused([](auto& o) {
    auto& place = o["octaves"][0]["worst"]["ulps"];
    place["row"] = place["row"] == 40 ? 41 : 40;
  });
  refused([](auto& o) { o["octaves"][0]["worst"]["ulps"]["correct"] = 3; });
  refused([](auto& o) { o["octaves"][0]["histogram"]["steps"][0] = 1; });
  refused([](auto& o) { o["octaves"][0]["histogram"].erase("absolute"); });
  refused([](auto& o) { o["channels"][0]["steps"].push_back(1); });
  refused([](auto& o) { o["channels"][0]["absolute"] = std::vector<int>(67, 1); });
  refused([](auto& o) { o["channels"].erase(7); });
  refused([](auto& o) { o["channels"] = nullptr; });
  refused([](auto& o) { std::swap(o["channels"][0]["steps"], o["channels"][0]["more"]); });
  refused([](auto& o) { o["octaves"][0]["beyond"]["beyond 3"] = nullptr; });
  refused([](auto& o) { o["octaves"][0]["beyond"].erase("faithful"); });
  refused([](auto& o) { o["job"]["limits"] = {3}; });
  refused([](auto& o) { o["job"]["limits"] = "3"; });
  refused([](auto& o) { o["job"]["rows_apart"] = 1; });
  refused([](auto& o) { o["octaves"][0]["defects"] = {{"norm", nullptr}}; });
  refused([](auto& o) { o["last"] = 301; });
  refused([](auto& o) { o["first"] = 128; });
  refused([](auto& o) { o["job"]["rows"] = 200; });
  refused([](auto& o) { o["job"]["more"] = 1; });
  refused([](auto& o) { o["job"]["encoding"] = "sinusoidal\033[31m"; });
  refused([](auto& o) { o["library"] = "0123456789abcdef\nsextant: all is well"; });
  refused([](auto& o) { o["recipe"] = "\u009b31m"; });
  refused([](auto& o) { o["job"] = {{"rows", 300}}; });
  refused([](auto& o) { o["job"]["recipe"] = nlohmann::json::parse("[[[[[[[[[[1]]]]]]]]]]"); });
  EXPECT_THROW((void)sweep::read_record(forged([](auto& o) { o["version"] = 2; })),
               sweep::OtherVersion);
}

/// Of the most columns and limits, each class with a count of twenty digits, and of all octaves.
TEST(SweepRecord, IsNeverTooLargeForItsFile) {
  measure::ErrorClasses spread;
  spread.steps.fill(~std::uint64_t{0});
  spread.absolute.fill(~std::uint64_t{0});
  const auto size = [](const nlohmann::json& one) {
    return nlohmann::json{{"one", {one}}}.dump(1).size();
  };
  sweep::Job job = small_sweep();
  for (std::size_t k = 0; k < sweep::Job::kMostLimits; ++k)
    job.limits.push_back(1e-300 / (1 + 3 * static_cast<double>(k)));
  job.rows_apart = 1;
  const sweep::Record measured = record(250, 256, job);
  ASSERT_EQ(measured.measured.octaves.size(), 1U);
  sweep::Found octave = measured.measured.octaves.begin()->second;
  octave.spread = spread;
  constexpr std::size_t kOctaves = 64 + 39 + 1;
  EXPECT_LT(size(sweep::to_json(spread)) * sweep::Job::kMostColumns +
                2 * size(sweep::to_json(octave, 1)) * kOctaves,
            sweep::kLargestFile);
}

/// Defects and what was asked of them go together.
TEST(SweepRecord, HasTheDefectsThatWereAskedFor) {
  sweep::Job job = small_sweep();
  job.rows_apart = 3;
  const std::string text = to_text(record(64, 128, job));
  EXPECT_EQ(to_text(sweep::read_record(text)), text);
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    auto object = nlohmann::json::parse(text.substr(0, text.rfind(" checksum ")));
    change(object);
    const std::string body = object.dump();
    EXPECT_THROW((void)sweep::read_record(body + " checksum " + sweep::checksum(body) + "\n"),
                 Error);
  };
  refused([](auto& o) { o["job"].erase("rows_apart"); });
  refused([](auto& o) { o["job"]["rows_apart"] = 1025; });
  refused([](auto& o) { o["job"]["rows_apart"] = -1; });
  refused([](auto& o) { o["octaves"][0].erase("defects"); });
  refused([](auto& o) { o["octaves"][0]["defects"].erase("shift"); });
  refused([](auto& o) { o["octaves"][0]["defects"]["norm"]["value"] = -1; });
  refused([](auto& o) { o["octaves"][0]["defects"]["norm"]["value"] = "nan"; });
  refused([](auto& o) { o["octaves"][0]["defects"]["rotation"]["row"] = 128; });
  refused([](auto& o) { o["octaves"][0]["defects"]["norm"]["channel"] = 8; });
}

TEST(Chunks, AreCutOnOneGrid) {
  using sweep::MissingRange;
  const auto text = [](const std::vector<MissingRange>& missing_ranges) {
    std::string found;
    for (const MissingRange& range : missing_ranges)
      found += std::to_string(range.first) + "-" + std::to_string(range.last) + " ";
    return found;
  };
  EXPECT_EQ(text(sweep::chunks({{0, 10}}, 4, {})), "0-4 4-8 8-10 ");
  EXPECT_EQ(text(sweep::chunks({{2, 10}}, 4, {})), "2-4 4-8 8-10 ");
  EXPECT_EQ(text(sweep::chunks({{2, 6}}, 4, {})), "2-4 4-6 ");
  EXPECT_EQ(text(sweep::chunks({{2, 3}, {5, 20}}, 4, {1, 2})), "5-8 12-16 ");
  EXPECT_EQ(text(sweep::chunks({{0, 3}}, std::uint64_t{1} << 63, {})), "0-3 ");
  sweep::Job job = small_sweep();  // of 8 channels
  EXPECT_EQ(sweep::usual_chunk(job), std::uint64_t{1} << 23);
  EXPECT_EQ(sweep::usual_chunk(job, 3), 8U);  // 300 rows
  EXPECT_EQ(sweep::usual_chunk(job, 1000), 1U);
  job.positions = Positions::parse("0:2^32");
  EXPECT_EQ(sweep::usual_chunk(job), std::uint64_t{1} << 25);
  job.recipe = "float64-angle";
  EXPECT_EQ(sweep::usual_chunk(job), std::uint64_t{1} << 23);
}

}  // namespace
}  // namespace sextant
