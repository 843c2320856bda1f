#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "audit/model_folder.hpp"
#include "sextant/report/document/json_schema.hpp"
#include "tensor/gguf_files.hpp"
#include "tensor/onnx_files.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kLlama31 =
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "num_hidden_layers": 2, "max_position_embeddings": 131072, "rope_theta": 500000.0,
        "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                         "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}})";

/// Whether an audit is as its schema says.
void expect_described(const json& audit) {
  const std::string file =
      std::string(SEXTANT_DATA_DIR) + "/../../reports/schema/check.schema.json";
  EXPECT_NO_THROW(JsonSchema(json::parse(read_file(file))).require(audit));
}

TEST(Check, AConfigurationAlonePasses) {
  const ModelFolder model(kLlama31);
  const json found = model.check(0);
  EXPECT_EQ(found["encodings"][0]["text"],
            "rope dim=128 base=500000 scaling=llama3 factor=8 original-context=8192");
  EXPECT_TRUE(found["stored"].empty());
  EXPECT_TRUE(found["disagreements"].empty());
  EXPECT_THAT(sextant_tool({"check", model.path()}).out, HasSubstr("nothing is stored"));
}

TEST(Check, StoredFrequenciesAreThoseOfTheConfiguration) {
  const ModelFolder model(kLlama31);
  for (const char* layer : {"0", "1"})
    model.add("model.layers." + std::string(layer) + ".self_attn.rotary_emb.inv_freq",
              "--model llama-3.1-8b --part inv_freq");
  const json found = model.check(0);
  ASSERT_EQ(found["stored"].size(), 1) << found;
  ASSERT_EQ(found["stored"][0]["same"].size(), 1);
  const std::string tensor = "model.layers.1.self_attn.rotary_emb.inv_freq";
  EXPECT_EQ(found["stored"][0]["same"][0], model.path() + "/" + tensor + ".safetensors " + tensor);
  EXPECT_EQ(found["stored"][0]["same_tensors"],
            json({{{"path", model.path() + "/" + tensor + ".safetensors"}, {"tensor", tensor}}}));
  EXPECT_TRUE(found["warnings"].empty()) << "both were judged";
  EXPECT_EQ(found["stored"][0]["part"], "inv_freq");
  expect_described(found);
}

TEST(Check, FrequenciesWithoutTheScalingFail) {
  const ModelFolder model(kLlama31);
  model.add("rotary_emb.inv_freq", "--model llama-3-8b --part inv_freq");
  const json found = model.check(1);
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(), HasSubstr("scaling-missing"));
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(), HasSubstr("at position 131071"));
  expect_described(found);
}

TEST(Check, NarrowFrequenciesFailAndNarrowTablesDoNot) {
  const ModelFolder model(kLlama31);
  model.add("cos_cached", "--model llama-3.1-8b --part cos --positions 0:64 --format bfloat16");
  EXPECT_EQ(model.check(0)["stored"][0]["outcome"], "passes");
  model.add("inv_freq", "--model llama-3.1-8b --part inv_freq --format bfloat16");
  const json found = model.check(1);
  EXPECT_THAT(found["stored"][1]["why"].get<std::string>(), HasSubstr("frequencies in bfloat16"));
  EXPECT_EQ(found["stored"][1]["verdict"]["grade"], "correctly-rounded");
}

TEST(Check, FrequenciesOfAnotherNumberOfPairsFail) {
  const ModelFolder model(kLlama31);
  model.add("rotary_emb.inv_freq", "--encoding rope --dim 112 --part inv_freq");
  EXPECT_THAT(model.check(1)["stored"][0]["why"].get<std::string>(),
              HasSubstr("has 56 numbers, but"));
}

/// Gemma 3: the numbers of layers, and the words local and global, say which kind a tensor is of.
TEST(Check, EachKindOfLayersHasItsOwnEncoding) {
  const ModelFolder model(
      R"({"model_type": "gemma3_text", "head_dim": 128, "hidden_size": 5376,
          "num_attention_heads": 32, "num_hidden_layers": 3, "max_position_embeddings": 131072,
          "layer_types": ["sliding_attention", "sliding_attention", "full_attention"],
          "rope_theta": 1000000, "rope_local_base_freq": 10000,
          "rope_scaling": {"rope_type": "linear", "factor": 8.0}})");
  model.add("model.layers.0.rotary_emb.inv_freq", "--model gemma-3-27b-local --part inv_freq");
  model.add("model.layers.2.rotary_emb.inv_freq", "--model gemma-3-27b-global --part inv_freq");
  model.add("cos_cache_local", "--model gemma-3-27b-local --part cos --positions 0:64");
  const json found = model.check(0);
  ASSERT_EQ(found["stored"].size(), 3);
  EXPECT_EQ(found["stored"][0]["layers"], "sliding_attention");
  EXPECT_EQ(found["stored"][2]["layers"], "full_attention");
  // The linear factor is for the layers of full attention only.
  model.add("sin_cache_local",
            "--encoding rope --dim 128 --scaling linear --factor 8 --part sin --positions 0:64");
  EXPECT_THAT(model.check(1)["stored"].back()["why"].get<std::string>(), HasSubstr("scal"));
}

/// Gemma 3 in Transformers 4: the name of one buffer says its layers, that of the other does not.
TEST(Check, ExchangedBuffersAreBothWrong) {
  const ModelFolder model(
      R"({"model_type": "gemma3_text", "head_dim": 128, "hidden_size": 5376,
          "num_attention_heads": 32, "num_hidden_layers": 3, "max_position_embeddings": 131072,
          "layer_types": ["sliding_attention", "sliding_attention", "full_attention"],
          "rope_theta": 1000000, "rope_local_base_freq": 10000,
          "rope_scaling": {"rope_type": "linear", "factor": 8.0}})");
  const auto add = [&](const std::string& global, const std::string& local) {
    model.add("model.rotary_emb.inv_freq", "--model gemma-3-27b-" + global + " --part inv_freq");
    model.add("model.rotary_emb_local.inv_freq",
              "--model gemma-3-27b-" + local + " --part inv_freq");
  };
  add("local", "global");
  const json found = model.check(1);
  ASSERT_EQ(found["stored"].size(), 2);
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(),
              HasSubstr("holds what sliding_attention layers have"));
  EXPECT_THAT(found["stored"][1]["why"].get<std::string>(),
              HasSubstr("holds what full_attention layers have"));
  add("global", "local");
  EXPECT_EQ(model.check(0)["stored"][0]["layers"], "full_attention");
}

/// A GGUF of a Llama with this base; none if it is empty.
std::string gguf_of_llama(const std::string& base) {
  GgufBytes file;
  file.value("general.architecture", 8, file.text("qwen2"));
  file.value("qwen2.embedding_length", 4, file.number(4096, 4));
  file.value("qwen2.attention.head_count", 4, file.number(32, 4));
  file.value("qwen2.context_length", 4, file.number(32768, 4));
  if (!base.empty()) file.value("qwen2.rope.freq_base", 6, base);
  return file.bytes();
}

TEST(Check, AGgufWithoutItsBaseDisagrees) {
  const ModelFolder model(
      R"({"model_type": "qwen2", "hidden_size": 4096, "num_attention_heads": 32,
          "max_position_embeddings": 32768, "rope_theta": 1000000.0})");
  put_file(model / "model.gguf", gguf_of_llama(""));
  const json found = model.check(1);
  ASSERT_EQ(found["disagreements"].size(), 1) << found;
  const json one = found["disagreements"][0];
  EXPECT_EQ(one["what"], "base");
  EXPECT_EQ(one["between"][0]["key"], "rope_theta");
  EXPECT_EQ(one["between"][1]["key"], "qwen2.rope.freq_base");
  EXPECT_EQ(one["between"][1]["value"], "default");
  EXPECT_EQ(one["at"]["position"], 32767);
  EXPECT_GT(one["at"]["phase"].get<double>(), 100);
  expect_described(found);
  put_file(model / "model.gguf", gguf_of_llama(GgufBytes().number(0x49742400, 4)));  // 1e6
  EXPECT_TRUE(model.check(0)["disagreements"].empty());
}

/// Whisper's decoder learns its positions; its encoder computes them.
TEST(Check, OnlyTheShapeOfALearnedTableIsJudged) {
  const ModelFolder model(
      R"({"model_type": "whisper", "d_model": 384, "encoder_attention_heads": 6,
          "decoder_attention_heads": 6, "max_source_positions": 1500,
          "max_target_positions": 448})");
  model.add("model.decoder.embed_positions.weight",
            "--encoding sinusoidal --dim 384 --base 3 --positions 7:455");
  const std::string file = model / "junit.xml";
  const json found = model.check(0, {"--junit", file});
  ASSERT_EQ(found["stored"].size(), 1);
  EXPECT_EQ(found["stored"][0]["outcome"], "passes");
  EXPECT_EQ(found["stored"][0]["verdict"], nullptr);
  EXPECT_THAT(found["stored"][0]["remark"].get<std::string>(), HasSubstr("only its shape"));
  EXPECT_THAT(read_file(file), HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\""));
  EXPECT_THAT(read_file(file), HasSubstr("model.decoder.embed_positions.weight"));
  expect_described(found);
  model.add("model.encoder.embed_positions.weight",
            "--encoding whisper --dim 384 --base 10001 --positions 0:1500");
  const json wrong = model.check(1)["stored"];
  ASSERT_EQ(wrong.size(), 2);
  EXPECT_EQ(wrong[0]["outcome"], "passes");
  EXPECT_EQ(wrong[1]["outcome"], "fails");
}

/// A vision tower has an encoding of its own.
TEST(Check, OtherTowersAreNotHeldAgainstTheLanguageModel) {
  const ModelFolder model(kLlama31);
  model.add("visual.rotary_pos_emb.inv_freq", "--encoding rope --dim 40 --part inv_freq");
  const json found = model.check(0);
  EXPECT_EQ(found["stored"][0]["identified"], true);
  EXPECT_THAT(found["warnings"][0].get<std::string>(), HasSubstr("not checked"));
  EXPECT_EQ(model.check(1, {"--strict"})["stored"].size(), 1);
}

/// Notes name models for images, and draft layers.
TEST(Check, PartsThatAreNotJudgedAreNoted) {
  const ModelFolder model(
      R"({"text_config": {"model_type": "llama", "head_dim": 64, "rope_theta": 1e4,
      "num_nextn_predict_layers": 1}, "vision_config": {"model_type": "siglip_vision_model"}})");
  const json notes = model.check(0)["notes"];
  ASSERT_EQ(notes.size(), 3);
  EXPECT_THAT(notes[1].get<std::string>(), HasSubstr("'vision_config' ('siglip_vision_model')"));
  EXPECT_THAT(notes[2].get<std::string>(), HasSubstr("num_nextn_predict_layers is 1"));
}

/// The options in the note on a tower for images are those that the subcommands take.
TEST(Check, TheNoteOnATowerCanBeFollowed) {
  const ModelFolder model(
      R"({"model_type": "qwen2_vl", "head_dim": 128, "hidden_size": 3584, "rope_theta": 1000000.0,
          "vision_config": {"embed_dim": 1280, "num_heads": 16, "spatial_merge_size": 2}})");
  const std::string note = model.check(0)["notes"][1];
  std::string options = note.substr(note.find("--encoding"));
  for (const char* side : {" H", " W"}) options.replace(options.find(side), 2, " 4");
  const std::string file = model / "table.npy";
  EXPECT_EQ(sextant_line("table " + options + " -o " + file).status, 0) << options;
  EXPECT_EQ(sextant_line("verify " + file + " " + options).status, 0) << options;
}

/// A GGUF with 64 divisors, none of them an integer except the first.
std::string gguf_of_divisors() {
  GgufBytes file;
  file.value("general.architecture", 8, file.text("llama"));
  file.value("llama.embedding_length", 4, file.number(256, 4));
  file.value("llama.attention.head_count", 4, file.number(2, 4));
  file.value("llama.context_length", 4, file.number(4096, 4));
  std::string numbers;
  for (std::uint64_t i = 0; i < 64; ++i) numbers += file.number(0x3f800000 + (i << 16), 4);
  file.tensor("rope_freqs.weight", {64}, 0, numbers);
  return file.bytes();
}

/// What a GGUF says of itself is no proof.
TEST(Check, DivisorsAreNotJudgedByThemselves) {
  const Folder folder;
  put_file(folder / "model.gguf", gguf_of_divisors());
  EXPECT_EQ(sextant_tool({"check", folder / "model.gguf"}).status, 2);
}

/// People see the ends of a list of divisors; JSON has all of it.
TEST(Check, LongListsAreShownByTheirEnds) {
  const Folder folder;
  put_file(folder / "model.gguf", gguf_of_divisors());
  const std::string out = sextant_tool({"check", folder / "model.gguf"}).out;
  EXPECT_THAT(out, HasSubstr("short-factor=1,"));
  EXPECT_THAT(out, HasSubstr("(64 entries) long-factor=1,"));
  const json found =
      json::parse(sextant_tool({"check", folder / "model.gguf", "--json"}).out)["encodings"][0];
  const std::string text = found["text"];
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 2 * 63) << text;
}

/// A scaling by the length of sequences is compared at the longest one, too.
TEST(Check, ScalingsByLengthAreCompared) {
  const auto dynamic = [](const std::string& factor) {
    return R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
               "max_position_embeddings": 4096, "rope_theta": 10000.0,
               "rope_scaling": {"rope_type": "dynamic", "factor": )" +
           factor + "}}";
  };
  const ModelFolder two(dynamic("2.0")), eight(dynamic("8.0"));
  EXPECT_EQ(two.check(1, {"--against", eight.path()})["disagreements"][0]["what"], "scaling");
  EXPECT_TRUE(two.check(0, {"--against", two.path()})["disagreements"].empty());
}

TEST(Check, TensorsThatAreNotReadAreMentioned) {
  const ModelFolder model(kLlama31);
  model.add("rotary_emb.thetas", "--model llama-3-8b --part inv_freq");
  const json found = model.check(0);
  EXPECT_TRUE(found["stored"].empty());
  EXPECT_THAT(found["warnings"][0].get<std::string>(), HasSubstr("rotary_emb.thetas"));
}

/// The factors of Llama 3 depend on the base, but only the base was changed.
TEST(Check, NamesOnlyTheKeyThatWasChanged) {
  const ModelFolder model(kLlama31);
  std::string changed = kLlama31;
  changed.replace(changed.find("500000.0"), 8, "10000.0");
  const ModelFolder other(changed);
  const json found = model.check(1, {"--against", other.path()});
  ASSERT_EQ(found["disagreements"].size(), 1) << found;
  EXPECT_EQ(found["disagreements"][0]["what"], "base");
  EXPECT_EQ(found["disagreements"][0]["between"].size(), 2);
  EXPECT_EQ(found["disagreements"][0]["words"], "10000 against 500000");
}

TEST(Check, AnUnknownModelTypeIsSaid) {
  const ModelFolder model(R"({"model_type": "zorblax", "head_dim": 64, "rope_theta": 10000.0})");
  EXPECT_THAT(model.check(0)["warnings"][0].get<std::string>(), HasSubstr("'zorblax'"));
  EXPECT_EQ(sextant_tool({"check", model.path(), "--strict"}).status, 1);
}

/// A folder may hold dumps of buffers as .npy.
TEST(Check, DumpsInAFolderAreRead) {
  const ModelFolder model(kLlama31);
  EXPECT_EQ(sextant_line("table --model llama-3-8b --part cos --positions 0:64 -o " +
                         (model / "cos_cache.npy"))
                .status,
            0);
  EXPECT_EQ(model.check(1)["stored"][0]["outcome"], "fails");
}

/// Names of a file cannot forge lines of the answer.
TEST(Check, ControlCharactersAreNotPrinted) {
  const ModelFolder model(R"({"model_type": "llama\n  ok  fake\u001b[31m", "head_dim": 64,
                              "rope_theta": 10000.0})");
  const std::string out = sextant_tool({"check", model.path()}).out;
  EXPECT_EQ(out.find("\n  ok  fake"), std::string::npos) << out;
  EXPECT_EQ(out.find('\x1b'), std::string::npos) << out;
}

TEST(Check, RefusesWhatIsNoModel) {
  const Folder empty;
  EXPECT_TRUE(refuses(sextant_tool({"check", empty / "."}), "holds no file of a model"));
  EXPECT_TRUE(refuses(sextant_tool({"check", empty / "none"}), "none"));
  put_file(empty / "config.json", "{");
  EXPECT_TRUE(refuses(sextant_tool({"check", empty / ".", "--json"}), "not JSON"));
}

TEST(Check, WritesJunit) {
  const ModelFolder model(kLlama31);
  const std::string file = model / "junit.xml";
  EXPECT_EQ(model.check(0, {"--junit", file})["passes"], true);
  EXPECT_THAT(read_file(file), HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\""));
  // Each tensor is a case, and so is the comparison with another file.
  for (const char* layer : {"0", "1", "2"})
    model.add("layers." + std::string(layer) + ".inv_freq",
              std::string("--part inv_freq --model ") +
                  (layer[0] == '2' ? "llama-3-8b" : "llama-3.1-8b"));
  put_file(model / "model.gguf", gguf_of_llama(""));
  (void)model.check(1, {"--junit", file});
  const std::string text = read_file(file);
  EXPECT_THAT(text, HasSubstr("tests=\"4\" failures=\"2\" errors=\"0\""));
  EXPECT_THAT(text, HasSubstr("layers.1.inv_freq\">\n      <system-out>"));
  EXPECT_THAT(text, HasSubstr("layers.2.inv_freq\">\n      <failure message=\"scaling-missing"));
  EXPECT_THAT(text, HasSubstr("model.gguf\">\n      <failure message=\"base"));
  EXPECT_THAT(text, HasSubstr("rope_theta: 500000.0"));
  EXPECT_THAT(text, HasSubstr("an angle differs by"));
}

TEST(Check, MentionsWeightsThatAreNotRead) {
  const ModelFolder model(kLlama31);
  model.add("rotary_emb.inv_freq", "--model llama-3.1-8b --part inv_freq");
  EXPECT_TRUE(model.check(0)["notes"].empty());
  put_file(model / "pytorch_model.bin", "");
  EXPECT_THAT(model.check(0)["notes"].at(0).get<std::string>(),
              HasSubstr("pytorch_model.bin is not read"));
}

TEST(Check, MentionsMetasFolder) {
  const ModelFolder model(kLlama31);
  EXPECT_EQ(model.check(0)["notes"].size(), 1);
  std::filesystem::create_directory(model / "original");
  put_file(model / "original/params.json", "{}");
  EXPECT_THAT(model.check(0)["notes"].back().get<std::string>(),
              HasSubstr("sextant check " + model.path() + "/original --against " + model.path()));
}

/// Two tables of a LongRoPE model with an original context of 8: the rows of long contexts have
/// their own positions, or begin at 0 again.
TEST(Check, SaysThePositionsOfLongRows) {
  const ModelFolder model(
      R"({"model_type": "phi3", "hidden_size": 8, "num_attention_heads": 2, "rope_theta": 10000.0,
          "max_position_embeddings": 32, "original_max_position_embeddings": 8,
          "rope_scaling": {"type": "longrope", "short_factor": [1.0, 1.5],
                           "long_factor": [2.0, 4.0]}})");
  const auto rows = [&](const std::string& length, const std::string& positions) {
    const std::string file = model / "rows.npy";
    EXPECT_EQ(sextant_line("table --config " + (model / "config.json") + " --part cos --seq-len " +
                           length + " --positions " + positions + " --format float32 -o " + file)
                  .status,
              0);
    const std::string bytes = read_file(file);
    std::filesystem::remove(file);
    return bytes.substr(bytes.size() - 24 * 2 * sizeof(float));
  };
  const auto remark = [&](const std::string& later) {
    const std::string all = rows("8", "0:24").substr(0, 8 * 2 * sizeof(float)) + rows("32", later);
    put_file(model / "cos_cache.npy", npy_file("<f4", "(32, 2)", all));
    return model.check(0)["stored"][0]["remark"].get<std::string>();
  };
  EXPECT_THAT(remark("8:32"), HasSubstr("from position 8 on"));
  EXPECT_THAT(remark("0:24"), HasSubstr("from position 0 again"));
}

TEST(Check, AnotherModelMayBeTheClaim) {
  const ModelFolder model(kLlama31);
  const ModelFolder other(
      R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
          "max_position_embeddings": 8192, "rope_theta": 500000.0})");
  const json found = model.check(1, {"--against", other.path()});
  EXPECT_EQ(found["disagreements"][0]["what"], "scaling");
  EXPECT_EQ(found["encodings"][0]["text"], "rope dim=128 base=500000");
}

}  // namespace
}  // namespace sextant
