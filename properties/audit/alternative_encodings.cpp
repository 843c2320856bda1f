#include <gmock/gmock.h>

#include "audit/model_folder.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

constexpr const char* kParams = R"({"dim": 256, "n_layers": 2, "n_heads": 4, "vocab_size": 32,
                                    "rope_theta": 500000.0, "use_scaled_rope": true})";

std::string config(const std::string& factor) {
  const std::string scaling = factor.empty()
                                  ? "null"
                                  : R"({"rope_type": "llama3", "factor": )" + factor +
                                        R"(, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                               "original_max_position_embeddings": 8192})";
  return R"({"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4,
             "num_hidden_layers": 2, "max_position_embeddings": 131072, "rope_theta": 500000.0,
             "rope_scaling": )" +
         scaling + "}";
}

/// What `sextant check --json` says of Meta's parameters beside the frequencies of `scaling`.
nlohmann::json checked(const std::string& scaling, int status) {
  const Folder folder;
  put_file(folder / "params.json", kParams);
  const Ran made =
      sextant_line("table --encoding rope --dim 64 --base 500000 --part inv_freq" + scaling +
                   " --tensor rope.freqs -o " + (folder / "model.safetensors"));
  EXPECT_EQ(made.status, 0) << made.err;
  const Ran ran = sextant_tool({"check", folder / ".", "--json"});
  EXPECT_EQ(ran.status, status) << ran.out << ran.err;
  return nlohmann::json::parse(ran.out);
}

std::string llama3(const std::string& factor) {
  return " --scaling llama3 --original-context 8192 --factor " + factor;
}

TEST(Alternatives, AreChosenByAStoredTable) {
  for (const char* factor : {"8", "32"}) {
    const nlohmann::json found = checked(llama3(factor), 0);
    EXPECT_THAT(found["encodings"][0]["text"].get<std::string>(),
                HasSubstr(std::string("factor=") + factor + " "));
    EXPECT_THAT(found["warnings"].dump(), HasSubstr("use_scaled_rope is true"));
  }
}

TEST(Alternatives, ATableWithoutScalingIsWrong) {
  const nlohmann::json found = checked("", 1);
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(), HasSubstr("scaling-missing"));
}

TEST(Alternatives, WithNoneOfThemNothingIsJudged) {
  const nlohmann::json found = checked(llama3("16"), 2);
  EXPECT_THAT(found.dump(), HasSubstr("give the configuration that is right with --against"));
}

TEST(Alternatives, OfAnotherSourceAreTheClaimOfItsKind) {
  for (const char* factor : {"8.0", "16.0"}) {
    const ModelFolder folder(config(factor));
    put_file(folder / "params.json", kParams);
    EXPECT_TRUE(folder.check(0)["disagreements"].empty());
  }
  const ModelFolder unscaled(config(""));
  put_file(unscaled / "params.json", kParams);
  EXPECT_EQ(unscaled.check(1)["disagreements"][0]["what"], "scaling");
}

}  // namespace
}  // namespace sextant
