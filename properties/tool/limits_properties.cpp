#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/report/document/json_schema.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kSound = data_file("exp_log_f32_d96_p4096.npy") + " --dim 96 --first 4096 ";

/// A table of float64 whose entries are not those of anything.
std::string put_noise(const Folder& folder, std::size_t rows, std::size_t columns) {
  std::vector<double> numbers(rows * columns);
  std::uint64_t state = 1;
  for (double& x : numbers) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    x = static_cast<double>(state >> 11) * 0x1p-52 - 1;
  }
  const std::string file = folder / "noise.npy";
  put_file(file, npy_file("<f8", "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")",
                          bytes_of_numbers(numbers)));
  return file;
}

/// Writes each row of a float32 file twice, one after the other.
void repeat_columns(const std::string& file, std::size_t columns) {
  const std::string bytes = read_file(file);
  const std::size_t row = 4 * columns, start = bytes.find('\n') + 1;
  std::string data;
  for (std::size_t at = start; at < bytes.size(); at += row)
    data += bytes.substr(at, row) + bytes.substr(at, row);
  const std::size_t rows = data.size() / row / 2;
  put_file(
      file,
      npy_file("<f4", "(" + std::to_string(rows) + ", " + std::to_string(2 * columns) + ")", data));
}

json judged(const std::string& line, int status) {
  const Ran ran = sextant_line("verify " + line + " --json");
  EXPECT_EQ(ran.status, status) << line << "\n" << ran.out << ran.err;
  const json v = ran.json();
  EXPECT_NO_THROW(
      JsonSchema(json::parse(read_file(data_file("../../reports/schema/verify.schema.json"))))
          .require(v));
  EXPECT_EQ(v["passes"], status == 0);
  return v;
}

/// A limit at the error found passes, and one below it does not, whatever the grade.
TEST(Limits, DecideWhateverTheGrade) {
  const json plain = judged(kSound, 0);
  EXPECT_EQ(plain["limits"], json::array());
  for (const char* by : {"error", "phase"}) {
    const json worst = std::string(by) == "error" ? plain["worst"] : plain["worst_by"]["phase"];
    const double found =
        std::abs(worst[std::string(by) == "error" ? "absolute" : "phase"].get<double>());
    const std::string option = std::string(" --max-") + by + " ";
    EXPECT_EQ(judged(kSound + option + json(found).dump(), 0)["limits"], json::array());
    const json below = judged(kSound + option + json(found / 2).dump(), 1);
    EXPECT_EQ(below["grade"], "rounding");
    ASSERT_EQ(below["limits"].size(), 1U);
    EXPECT_EQ(below["limits"][0]["limit"], std::string("max-") + by);
    EXPECT_EQ(below["limits"][0]["allowed"], found / 2);
    EXPECT_EQ(below["limits"][0]["found"], found);
  }
  const Ran words = sextant_line("verify " + kSound + "--max-error 1e-9");
  EXPECT_EQ(words.status, 1);
  EXPECT_THAT(words.out, HasSubstr("rounding (does not pass: beyond max-error)\n"
                                   "  limit     max-error 1e-09: the largest absolute error is"));
  EXPECT_THAT(words.out, HasSubstr(", which is "));
}

TEST(Limits, MakeNothingPass) {
  const std::string off = data_file("fault_position_offset_f32_d96_p0.npy") + " --dim 96";
  EXPECT_EQ(judged(off + " --max-error 10 --max-phase 10", 1)["limits"], json::array());
  const Folder folder;
  const std::string file = folder / "nan.npy";
  put_file(file, npy_file("<f4", "(1, 2)", bytes_of_numbers<float>({0, NAN})));
  const json nan = judged(file + " --dim 2 --max-error 10 --require unexplained", 1);
  EXPECT_EQ(nan["limits"][0]["found"], nullptr);
  EXPECT_THAT(sextant_line("verify " + file + " --dim 2").out,
              Not(HasSubstr("every entry within")));
}

TEST(Limits, CountWarningsIfStrict) {
  const std::string guessed = data_file("exp_log_f32_d96_p0.npy");
  EXPECT_EQ(judged(kSound + "--strict", 0)["limits"], json::array());
  const json warned = judged(guessed + " --strict", 1);
  EXPECT_EQ(warned["limits"][0]["limit"], "strict");
  EXPECT_EQ(warned["limits"][0]["found"], warned["warnings"].size());
  judged(guessed, 0);
  EXPECT_THAT(sextant_line("verify " + guessed + " --strict").out,
              HasSubstr("(does not pass: warnings)\n  limit     strict: the verdict has "));
}

TEST(Limits, RefuseWhatCannotBeChecked) {
  const auto refused = [](const std::string& options, const std::string& words) {
    const Ran ran = sextant_line("verify " + kSound + options);
    EXPECT_TRUE(refuses(ran, words)) << options << "\n" << ran.out << ran.err;
  };
  refused("--max-error -1", "--max-error '-1' is not a number from 0 on");
  refused("--max-error nan", "--max-error");
  refused("--time-limit 1 --require explained", "--time-limit: a fault that is found");
  refused("--library gllibc", "--library");
  const Ran cosines = sextant_line("verify " + data_file("llama3_cos_f32_p0.npy") +
                                   " --encoding rope --base 500000 --part cos --max-phase 1");
  EXPECT_TRUE(refuses(cosines, "--max-phase needs the sine and the cosine")) << cosines.err;
}

/// A search that ends early says so, and what passes does not depend on it.
TEST(TimeLimit, EndsTheSearchAndNothingElse) {
  const Folder folder;
  const std::string noise = put_noise(folder, 64, 64) + " --dim 64";
  const json early = judged(noise + " --time-limit 0", 1);
  EXPECT_EQ(early["grade"], "unexplained");
  EXPECT_EQ(early["ended_early"], true);
  EXPECT_THAT(sextant_line("verify " + noise + " --time-limit 0").out,
              HasSubstr("  ended     early: at the time limit"));
  const std::string off = data_file("fault_position_offset_f32_d96_p0.npy") + " --dim 96";
  EXPECT_EQ(judged(off + " --time-limit 0", 1)["ended_early"], true);
  EXPECT_EQ(judged(off + " --time-limit 1000", 1)["ended_early"], false);
  const json sound = judged(kSound + "--time-limit 0", 0);
  EXPECT_EQ(sound["ended_early"], false);
  EXPECT_EQ(sound["grade"], "rounding");
  const Ran compared = sextant_line("compare " + data_file("exp_log_f32_d96_p0.npy") + " " + off +
                                    " --time-limit 0 --json");
  EXPECT_EQ(compared.status, 1);
  EXPECT_EQ(compared.json()["outcome"], "mine-wrong");
  EXPECT_EQ(compared.json()["at_fault"], nullptr) << "no fault was found";
  EXPECT_EQ(compared.json()["mine"]["verdict"]["ended_early"], true);
  EXPECT_EQ(compared.json()["reference"]["verdict"]["ended_early"], false);
}

/// The object begins with its kind and the file.
TEST(VerifyVerb, NamesItsDocument) {
  const Ran ran = sextant_line("verify " + kSound + "--json");
  EXPECT_THAT(ran.out, StartsWith("{\n  \"schema\": \"sextant-verdict\",\n  \"version\": 2,\n"
                                  "  \"file\": \""));
  EXPECT_EQ(ran.json()["file"], data_file("exp_log_f32_d96_p4096.npy"));
  const Ran refused = sextant_line("verify none.npy --json");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.json()["error"].get<std::string>(), HasSubstr("none.npy"));
}

TEST(VerifyVerb, SaysWhatToTryNext) {
  const Folder folder;
  const std::string noise = "verify " + put_noise(folder, 8, 8);
  EXPECT_THAT(sextant_line(noise).out, HasSubstr("  next      say what the table should be"));
  EXPECT_THAT(sextant_line(noise + " --dim 8").out, HasSubstr("sextant compare TRUSTED FILE"));
  EXPECT_THAT(sextant_line("verify " + kSound).out, Not(HasSubstr("  next  ")));
}

/// Frequencies in 16 bits: half an ulp of each, times the position, is at least what is said.
TEST(VerifyVerb, WarnsOfFrequenciesIn16Bits) {
  const Folder folder;
  const auto warned = [&](const std::string& format) {
    const std::string file = folder / "inv_freq.npy";
    const std::string rope = " --encoding rope --dim 128 --part inv_freq ";
    EXPECT_EQ(sextant_line("table" + rope + "--format " + format + " -o " + file).status, 0);
    const std::string bits = format == "float32" ? "" : "--format " + format;
    return judged(file + rope + bits, 0);
  };
  EXPECT_EQ(warned("float32")["warnings"], json::array());
  const json brain = warned("bfloat16");
  ASSERT_EQ(brain["warnings"].size(), 1U);
  const auto words = brain["warnings"][0].get<std::string>();
  const double off = brain["worst"]["absolute"];
  EXPECT_LE(off, 0x1p-9) << "half an ulp of a frequency below 1";
  EXPECT_THAT(words, HasSubstr("stored in bfloat16"));
  EXPECT_THAT(words, HasSubstr("at position 4096"));
  EXPECT_THAT(words, HasSubstr("by 1 radian from position " +
                               std::to_string(static_cast<int>(std::ceil(1 / off))) + " on"));
  EXPECT_EQ(warned("float16")["warnings"].size(), 1U);
}

/// vLLM's cache, rows of cosines and then sines, is no table of one of them, and not wrong.
TEST(VerifyVerb, ReadsBothFunctionsWhereOneIsAsked) {
  const Folder folder;
  const std::string file = folder / "cache.npy";
  const std::string rope = " --encoding rope --dim 128 --base 500000 ";
  const auto put = [&](const std::string& options) {
    ASSERT_EQ(sextant_line("table" + rope + "-o " + file + " " + options).status, 0);
  };
  const auto recognised = [](const json& v) {
    return v["warnings"].dump().find("[cos | sin], as vLLM's cache does") != std::string::npos;
  };
  put("--positions 0:64 --format float32");
  for (const std::string part : {"cos", "sin"}) {
    for (const std::string dim : {"", " --dim 128"}) {
      const json v = judged(file + " --encoding rope --base 500000 --part " + part + dim, 0);
      EXPECT_EQ(v["part"], "table");
      EXPECT_EQ(v["grade"], "correctly-rounded");
      EXPECT_TRUE(recognised(v));
    }
  }
  put("--positions 5000:5064 --format bfloat16");
  EXPECT_TRUE(recognised(judged(file + rope + "--part cos --first 5000 --format bfloat16", 0)));
  for (const std::string part : {"cos", "sin"}) {
    for (const std::string rows : {"0:64", "0:1", "7:8", "40:41", "100000:100064"}) {
      put("--part " + part + " --positions " + rows);
      const std::string first = rows.substr(0, rows.find(':'));
      const std::string asked = file + rope + "--part " + part + " --first " + first;
      EXPECT_FALSE(recognised(judged(asked, 0))) << part << rows;
      repeat_columns(file, 64);
      EXPECT_FALSE(recognised(judged(asked, 0))) << part << rows << ", columns twice";
    }
  }
}

/// With no encoding neither table is at fault, whichever comes first.
TEST(CompareVerb, AccusesNobodyWithoutAnEncoding) {
  const Folder folder;
  const std::string good = folder / "good.npy", off = folder / "off.npy";
  ASSERT_EQ(sextant_line("table --dim 64 --positions 0:256 -o " + good).status, 0);
  ASSERT_EQ(sextant_line("table --dim 64 --positions 1:257 -o " + off).status, 0);
  for (const std::string& files : {good + " " + off, off + " " + good}) {
    const Ran ran = sextant_line("compare " + files + " --json");
    EXPECT_EQ(ran.status, 1) << ran.err;
    EXPECT_NO_THROW(
        JsonSchema(json::parse(read_file(data_file("../../reports/schema/compare.schema.json"))))
            .require(ran.json()));
    EXPECT_EQ(ran.json()["outcome"], "undetermined");
    EXPECT_EQ(ran.json()["at_fault"], nullptr);
    EXPECT_EQ(ran.json()["encoding"], nullptr);
    EXPECT_EQ(ran.json()["reference"]["verdict"]["passes"], true);
    EXPECT_EQ(ran.json()["mine"]["verdict"]["passes"], true);
    EXPECT_GT(ran.json()["largest"]["difference"].get<double>() *
                  ran.json()["largest"]["difference"].get<double>(),
              0.5);
    const std::string words = sextant_line("compare " + files).out;
    EXPECT_THAT(words, HasSubstr("neither table is at fault"));
    EXPECT_THAT(words, HasSubstr("taken for sinusoidal dim=64, positions 1:257"));
    EXPECT_THAT(words, Not(HasSubstr("fault     ")));
  }
}

/// A table that nothing explains does not pass, and is not at fault.
TEST(CompareVerb, DoesNotBlameWhatNothingExplains) {
  const Folder folder;
  const std::string good = folder / "good.npy";
  ASSERT_EQ(sextant_line("table --dim 8 --positions 0:8 -o " + good).status, 0);
  const std::string files = "compare " + good + " " + put_noise(folder, 8, 8) + " --dim 8";
  EXPECT_EQ(sextant_line(files + " --json").json()["at_fault"], nullptr);
  const std::string words = sextant_line(files).out;
  EXPECT_THAT(words, StartsWith("mine-wrong: "));
  EXPECT_THAT(words, HasSubstr("does not pass, and no known fault makes it"));
  EXPECT_THAT(words, Not(HasSubstr("at fault")));
}

TEST(ListVerb, ListsItsChoices) {
  const Ran ran = sextant_line("list");
  EXPECT_EQ(ran.status, 0);
  for (const std::string what :
       {"encodings", "recipes", "engines", "formats", "models", "faults", "libraries", "modes"}) {
    EXPECT_THAT(ran.out, HasSubstr(what));
    EXPECT_EQ(sextant_line("list " + what).status, 0);
  }
}

TEST(Options, TakeNoOtherWordForAnEmptyValue) {
  EXPECT_TRUE(refuses(sextant_line("value --dim= --position=5"), "--dim needs a value"));
  EXPECT_TRUE(refuses(sextant_line("value --position= 5 --dim=8"),
                      "--position needs a value (see 'sextant value --help')"));
}

}  // namespace
}  // namespace sextant
