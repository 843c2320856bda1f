#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

const char* const kRope = " --encoding rope --dim 128 --base 500000 --part cos ";

/// The object has the fields it promises, each of its type.
TEST(VerifyVerb, PrintsOneObject) {
  const Ran ran = sextant_tool({"verify", data_file("exp_log_f32_d96_p4096.npy"), "--dim", "96",
                                "--first", "4096", "--json"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
  const auto v = ran.json();
  EXPECT_EQ(v["grade"], "rounding");
  EXPECT_EQ(v["passes"], true);
  EXPECT_EQ(v["entries"], 128 * 96);
  for (const char* count : {"misrounded", "undecided", "non_finite"})
    EXPECT_TRUE(v[count].is_number_unsigned()) << count;
  EXPECT_EQ(v["non_finite"], 0);
  for (const auto& worst :
       {v["worst"], v["worst_by"]["ulps"], v["worst_by"]["steps"], v["worst_by"]["phase"]}) {
    EXPECT_TRUE(worst["position"].is_number_integer());
    EXPECT_GE(worst["position"], 4096);
    EXPECT_LT(worst["position"], 4096 + 128);
    EXPECT_LT(worst["channel"], 96);
    for (const char* number : {"ulps", "steps", "absolute", "phase", "positions_off"})
      EXPECT_TRUE(worst[number].is_number()) << number;
    for (const char* side : {"got", "want"}) {
      for (const char* form : {"bits", "hex", "decimal"})
        EXPECT_TRUE(worst[side][form].is_string()) << side << form;
    }
  }
  EXPECT_GE(v["worst"]["absolute"], v["worst_by"]["ulps"]["absolute"]);
  EXPECT_LE(v["worst"]["ulps"], v["worst_by"]["ulps"]["ulps"]);
  EXPECT_TRUE(v["granted_by"]["recipe"].is_string());
  EXPECT_TRUE(v["granted_by"]["hypothesis"].is_string());
  EXPECT_LE(v["granted_by"]["fraction"], 1);
  EXPECT_TRUE(v["recipe"].is_string() || v["recipe"].is_null());
  EXPECT_TRUE(v["warnings"].is_array());
  EXPECT_EQ(v["findings"].size(), 0U);
}

TEST(VerifyVerb, NamesTheFaultsOfTheDataFolder) {
  const auto finding = [](const std::string& line) {
    const Ran ran = sextant_line("verify " + line + " --json");
    EXPECT_EQ(ran.status, 1) << line << ran.out << ran.err;
    const auto v = ran.json();
    EXPECT_EQ(v["grade"], "explained");
    EXPECT_EQ(v["findings"].size(), 1U);
    for (const char* text : {"fault", "mechanism", "effect", "reference"})
      EXPECT_TRUE(v["findings"][0][text].is_string());
    EXPECT_GT(v["findings"][0]["match"], 0.8);  // the library that made them is not this one
    EXPECT_TRUE(v["findings"][0]["parameters"].is_object());
    return v["findings"][0];
  };
  const auto offset = finding(data_file("fault_position_offset_f32_d96_p0.npy") + " --dim 96");
  EXPECT_EQ(offset["fault"], "position-offset");
  EXPECT_EQ(offset["parameters"]["offset"], 1);
  const auto frequency =
      finding(data_file("fault_frequency_rounded_bf16_cos_p4000.npy") + kRope + "--first 4000");
  EXPECT_EQ(frequency["fault"], "frequency-rounded");
  EXPECT_EQ(frequency["parameters"]["format"], "bfloat16");
  const auto position =
      finding(data_file("fault_position_rounded_bf16_cos_p4000.npy") + kRope + "--first 4000");
  EXPECT_EQ(position["fault"], "position-rounded");
  EXPECT_EQ(position["parameters"]["format"], "bfloat16");
}

/// With no encoding at all the table is taken for something, and the verdict warns.
TEST(VerifyVerb, IdentifiesATableThatNobodyNames) {
  const Ran ran = sextant_line("verify --json " + data_file("exp_log_f32_d256_p131072.npy"));
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_NE(ran.json()["warnings"][0].get<std::string>().find("no encoding"), std::string::npos);
  EXPECT_NE(ran.json()["warnings"][0].get<std::string>().find("131072"), std::string::npos);
  const Ran first =
      sextant_line("verify --json --first 0 " + data_file("exp_log_f32_d256_p131072.npy"));
  EXPECT_EQ(first.status, 1) << "the first position was said";
}

/// Tables of one function, each column twice, and a whole rotary table; wherever they begin.
TEST(VerifyVerb, IdentifiesTablesOfRotaryEncodingsFull) {
  const auto taken_for = [](const std::string& line) {
    const Ran ran = sextant_line("verify --json " + line);
    EXPECT_EQ(ran.status, 0) << line << ran.out << ran.err;
    const auto warning = ran.json()["warnings"][0].get<std::string>();
    return warning.substr(warning.find("taken for ") + 10);
  };
  const std::string rope = "rope dim=128 base=500000 from position ";
  EXPECT_EQ(taken_for(data_file("llama3_cos_f32_p0.npy")), "the cosines of " + rope + "0 on");
  EXPECT_EQ(taken_for(data_file("llama3_cos_f32_p8064.npy")), "the cosines of " + rope + "8064 on");
  EXPECT_EQ(taken_for(data_file("llama3_sin_f32_p8064.npy")), "the sines of " + rope + "8064 on");
  EXPECT_EQ(taken_for(data_file("llama3_cos_bf16_p8064.npy") + " --format bfloat16"),
            "the cosines of " + rope + "8064 on");
  const Folder folder;
  const auto made = [&](const std::string& options) {
    const std::string file = folder / "t.npy";
    EXPECT_EQ(
        sextant_line("table --encoding rope --base 1e6 --positions 300:400 --format float32 " +
                     options + " -o " + file)
            .status,
        0);
    return taken_for(file);
  };
  EXPECT_EQ(made("--dim 64 --part cos"),
            "the cosines of rope dim=64 base=1000000 from position 300 on");
  EXPECT_EQ(made("--dim 64 --part sin"),
            "the sines of rope dim=64 base=1000000 from position 300 on");
  EXPECT_EQ(made("--dim 96"), "rope dim=96 base=1000000 from position 300 on");
}

TEST(VerifyVerb, TakesPositionsInEveryForm) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  ASSERT_EQ(sextant_line("table --dim 8 --positions 40:0:-8 -o " + file).status, 0);
  put_file(folder / "ids.npy",
           npy_file("<i8", "(5,)", bytes_of_numbers<std::int64_t>({40, 32, 24, 16, 8})));
  put_file(folder / "short.npy",
           npy_file("<i4", "(3,)", bytes_of_numbers<std::int32_t>({1, 2, 3})));
  const std::string verify = "verify --dim 8 --require correctly-rounded " + file;
  EXPECT_EQ(sextant_line(verify + " --positions 40:0:-8").status, 0);
  EXPECT_EQ(sextant_line(verify + " --positions 4e1:1:-8").status, 0);
  EXPECT_EQ(sextant_line(verify + " --positions-file " + (folder / "ids.npy")).status, 0);
  EXPECT_EQ(sextant_line(verify + " --positions 0:40:8").status, 1);
  EXPECT_TRUE(refuses(sextant_line(verify + " --positions 0:40"), "5 rows do not agree with 40"));
  EXPECT_TRUE(refuses(sextant_line(verify + " --positions-file " + (folder / "short.npy")),
                      "do not agree with 3"));
  EXPECT_TRUE(refuses(sextant_line(verify + " --positions 0:5 --first 0"), "exclude"));
  EXPECT_TRUE(refuses(sextant_line(verify + " --first 2^63"), "2^63"));
}

/// Singleton axes are none, and columns may be repeated as the layout says.
TEST(VerifyVerb, SqueezesAndUnfoldsShapes) {
  const Folder folder;
  const float one = 0x1.14a280p-1F;  // cos 1
  const std::vector<float> pairs = {1, 1, one, std::cos(0.01F)};
  const auto judged = [&](const std::string& shape, const std::vector<float>& numbers,
                          const std::string& line) {
    put_file(folder / "t.npy", npy_file("<f4", shape, bytes_of_numbers(numbers)));
    return sextant_line("verify --dim 4 --part cos " + line + " " + (folder / "t.npy")).status;
  };
  EXPECT_EQ(judged("(1, 2, 1, 2)", pairs, "--encoding rope"), 0);
  EXPECT_EQ(judged("(2,)", {1, 1}, "--encoding rope"), 0);
  EXPECT_EQ(judged("(1, 4)", {one, pairs[3], one, pairs[3]}, "--encoding rope --first 1"), 0);
  EXPECT_EQ(judged("(4,)", {one, one, pairs[3], pairs[3]},
                   "--encoding rope --layout interleaved --first 1"),
            0);
  EXPECT_EQ(judged("(4,)", {one, one, pairs[3], pairs[3]}, "--encoding rope --first 1"), 1);
}

/// Rows in sequence along one axis are distinguished from a single row.
TEST(VerifyVerb, SaysHowATableGetsItsRowsBack) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  put_file(file, npy_file("<f4", "(32,)", bytes_of_numbers(std::vector<float>(32))));
  const std::string verify = "verify " + file;
  EXPECT_TRUE(refuses(sextant_line(verify + " --dim 8"), "array.reshape(-1, 8)"));
  const std::string rope = verify + " --encoding rope --part cos --dim ";
  EXPECT_TRUE(refuses(sextant_line(rope + "8"), "array.reshape(-1, 4)"));
  for (const char* dim : {"32", "64"}) EXPECT_EQ(sextant_line(rope + dim).status, 1) << dim;
  EXPECT_TRUE(refuses(sextant_line(verify + " --dim 6"), "32 columns do not agree with dim=6"));
}

TEST(VerifyVerb, JudgesATransposedTable) {
  const Folder folder;
  std::vector<float> columns;
  for (const int j : {0, 1}) {
    for (int p = 0; p < 5; ++p) columns.push_back(j == 0 ? std::sin(float(p)) : std::cos(float(p)));
  }
  put_file(folder / "t.npy", npy_file("<f4", "(2, 5)", bytes_of_numbers(columns)));
  const Ran ran = sextant_line("verify --json --dim 2 " + (folder / "t.npy"));
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.json()["grade"], "explained");
  EXPECT_EQ(ran.json()["findings"][0]["fault"], "transposed");
  EXPECT_EQ(sextant_line("verify --dim 2 --require explained " + (folder / "t.npy")).status, 0);
  EXPECT_TRUE(refuses(sextant_line("verify --dim 4 " + (folder / "t.npy")),
                      "columns do not agree with dim=4"));
}

TEST(VerifyVerb, TakesPatternsWithAFormat) {
  const std::string file = data_file("exp_log_f32_to_bf16_d96_p4096.npy");
  EXPECT_EQ(sextant_line("verify --dim 96 --first 4096 --format bfloat16 " + file).status, 0);
  EXPECT_TRUE(refuses(sextant_line("verify --dim 96 --first 4096 " + file), "--format bfloat16"));
  EXPECT_TRUE(refuses(sextant_line("verify --dim 96 --format float32 " + file), "float32"));
  EXPECT_EQ(
      sextant_line("verify --dim 96 --first 4096 " + data_file("exp_log_f32_to_f16_d96_p4096.npy"))
          .status,
      0);
}

/// NaN has null fields, and -0 only warns.
TEST(VerifyVerb, CountsNaNApartAndWarnsOfNegativeZero) {
  const Folder folder;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  put_file(folder / "nan.npy", npy_file("<f4", "(1, 2)", bytes_of_numbers<float>({nan, nan})));
  const Ran ran = sextant_line("verify --json --dim 2 " + (folder / "nan.npy"));
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.json()["non_finite"], 2);
  EXPECT_EQ(ran.json()["findings"][0]["fault"], "not-finite");
  for (const char* field : {"ulps", "steps", "absolute", "phase", "positions_off"})
    EXPECT_TRUE(ran.json()["worst"][field].is_null()) << field;
  EXPECT_EQ(sextant_line("verify --dim 2 " + (folder / "nan.npy")).status, 1);

  put_file(folder / "zero.npy", npy_file("<f4", "(1, 2)", bytes_of_numbers<float>({-0.0F, 1})));
  const Ran zero = sextant_line("verify --json --dim 2 " + (folder / "zero.npy"));
  EXPECT_EQ(zero.status, 0);
  EXPECT_EQ(zero.json()["grade"], "correctly-rounded");
  EXPECT_EQ(zero.json()["warnings"].size(), 1U);
  EXPECT_EQ(zero.json()["worst"]["steps"], 0);
}

/// The object names the file; where there is no verdict, it has the error.
TEST(VerifyVerb, NamesTheFileAndTheErrorInJson) {
  const std::string table = data_file("exp_log_f32_d96_p0.npy");
  EXPECT_EQ(sextant_line("verify --json --dim 96 " + table).json()["file"], table);
  EXPECT_EQ(sextant_line("verify --json --dim 96 --against exp-log " + table).json()["file"],
            table);
  for (const std::string line :
       {"verify none.npy --json", "compare none.npy none.npy --json", "verify --json --dmi 3",
        "value --json --dim 8", "judge --json --dim 8 --format float8", "list nothing --json",
        "verify none.npy --json=true"}) {
    const Ran ran = sextant_line(line);
    EXPECT_TRUE(refuses(ran, "")) << line << ran.out << ran.err;
    EXPECT_EQ(ran.json().size(), 1U);
    EXPECT_EQ("sextant: " + ran.json()["error"].get<std::string>() + "\n", ran.err);
  }
  EXPECT_EQ(sextant_line("verify none.npy").out, "");
  const Ran closed =
      run_program("/bin/sh", {"-c", std::string(SEXTANT_TOOL) + " verify none.npy --json 2>&-"});
  EXPECT_EQ(closed.status, 2);
  EXPECT_TRUE(closed.json().contains("error")) << closed.out;
}

/// Tables of integers are floating-point numbers gone astray, or buckets.
TEST(VerifyVerb, SaysHowIntegersAreJudged) {
  const Folder folder;
  const std::string file = folder / "buckets.npy";
  ASSERT_EQ(sextant_line("table --encoding t5 --positions -40:41 -o " + file).status, 0);
  const Ran ran = sextant_line("verify " + file);
  EXPECT_TRUE(refuses(ran, "--encoding t5 --part buckets")) << ran.err;
  EXPECT_TRUE(refuses(ran, "array.astype(np.float32)")) << ran.err;
  EXPECT_EQ(sextant_line("verify " + file + " --encoding t5 --part buckets --first -40").status, 0);
}

/// 0.66 is the shortest decimal that reads back as the bfloat16 0.66015625, and no number of it.
TEST(VerifyVerb, PrintsTheNumbersThatAreStored) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  put_file(file, npy_file("<u2", "(1, 2)", bytes_of_numbers<std::uint16_t>({0x3f29, 0x3f80})));
  const Ran ran = sextant_line("verify " + file + " --dim 2 --format bfloat16");
  EXPECT_NE(ran.out.find("got 0.66015625, truth 0"), std::string::npos) << ran.out;
  const auto json = sextant_line("verify " + file + " --dim 2 --format bfloat16 --json").json();
  EXPECT_EQ(json["worst"]["got"]["decimal"], "0.66");
}

/// Millions of ulps near a zero of a sine are no harm where the table passes.
TEST(VerifyVerb, SaysThatUlpsNearAZeroAreHarmless) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  ASSERT_EQ(
      sextant_line("table --dim 64 --positions 100000:100256 --recipe exp-log -o " + file).status,
      0);
  const Ran right = sextant_line("verify " + file + " --dim 64 --first 100000");
  EXPECT_EQ(right.status, 0);
  EXPECT_NE(right.out.find(" ulps, harmless near a zero) at position"), std::string::npos)
      << right.out;
  const Ran wrong = sextant_line("verify " + file + " --dim 64 --first 100000 --require faithful");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(wrong.out.find("harmless"), std::string::npos) << wrong.out;
}

TEST(VerifyVerb, RefusesWhatItCannotJudge) {
  const Folder folder;
  const auto refused = [&](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line("verify " + line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
  };
  const std::string table = data_file("exp_log_f32_d96_p0.npy");
  refused((folder / "") + " --dim 4", "directory");
  put_file(folder / "text.npy", "positions\n");
  put_file(folder / "cut.npy", read_file(table).substr(0, 5000));
  put_file(folder / "empty.npy", "");
  for (const char* name : {"absent.npy", "text.npy", "cut.npy", "empty.npy"})
    refused(folder / name, name);
  refused(data_file("npy/wrong_object.npy"), "objects");
  refused(data_file("npy/wrong_int64.npy"), "int64");
  refused(table + " --dim 95", "odd");
  refused(table + " --dim 94", "columns do not agree with dim=94");
  for (const std::string dim : {"0", "-96"})
    refused(table + " --dim " + dim, "dim " + dim + " is not in 1");
  refused(table + " --dim 96 --base 0", "base 0");
  refused(table + " --dim 96 --require perfect", "perfect");
  refused(table + " --dim 96 --first here", "--first: 'here'");
  refused(table + " --dim 96 --first 1.5", "--first: position '1.5'");
  refused(table + " --dim 96 --positions 0:x", "--positions: '0:x' is no range of positions: 'x'");
  refused(table + " --format fp8",
          "--format takes float16, bfloat16, float32, float64, float8_e4m3fn, float8_e5m2, not");
  refused(table + " --dim 96 --first 2^64", "2^63");
  refused(table + " --dim 96 --computed-in bfloat16", "float32, float64, not 'bfloat16'");
  refused(table + " --dim 96 --part inv_freq", "columns do not agree");
  for (const char* part : {"tan", "cos"}) refused(table + " --dim 96 --part " + part, part);
  refused(table + " --dim 96 --format float64", "float64");
  refused(table + " --dim 96 --positions 0:128:0", "step");
}

}  // namespace
}  // namespace sextant
