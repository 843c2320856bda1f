#include <gmock/gmock.h>

#include "draw/places.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Models, AreManyAndSortedByName) {
  EXPECT_GE(models().size(), 24u);
  std::string_view before;
  for (const Model& m : models()) {
    EXPECT_LT(before, m.name);
    before = m.name;
    EXPECT_EQ(&model(m.name), &m);
  }
}

/// Each is a chart that something can be asked about, of no more channels than a head has.
TEST(Models, MeanSomething) {
  for (const Model& m : models()) {
    const Encoding encoding = read_encoding(m.encoding);
    const Chart whole = chart(encoding);
    EXPECT_EQ(whole.width(), static_cast<std::size_t>(dim(encoding))) << m.name;
    EXPECT_EQ(read_encoding(to_text(encoding)), encoding) << m.name;
    EXPECT_GE(m.head, dim(encoding)) << m.name;
    EXPECT_GE(m.positions, 2048) << m.name;
    EXPECT_THAT(std::string(m.source), HasSubstr("/")) << m.name;
  }
}

/// What a model was stretched to is what its config says it takes.
TEST(Models, AreStretchedToTheirPositions) {
  for (const Model& m : models()) {
    const Encoding encoding = read_encoding(m.encoding);
    const Context& c = std::get<Rotary>(encoding).context;
    const bool by_ratio = c.scaling == Scaling::yarn || c.scaling == Scaling::longrope;
    EXPECT_TRUE(!by_ratio || c.original * c.factor == m.positions) << m.name;
    EXPECT_GE(m.positions, c.original) << m.name;
  }
}

/// Where a model has two encodings, they are two, and both are there.
TEST(Models, LocalAndGlobalOnesDiffer) {
  int pairs = 0;
  for (const Model& m : models()) {
    const std::string name(m.name);
    if (!name.ends_with("-local")) continue;
    const Model& global = model(name.substr(0, name.size() - 5) + "global");
    EXPECT_NE(read_encoding(m.encoding), read_encoding(global.encoding));
    EXPECT_EQ(m.positions, global.positions);
    ++pairs;
  }
  EXPECT_GE(pairs, 4);
}

TEST(Models, AnUnknownNameIsAnsweredByItsFamily) {
  const auto refusal = [](const std::string& name) {
    try {
      (void)model(name);
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(refusal("llama-3.1"), HasSubstr(": did you mean llama-3.1-8b?"));
  EXPECT_THAT(refusal("llama3"),
              HasSubstr(": did you mean llama-3-8b, llama-3.1-8b or llama-3.2-1b?"));
  EXPECT_THAT(refusal("gpt-4"),
              HasSubstr(" has gpt-j-6b, gpt-neox-20b, gpt-oss-120b, gpt-oss-20b"));
  EXPECT_THAT(refusal("gpt-4"), Not(HasSubstr("gemma")));
  EXPECT_THAT(refusal("spiral-7b"), HasSubstr("'spiral-7b'"));
  EXPECT_THAT(refusal("spiral-7b"), HasSubstr("list models"));
  EXPECT_THAT(refusal("llama3.1-8b"), HasSubstr(": did you mean llama-3.1-8b"));
  EXPECT_THAT(refusal("lama-3.1-8b"), HasSubstr("llama-3.1-8b"));
  EXPECT_THAT(refusal("spiral-7b"), Not(HasSubstr("did you mean")));
  EXPECT_THAT(refusal("black-forest-labs/FLUX.1-dev"), HasSubstr("pass --encoding flux"));
  EXPECT_THAT(refusal("zai-org/CogVideoX1.5-5B"), HasSubstr("pass --encoding cogvideox-1.5"));
  EXPECT_NE(refusal(""), "");
  EXPECT_LT(refusal(std::string(5000, 'x')).size(), 200u);
}

TEST(Models, AreFoundByHuggingFaceId) {
  for (const auto& [id, name] : std::vector<std::pair<const char*, const char*>>{
           {"meta-llama/Llama-3.1-8B", "llama-3.1-8b"},
           {"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
           {"meta-llama/Meta-Llama-3-8B-Instruct", "llama-3-8b"},
           {"META-LLAMA/LLAMA-2-7B-CHAT-HF", "llama-2-7b"},
           {"Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"},
           {"deepseek-ai/DeepSeek-V3-Base", "deepseek-v3"},
           {"mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3"},
           {"CohereLabs/c4ai-command-r-v01", "command-r"},
           {"Qwen/Qwen3-30B-A3B-Thinking-2507", "qwen3-30b-a3b-2507"},
           {"Qwen/Qwen3-VL-235B-A22B-Instruct", "qwen3-vl-235b-a22b"},
           {"mistralai/Ministral-3-8B-Reasoning-2512", "ministral-3-8b"},
           {"HuggingFaceTB/SmolLM3-3B-Base", "smollm3-3b"},
           {"openai/gpt-oss-120b", "gpt-oss-120b"},
           {"Llama-3.2-1B", "llama-3.2-1b"}})
    EXPECT_EQ(model(id).name, name) << id;
  // An id names the model that its source says, or several layers' that share it.
  for (const Model& known : models()) {
    const std::string id(known.source.substr(0, known.source.find(',')));
    try {
      EXPECT_EQ(model(id).source, known.source) << id;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(" or ")) << id;
      EXPECT_THAT(error.what(), HasSubstr(std::string(known.name))) << id;
    }
  }
  for (const char* other : {"Qwen/Qwen2.5-14B", "meta-llama/", "/", "meta", "mistralai/Mistral-7B"})
    EXPECT_THROW((void)model(other), Error) << other;
}

}  // namespace
}  // namespace sextant
