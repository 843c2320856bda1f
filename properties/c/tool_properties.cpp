#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sextant.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

using EncodingHandle = std::unique_ptr<sextant_encoding, decltype(&sextant_encoding_free)>;
using VerdictHandle = std::unique_ptr<sextant_verdict, decltype(&sextant_verdict_free)>;

EncodingHandle parsed(const std::string& text) {
  sextant_encoding* encoding = nullptr;
  EXPECT_EQ(sextant_encoding_parse(text.c_str(), &encoding), SEXTANT_OK) << sextant_message();
  return {encoding, sextant_encoding_free};
}

/// An encoding, a part of it, and how the command line says them.
struct Named {
  std::string text;
  std::string line;
  sextant_part part = SEXTANT_TABLE;
};

const std::vector<Named>& named() {
  static const std::vector<Named> all = {
      {"sinusoidal dim=12", "--dim 12"},
      {"rope dim=16 base=500000", "--encoding rope --dim 16 --base 500000 --part cos", SEXTANT_COS},
      {"rope dim=16", "--encoding rope --dim 16 --part inv_freq", SEXTANT_INV_FREQ},
      {"rope dim=16 scale-base=512 centre=8 form=keys",
       "--encoding rope --dim 16 --scale-base 512 --centre 8 --form keys --part sin", SEXTANT_SIN},
      {"fairseq dim=10", "--encoding fairseq --dim 10"},
      {"transformer-xl dim=8", "--encoding transformer-xl --dim 8"},
      {"alibi heads=5", "--encoding alibi --heads 5 --part slopes", SEXTANT_SLOPES},
      {"alibi heads=5", "--encoding alibi --heads 5 --part bias", SEXTANT_BIAS},
      {"t5 bidirectional=no", "--encoding t5 --bidirectional no", SEXTANT_BUCKETS}};
  return all;
}

TEST(Tool, AndCGiveTheSameValues) {
  for (const Named& n : named()) {
    const EncodingHandle e = parsed(n.text);
    const std::string place = "value " + n.line + " --position -77 --channel 0 --digits 40";
    std::string text(100, '\0');
    ASSERT_EQ(
        sextant_value_decimal(e.get(), n.part, "-77", 0, 40, text.data(), text.size(), nullptr),
        SEXTANT_OK)
        << sextant_message();
    EXPECT_EQ(sextant_line(place).out, std::string(text.c_str()) + "\n") << place;
  }
}

/// The bytes behind the header of a .npy file, which is a multiple of 64 long.
std::string numbers_in(const std::string& file, std::size_t bytes) {
  const std::string all = read_file(file);
  EXPECT_GE(all.size(), bytes + 64);
  EXPECT_EQ((all.size() - bytes) % 64, 0U);
  return all.substr(all.size() - bytes);
}

TEST(Tool, AndCGiveTheSameTables) {
  const Folder folder;
  const std::string file = folder / "table.npy";
  for (const Named& n : named()) {
    const bool integers = n.part == SEXTANT_BUCKETS;
    const EncodingHandle e = parsed(n.text);
    sextant_positions positions{};
    positions.size = sizeof positions;
    positions.count = 9;
    positions.first = 4;
    positions.step = 3;
    const sextant_format format = integers ? SEXTANT_INT64 : SEXTANT_BFLOAT16;
    std::size_t bytes = 0;
    EXPECT_EQ(sextant_table(e.get(), n.part, &positions, format, nullptr, 0, &bytes),
              SEXTANT_TOO_SMALL);
    std::string table(bytes, '\0');
    ASSERT_EQ(sextant_table(e.get(), n.part, &positions, format, table.data(), bytes, nullptr),
              SEXTANT_OK)
        << sextant_message();
    const Ran ran = sextant_line("table " + n.line + " --positions 4:31:3 -o " + file +
                                 (integers ? "" : " --format bfloat16"));
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(numbers_in(file, bytes), table) << n.line;
  }
}

/// A table of the data folder, all of whose numbers are at the end of the file.
struct Stored {
  std::string file, text, line;
  std::uint64_t rows, columns;
  sextant_format format;
  sextant_part part = SEXTANT_TABLE;
  std::int64_t first = 0;
};

const std::vector<Stored>& stored() {
  static const std::vector<Stored> all = {
      {"exp_log_f32_d96_p0.npy", "sinusoidal dim=96", "--dim 96", 128, 96, SEXTANT_FLOAT32},
      {"exp_log_f32_to_bf16_d96_p4096.npy", "sinusoidal",
       "--encoding sinusoidal --first 4096 "
       "--format bfloat16",
       128, 96, SEXTANT_BFLOAT16, SEXTANT_TABLE, 4096},
      {"fault_position_offset_f32_d96_p0.npy", "sinusoidal dim=96", "--dim 96", 128, 96,
       SEXTANT_FLOAT32},
      {"fault_frequency_rounded_bf16_cos_p4000.npy", "rope dim=128 base=500000",
       "--encoding rope --dim 128 --base 500000 --part cos --first 4000", 128, 128, SEXTANT_FLOAT32,
       SEXTANT_COS, 4000}};
  return all;
}

VerdictHandle verdict_on(const Stored& s, const EncodingHandle& e, const std::string& numbers,
                         const std::string& name) {
  const sextant_array array{
      sizeof array, numbers.data(), numbers.size(), s.rows, s.columns, s.format, 0, name.c_str()};
  sextant_positions positions{};
  positions.size = sizeof positions;
  positions.first = s.first;
  const sextant_question question{sizeof question, s.part, &positions, {}, {}, {}, {}, {}, {}, {}};
  sextant_verdict* verdict = nullptr;
  EXPECT_EQ(sextant_verify(e.get(), &array, &question, &verdict), SEXTANT_OK) << sextant_message();
  return {verdict, sextant_verdict_free};
}

/// Whether an entry is the one that a JSON object describes.
void expect_entry(const nlohmann::json& want, const sextant_verdict* verdict,
                  sextant_measure measure) {
  sextant_entry entry{};
  entry.size = sizeof entry;
  const sextant_status status = sextant_verdict_worst(verdict, measure, &entry);
  ASSERT_EQ(status, want.is_null() ? SEXTANT_ABSENT : SEXTANT_OK);
  if (want.is_null()) return;
  EXPECT_EQ(want["position"].dump(), entry.position);
  EXPECT_EQ(want["channel"], entry.channel);
  EXPECT_EQ(std::stoull(want["got"]["bits"].get<std::string>(), nullptr, 16), entry.got_bits);
  EXPECT_EQ(std::stoull(want["want"]["bits"].get<std::string>(), nullptr, 16), entry.want_bits);
  EXPECT_EQ(std::stod(want["got"]["hex"].get<std::string>()), entry.got);
  EXPECT_EQ(std::stod(want["want"]["hex"].get<std::string>()), entry.want);
  for (const auto& [name, value] : {std::pair("absolute", entry.absolute),
                                    std::pair("ulps", entry.ulps), std::pair("steps", entry.steps)})
    EXPECT_EQ(want[name], value) << name;
  ASSERT_EQ(want["phase"].is_null(), entry.has_phase == 0);
  if (entry.has_phase == 0) return;
  EXPECT_EQ(want["phase"], entry.phase);
  EXPECT_EQ(want["positions_off"], entry.positions_off);
}

void expect_the_same_verdict(const Stored& s, const EncodingHandle& e, const std::string& line) {
  const std::string file = data_file(s.file);
  const std::size_t bytes = s.rows * s.columns * (s.format == SEXTANT_BFLOAT16 ? 2 : 4);
  const VerdictHandle verdict = verdict_on(s, e, numbers_in(file, bytes), file);
  const char* text = nullptr;
  int passes = 0;
  ASSERT_EQ(sextant_verdict_json(verdict.get(), &text), SEXTANT_OK);
  const Ran ran = sextant_line("verify " + file + " --json " + line);
  nlohmann::json of_memory = ran.json();
  EXPECT_EQ(of_memory.at("file"), file);
  of_memory["file"] = nullptr;
  EXPECT_EQ(of_memory, nlohmann::json::parse(text));
  ASSERT_EQ(sextant_verdict_passes(verdict.get(), &passes), SEXTANT_OK);
  EXPECT_EQ(ran.status, passes == 1 ? 0 : 1);
  const auto json = ran.json();
  expect_entry(json["worst"], verdict.get(), SEXTANT_BY_ABSOLUTE);
  expect_entry(json["worst_by"]["ulps"], verdict.get(), SEXTANT_BY_ULPS);
  expect_entry(json["worst_by"]["steps"], verdict.get(), SEXTANT_BY_STEPS);
  expect_entry(json["worst_by"]["phase"], verdict.get(), SEXTANT_BY_PHASE);
  ASSERT_EQ(sextant_verdict_words(verdict.get(), &text), SEXTANT_OK);
  EXPECT_EQ(sextant_line("verify " + file + " " + line).out, text);
}

TEST(Tool, AndCGiveTheSameVerdict) {
  const Stored& s = stored().front();
  expect_the_same_verdict(s, parsed(s.text), s.line);
}

TEST(Tool, AndCGiveTheSameVerdictsFull) {
  for (const Stored& s : stored()) expect_the_same_verdict(s, parsed(s.text), s.line);
}

/// Warnings about how a config was read are the verdict's too.
TEST(Tool, AndCReadAConfigAlikeFull) {
  const std::string config =
      R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})";
  const Folder folder;
  put_file(folder / "config.json", config);
  sextant_encoding* encoding = nullptr;
  ASSERT_EQ(sextant_encoding_of_config(config.data(), config.size(), nullptr, &encoding),
            SEXTANT_OK)
      << sextant_message();
  const EncodingHandle e{encoding, sextant_encoding_free};
  const Stored s{"llama3_cos_f32_p0.npy", "", "", 128, 128, SEXTANT_FLOAT32, SEXTANT_COS, 0};
  expect_the_same_verdict(s, e, "--config " + (folder / "config.json") + " --part cos");
}

TEST(Tool, AndCGiveTheSameLists) {
  const std::vector<std::pair<std::string, sextant_listing>> all = {
      {"encodings", SEXTANT_ENCODINGS}, {"recipes", SEXTANT_RECIPES}, {"engines", SEXTANT_ENGINES},
      {"formats", SEXTANT_FORMATS},     {"models", SEXTANT_MODELS},   {"faults", SEXTANT_FAULTS},
      {"modes", SEXTANT_MODES}};
  for (const auto& [what, listing] : all) {
    const auto wanted = sextant_line("list " + what + " --json").json();
    std::size_t i = 0;
    const char *name = nullptr, *summary = nullptr;
    for (; sextant_list(listing, i, &name, &summary) == SEXTANT_OK; ++i) {
      ASSERT_LT(i, wanted.size());
      EXPECT_EQ(wanted[i]["name"], name);
      EXPECT_EQ(wanted[i]["summary"], summary);
    }
    EXPECT_EQ(i, wanted.size()) << what;
  }
}

}  // namespace
}  // namespace sextant
