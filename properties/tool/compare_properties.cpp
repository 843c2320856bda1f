#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/report/document/json_schema.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kFaulty = data_file("fault_frequency_rounded_bf16_cos_p4000.npy");
const std::string kRope = " --encoding rope --base 500000 --part cos --first 4000 ";

/// What people read in the guide: the commands and every line below them.
std::vector<std::pair<std::string, std::string>> transcripts(const std::string& subcommand) {
  std::istringstream lines(read_file(data_file("../../reports/guide/compare.md")));
  std::vector<std::pair<std::string, std::string>> found;
  bool within = false;
  for (std::string line; std::getline(lines, line);) {
    const bool command = line.rfind("$ ", 0) == 0;
    if (command || line.rfind("```", 0) == 0)
      within = line.rfind("$ sextant " + subcommand, 0) == 0;
    if (command && within)
      found.emplace_back(line.substr(10), "");
    else if (within)
      found.back().second += line + "\n";
  }
  return found;
}

/// The page shows what is printed.
void expect_as_shown(const std::string& subcommand, std::size_t least) {
  std::size_t seen = 0;
  for (const auto& [command, shown] : transcripts(subcommand)) {
    std::string line = command;
    for (auto at = line.find("properties/data/"); at != std::string::npos;
         at = line.find("properties/data/", at + 1))
      line.replace(at, 16, "");
    std::vector<std::string> words = words_of(line);
    for (std::string& word : words) {
      if (word.find(".npy") != std::string::npos) word = data_file(word);
    }
    std::string out = sextant_tool(words).out;
    for (auto at = out.find(SEXTANT_DATA_DIR); at != std::string::npos;
         at = out.find(SEXTANT_DATA_DIR))
      out.replace(at, std::string(SEXTANT_DATA_DIR).size(), "properties/data");
    EXPECT_EQ(out, shown) << command;
    ++seen;
  }
  EXPECT_GE(seen, least);
}
TEST(CompareVerb, PrintsWhatTheGuideShows) { expect_as_shown("compare ", 1); }

JsonSchema schema() {
  return JsonSchema(json::parse(read_file(data_file("../../reports/schema/compare.schema.json"))));
}

/// The object is what the schema says, in its order, and no field is left out.
void expect_described(const Ran& ran) {
  ASSERT_EQ(ran.err, "");
  const auto printed = nlohmann::ordered_json::parse(ran.out);
  EXPECT_NO_THROW(schema().require(json(printed)));
  const auto text = read_file(data_file("../../reports/schema/compare.schema.json"));
  const auto known = nlohmann::ordered_json::parse(text)["properties"];
  const auto keys = [](const nlohmann::ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) names.push_back(key);
    return names;
  };
  EXPECT_EQ(keys(printed), keys(known));
}

/// The table without the fault: the program of the other table is blamed.
void put_good(const std::string& good) {
  ASSERT_EQ(sextant_line("table --encoding rope --base 500000 --dim 128 --part cos --positions "
                         "4000:4128 --recipe pow-reciprocal -o " +
                         good)
                .status,
            0);
}

TEST(CompareVerb, SaysWhoIsAtFault) {
  const Folder folder;
  const std::string good = folder / "good.npy";
  put_good(good);
  const Ran his = sextant_line("compare " + kFaulty + " " + good + kRope + "--json");
  EXPECT_EQ(his.status, 1);
  expect_described(his);
  const json v = his.json();
  EXPECT_EQ(v["mine"]["file"], good);
  EXPECT_EQ(v["outcome"], "reference-wrong");
  EXPECT_EQ(v["at_fault"], "reference");
  EXPECT_EQ(v["bound"], nullptr);
  EXPECT_EQ(v["columns"], "reference");
  EXPECT_EQ(v["reference"]["verdict"]["findings"][0]["fault"], "frequency-rounded");
  const json most = v["largest"];
  EXPECT_GT(most["reference_share"], 0.999);
  EXPECT_EQ(most["difference"].get<double>(),
            std::stod(most["reference"]["hex"].get<std::string>()) -
                std::stod(most["mine"]["hex"].get<std::string>()));
}

TEST(CompareVerb, BlamesMineFull) {
  const Folder folder;
  const std::string good = folder / "good.npy";
  put_good(good);
  const Ran mine = sextant_line("compare " + good + " " + kFaulty + kRope);
  EXPECT_EQ(mine.status, 1);
  EXPECT_THAT(mine.out, testing::StartsWith("mine-wrong: "));
  EXPECT_THAT(mine.out, HasSubstr("fault     frequency-rounded {\"format\":\"bfloat16\"}"));
}

/// Real tables of one model in two formats: rounding on two sides, within the derived bound.
TEST(CompareVerb, BlamesNobodyForRounding) {
  const std::string files =
      data_file("llama3_cos_bf16_p8064.npy") + " " + data_file("llama3_cos_f32_p8064.npy");
  const Ran ran = sextant_line("compare " + files +
                               " --reference-format bfloat16 --encoding rope --base 500000 --part "
                               "cos --first 8064 --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_described(ran);
  EXPECT_EQ(ran.json()["outcome"], "both-sound");
  EXPECT_EQ(ran.json()["at_fault"], nullptr);
  EXPECT_LE(ran.json()["bound"]["fraction"], 1);
  EXPECT_GT(ran.json()["bound"]["fraction"], 0.1);
  EXPECT_EQ(ran.json()["bound"]["unbounded"], 0);
  const Ran same = sextant_line("compare " + data_file("llama3_cos_f32_p0.npy") + " " +
                                data_file("llama3_cos_f32_p0.npy") + " --json");
  EXPECT_EQ(same.status, 0);
  expect_described(same);
  EXPECT_EQ(same.json()["outcome"], "alike");
  EXPECT_EQ(same.json()["identified"], true);
  EXPECT_THAT(same.json()["warnings"].dump(), HasSubstr("no encoding was given"));
}

/// A float32 table whose middling entries are moved by `steps` numbers.
void put_moved(const std::string& from, const std::string& to, int steps) {
  std::string bytes = read_file(from);
  for (std::size_t at = bytes.find('\n') + 1; at < bytes.size(); at += 4) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &bytes[at], 4);
    const float size = std::abs(std::bit_cast<float>(bits));
    if (size < 0.3F || size > 0.9F) continue;
    bits += static_cast<std::uint32_t>(steps);
    std::memcpy(&bytes[at], &bits, 4);
  }
  put_file(to, bytes);
}

/// What a library of 3.5 ulp does on two sides exceeds glibc's bounds, and not its own.
TEST(CompareVerb, BoundsByTheLibraryThatAcceptsFull) {
  const Folder folder;
  const std::string table = folder / "t.npy", up = folder / "up.npy", down = folder / "down.npy";
  ASSERT_EQ(sextant_line("table --dim 64 --positions 0:64 -o " + table).status, 0);
  put_moved(table, up, 3);
  put_moved(table, down, -3);
  const std::string line = "compare " + up + " " + down + " --dim 64 --json";
  const Ran ran = sextant_line(line);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_LE(ran.json()["bound"]["fraction"], 1);
  EXPECT_EQ(ran.json()["mine"]["verdict"]["granted_by"]["library"], "pytorch-cpu");
  const Ran strict = sextant_line(line + " --library glibc");
  EXPECT_EQ(strict.status, 1);
  EXPECT_EQ(strict.json()["outcome"], "both-wrong");
}

/// With nothing said, an offset may as well be meant.
TEST(CompareVerb, SaysThatItGuessed) {
  const Folder folder;
  const std::string good = folder / "good.npy", off = folder / "off.npy";
  ASSERT_EQ(sextant_line("table --dim 64 --positions 0:256 -o " + good).status, 0);
  ASSERT_EQ(sextant_line("table --dim 64 --positions 1:257 -o " + off).status, 0);
  EXPECT_THAT(sextant_line("compare " + off + " " + good).out,
              testing::StartsWith("undetermined: no encoding was given"));
  EXPECT_THAT(sextant_line("compare " + good + " " + good).out,
              HasSubstr("both tables are taken for it"));
  const Ran said = sextant_line("compare " + off + " " + good + " --dim 64");
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, testing::StartsWith("reference-wrong: "));
  EXPECT_THAT(said.out, testing::Not(HasSubstr("both tables are taken for it")));
}

TEST(CompareVerb, RefusesWhatItCannotJudge) {
  const std::string table = data_file("exp_log_f32_d96_p0.npy");
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line("compare " + line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
  };
  refused(table + " none.npy", "none.npy");
  refused("- -", "standard input is one table: give the other a file");
  refused(table + " " + data_file("exp_log_f32_d256_p0.npy") + " --dim 96",
          "256 columns do not agree with dim=96");
  refused(table + " " + data_file("exp_log_f32_to_bf16_d96_p4096.npy") + " --dim 96",
          "add --mine-format bfloat16 or --mine-format float16");
  refused(data_file("exp_log_f32_to_bf16_d96_p4096.npy") + " " + table + " --dim 96",
          "add --reference-format bfloat16");
  refused(table + " " + table + " --format bfloat16", "as --format, of both files, says");
  refused(table + " " + table + " --mine-tensor cos", "leave out --mine-tensor");
  refused(table + " " + table + " --mine-format bfloat16", "holds float32");
  refused(table + " " + table + " --reference-format float8", "--reference-format");
  refused(table + " " + table + " --part rotated --encoding rope", "compare is for tables");
  refused(table + " " + table + " --tensor cos", "leave out --tensor");
  refused(table + " " + table + " --encoding mae --height 14 --width 14", "one coordinate");
}

/// 128 MiB on each side, in the memory that a page of them takes.
TEST(CompareVerb, StreamsInTheSameMemoryFull) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a sanitizer keeps what is freed";
#endif
  const Folder folder;
  const std::string file = folder / "t.npy";
  ASSERT_EQ(sextant_line("table --dim 512 --positions 0:2^16 -o " + file).status, 0);
  const Ran ran = sextant_line("compare " + file + " " + file + " --dim 512");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_LT(ran.resident, 64 << 10) << "KiB";
}

/// A table of the recipe, and of another; what is printed names the library.
TEST(AgainstRecipe, SaysWhetherEveryBitIsTheRecipes) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  ASSERT_EQ(sextant_line("table --dim 32 --positions 1000:1064 --recipe exp-log -o " + file).status,
            0);
  const std::string verify = "verify " + file + " --dim 32 --first 1000 --against ";
  const Ran same = sextant_line(verify + "exp-log");
  EXPECT_EQ(same.status, 0) << same.out;
  EXPECT_THAT(same.out, HasSubstr("reproduces exp-log bit for bit (passes)"));
  EXPECT_THAT(same.out, HasSubstr("exp-log computed in float32, by this machine's glibc "));
  const Ran other = sextant_line(verify + "turns --json");
  EXPECT_EQ(other.status, 1);
  const json v = other.json();
  EXPECT_EQ(v["grade"], "differs");
  EXPECT_EQ(v["passes"], false);
  EXPECT_EQ(v["against"], "turns");
  EXPECT_EQ(v["computed_in"], "float32");
  EXPECT_THAT(v["library"].get<std::string>(), testing::StartsWith("glibc "));
  EXPECT_GT(v["differing"], 0);
  EXPECT_GT(v["worst"]["absolute"], 0);
  EXPECT_EQ(v["worst"]["got"].size(), 3U);
  EXPECT_LE(v["first_difference"]["row"], v["worst"]["row"]);
  const Ran wide = sextant_line(verify + "exp-log --computed-in float64 --json");
  EXPECT_EQ(wide.status, 1);
  EXPECT_EQ(wide.json()["computed_in"], "float64");
  EXPECT_THAT(sextant_line("verify --help-all").out,
              HasSubstr("(glibc), whose version is printed"));
}

TEST(AgainstRecipe, RefusesWhatNoRecipeMakes) {
  const std::string verify = "verify " + data_file("exp_log_f32_d96_p0.npy") + " --dim 96 ";
  EXPECT_TRUE(refuses(sextant_line(verify + "--against exp-lag"),
                      "did you mean exp-log? 'sextant list rec"));
  EXPECT_TRUE(refuses(sextant_line(verify + "--against="), "--against needs a value"));
  EXPECT_TRUE(refuses(sextant_line(verify + "--against slope-pow"), "does not make such a table"));
  EXPECT_TRUE(refuses(sextant_line(verify + "--against exp-log --require faithful"), "--against"));
  EXPECT_TRUE(refuses(sextant_line("verify t.npy --encoding rope --part rotated --input x.npy "
                                   "--against exp-log"),
                      "--against is for tables of one coordinate"));
}

}  // namespace
}  // namespace sextant
