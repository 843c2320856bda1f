#include <gmock/gmock.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

constexpr const char* kLlama =
    "{\"head_dim\": 128, \"rope_theta\": 500000.0, \"max_position_embeddings\": 131072, "
    "\"rope_scaling\": {\"rope_type\": \"llama3\", \"factor\": 8.0, \"low_freq_factor\": 1.0, "
    "\"high_freq_factor\": 4.0, \"original_max_position_embeddings\": 8192, \"extra\": 1}}";

/// Every table of every preset is written, and verify finds every entry of it right.
TEST(Preset, EveryTableOfEveryOneIsWrittenAndVerifiedFull) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  for (const Model& m : models()) {
    for (const std::string part : {"table", "cos", "sin", "inv_freq"}) {
      const std::string of = " --model " + std::string(m.name) + " --part " + part;
      const bool rows = part != "inv_freq";
      const Ran written =
          sextant_line("table" + of + (rows ? " --positions 4090:4100" : "") + " -o " + file);
      ASSERT_EQ(written.status, 0) << of << ": " << written.err;
      EXPECT_EQ(written.err, "");
      const Ran judged = sextant_line("verify " + file + of + (rows ? " --first 4090" : "") +
                                      " --require correctly-rounded");
      ASSERT_EQ(judged.status, 0) << of << ": " << judged.out << judged.err;
    }
  }
}

/// A table is one encoding's: that of another preset is found out.
TEST(Preset, ATableOfAnotherOneDoesNotPassFull) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::pair<const char*, const char*> others[] = {{"llama-3.1-8b", "llama-3-8b"},
                                                        {"gpt-oss-20b", "llama-3.2-1b"},
                                                        {"gemma-3-27b-global", "codellama-7b"}};
  for (const auto& [made, claimed] : others) {
    ASSERT_EQ(sextant_line(std::string("table --model ") + made +
                           " --part cos --positions 8000:8016 -o " + file)
                  .status,
              0);
    EXPECT_EQ(sextant_line("verify " + file + " --part cos --first 8000 --model " + claimed).status,
              1)
        << made;
  }
}

TEST(Preset, ItsFieldsCanBeChanged) {
  const auto value = [](const std::string& of) {
    const Ran ran = sextant_line("value --part cos --position 100003 --channel 40 " + of);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  };
  const std::string plain = value("--encoding rope --dim 128 --base 500000");
  EXPECT_EQ(value("--model llama-3.1-8b --scaling none"), plain);
  EXPECT_EQ(value("--scaling none --model llama-3.1-8b"), plain);
  EXPECT_EQ(value("--model llama-3-8b"), plain);
  EXPECT_NE(value("--model llama-3.1-8b"), plain);
  EXPECT_EQ(value("--model phi-4-mini --seq-len 4096"), value("--model phi-4-mini"));
  EXPECT_NE(value("--model phi-4-mini --seq-len 4097"), value("--model phi-4-mini"));
}

/// A config, and what it says, in every subcommand.
TEST(Config, IsReadByEveryVerb) {
  const Folder folder;
  const std::string config = folder / "config.json";
  put_file(config, kLlama);
  const std::string table = " --part cos --positions 8000:8016 -o ";
  ASSERT_EQ(sextant_line("table --model llama-3.1-8b" + table + (folder / "a.npy")).status, 0);
  const Ran made = sextant_line("table --config " + config + table + (folder / "b.npy"));
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(read_file(folder / "a.npy"), read_file(folder / "b.npy"));
  EXPECT_THAT(made.err, HasSubstr("sextant: warning: 'rope_scaling.extra'"));
  const auto verdict = sextant_line("verify " + (folder / "a.npy") + " --config " + config +
                                    " --part cos --first 8000 --json")
                           .json();
  EXPECT_EQ(verdict["grade"], "correctly-rounded");
  EXPECT_THAT(verdict["warnings"].dump(), HasSubstr("rope_scaling.extra"));
  const std::string place = " --part inv_freq --channel 30 --digits 25";
  EXPECT_EQ(sextant_line("value --config " + config + place).out,
            sextant_line("value --model llama-3.1-8b" + place).out);
  EXPECT_EQ(sextant_tool({"value", "--config", "-", "--part", "inv_freq", "--channel", "30",
                          "--digits", "25"},
                         config)
                .out,
            sextant_line("value --model llama-3.1-8b" + place).out);
}

/// A config of a model without rotation says what it has, and the options that judge its tables.
TEST(Config, OfAnotherEncodingNamesTheOptions) {
  const Folder folder;
  const std::string config = folder / "config.json";
  put_file(config, R"({"model_type": "bloom", "n_head": 32, "hidden_size": 4096})");
  const Ran ran = sextant_line("value --part slopes --channel 1 --config " + config);
  EXPECT_TRUE(refuses(ran, "use --encoding alibi --heads 32")) << ran.err;
  const auto at = ran.err.find("--encoding");
  ASSERT_NE(at, std::string::npos);
  const std::string options = ran.err.substr(at, ran.err.find('\n') - at);
  EXPECT_EQ(sextant_line("value --part slopes --channel 1 " + options).status, 0) << options;
}

/// Transformers repeats halves whatever vectors pair.  --layout says the layout of tables, too.
TEST(Config, ItsTablesMayRepeatHalves) {
  const Folder folder;
  const std::string config = folder / "config.json";
  put_file(config, R"({"head_dim": 128, "rope_theta": 500000, "rope_interleave": true})");
  const std::string line = "verify " + data_file("llama3_cos_f32_p0.npy") + " --part cos --json";
  const auto verdict = sextant_line(line + " --config " + config).json();
  EXPECT_EQ(verdict["passes"], true);
  EXPECT_THAT(verdict["warnings"].dump(), HasSubstr("the table repeats its halves"));
  const auto layout = sextant_line(line + " --layout interleaved --config " + config).json();
  EXPECT_EQ(layout["passes"], false);
  EXPECT_EQ(layout["findings"][0]["fault"], "layout");
}

TEST(Config, OptionsThatDoNotGoTogetherAreRefused) {
  const Folder folder;
  const std::string config = folder / "config.json";
  put_file(config, kLlama);
  const std::string place = " --part cos --channel 1 --position 1";
  EXPECT_TRUE(refuses(sextant_line("value --model llama-9" + place), "llama-3.1-8b"));
  EXPECT_TRUE(refuses(sextant_line("value --model llama-3-8b --encoding rope" + place), "exclude"));
  EXPECT_TRUE(refuses(sextant_line("value --model llama-3-8b --config " + config + place),
                      "exclude each other"));
  EXPECT_TRUE(refuses(sextant_line("value --model llama-3-8b --layer-type full_attention" + place),
                      "--layer-type goes with --config"));
  EXPECT_TRUE(
      refuses(sextant_line("value --config " + config + " --layer-type sliding_attention" + place),
              "--layer-type"));
  EXPECT_TRUE(refuses(sextant_line("value --config " + (folder / "none.json") + place), "none"));
  EXPECT_TRUE(refuses(sextant_line("value --model llama-3-8b --odd error" + place), "--odd"));
  put_file(config, "{\"head_dim\": 128, \"rope_theta\": \"5e5\"}");
  const std::vector<std::string> verbs = {"value", "table -o -",
                                          "verify " + data_file("llama3_cos_f32_p0.npy"),
                                          "report -o " + (folder / "report")};
  for (const std::string& subcommand : verbs) {
    const bool wants_place = subcommand == "value";
    const Ran ran = sextant_line(subcommand + " --config " + config + (wants_place ? place : ""));
    EXPECT_TRUE(refuses(ran, "rope_theta is '5e5', a text")) << subcommand << ran.err;
  }
}

TEST(List, ShowsEnginesWithRecipeLibraryAndWords) {
  const auto lines = sextant_line("list engines --json").json();
  const std::string words = sextant_line("list engines").out;
  bool seen = false;
  for (const auto& line : lines) {
    const auto summary = line["summary"].get<std::string>();
    EXPECT_THAT(words, HasSubstr(line["name"].get<std::string>()));
    EXPECT_THAT(words, HasSubstr(summary));
    for (const char* key : {"recipe", "library", "accuracy", "source"})
      EXPECT_THAT(summary, HasSubstr(line[key].get<std::string>()));
    if (line["name"] != "llama.cpp by CUDA") continue;
    seen = true;
    EXPECT_EQ(line["recipe"], "pow-of-ratio");
    EXPECT_EQ(line["library"], "cuda-fast-math");
    EXPECT_THAT(line["accuracy"].get<std::string>(), HasSubstr("no bound for powers"));
  }
  EXPECT_TRUE(seen);
}

TEST(List, ShowsModelsWithTheirEncodings) {
  const auto list = sextant_line("list models --json").json();
  ASSERT_EQ(list.size(), models().size());
  for (const auto& line : list) {
    const Model& m = model(line["name"].get<std::string>());
    EXPECT_EQ(read_encoding(line["encoding"].get<std::string>()), read_encoding(m.encoding));
    EXPECT_EQ(line["positions"], m.positions);
    EXPECT_EQ(line["head"], m.head);
  }
  const Ran words = sextant_line("list models");
  EXPECT_EQ(words.status, 0);
  EXPECT_THAT(words.out, HasSubstr("scaling=llama3 factor=8"));
  EXPECT_THAT(words.out, HasSubstr("long-factor=1,…,47.77"));
}

}  // namespace
}  // namespace sextant
