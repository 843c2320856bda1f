#include <gmock/gmock.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kLlama4 =
    R"({"model_type": "llama4_text", "hidden_size": 1024, "num_attention_heads": 8, "head_dim": 128,
        "num_hidden_layers": 4, "max_position_embeddings": 65536, "rope_theta": 5e5,
        "no_rope_layers": [1, 1, 1, 0], "attn_temperature_tuning": true, "floor_scale": 4096,
        "attn_scale": 0.2})";

/// NumPy makes both formulas in float32, at every position to 10⁶.
constexpr const char* kProgram = R"(
import sys
import numpy as np
f, p = np.float32, np.arange(1000001)
llama = np.log(np.floor((p.astype(f) + f(1)) / f(8192)) + f(1)) * f(0.1) + f(1)
ministral = f(1) + f(0.1) * np.log(f(1) + np.floor(p.astype(f) / f(16384)))
np.save(sys.argv[1], llama)
np.save(sys.argv[2], ministral)
)";

TEST(QueryScaleSubcommands, PassWhatNumPyComputesFull) {
  const Folder folder;
  if (run_program("/usr/bin/python3", {"-c", "import numpy"}).status != 0)
    GTEST_SKIP() << "NumPy is not installed: apt-get install python3-numpy";
  const Ran made = run_program("/usr/bin/python3",
                               {"-c", kProgram, folder / "llama.npy", folder / "ministral.npy"});
  ASSERT_EQ(made.status, 0) << made.err;
  const auto judge = [&](const std::string& file, const std::string& model) {
    return sextant_line("verify " + (folder / file) + " --part query-scale --model " + model);
  };
  EXPECT_EQ(judge("llama.npy", "llama-4-scout").status, 0);
  EXPECT_EQ(judge("ministral.npy", "ministral-3-3b").status, 0);
  const Ran other = judge("ministral.npy", "llama-4-scout");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.out, Not(HasSubstr("position-offset")));
}

TEST(QueryScaleSubcommands, WriteWhatVerifyCallsCorrectlyRounded) {
  const Folder folder;
  const std::string file = folder / "t.npy", config = folder / "config.json";
  put_file(config, kLlama4);
  for (const std::string& what : {std::string("--encoding query-scale --origin 1"),
                                  std::string("--model llama-4-scout --part query-scale"),
                                  "--config " + config + " --part query-scale"}) {
    for (const std::string format : {"float16", "bfloat16", "float32", "float64"}) {
      const std::string rows = " --positions 4000:9000";
      const Ran made = sextant_line("table " + what + rows + " --format " + format + " -o " + file);
      ASSERT_EQ(made.status, 0) << made.err;
      const std::string patterns = format == "bfloat16" ? " --format bfloat16" : "";
      const Ran judged = sextant_line("verify " + file + " " + what + rows + patterns + " --json");
      ASSERT_EQ(judged.status, 0) << what << judged.out << judged.err;
      EXPECT_EQ(judged.json()["grade"], "correctly-rounded");
    }
  }
}

TEST(QueryScaleSubcommands, ReadTheConfigOfAModel) {
  const Folder folder;
  const std::string config = folder / "config.json";
  put_file(config, kLlama4);
  const auto value = [&](const std::string& what) {
    const Ran ran = sextant_line("value --channel 0 --position 4095 --digits 7 " + what);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  };
  const std::string part = " --part query-scale";
  EXPECT_EQ(value("--config " + config + part), "1.138629\n");  // 1 + 0.2 ln 2
  EXPECT_EQ(value("--encoding query-scale --original-context 4096 --beta 0.2 --origin 1"),
            "1.138629\n");
  EXPECT_EQ(value("--config " + config + part + " --beta 0.1"), "1.069315\n");
  const Ran checked = sextant_line("check " + config);
  EXPECT_THAT(checked.out, HasSubstr("queries are multiplied by query-scale original-context=4096 "
                                     "beta=0.2 origin=1"));
}

TEST(QueryScaleSubcommands, RefuseWhatHasNone) {
  const Folder folder;
  const std::string config = folder / "config.json";
  put_file(config, R"({"head_dim": 128, "rope_theta": 500000.0, "max_position_embeddings": 4096})");
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line("value --channel 0 --position 5 " + line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.out << ran.err;
  };
  refused("--model llama-3-8b --part query-scale", "has no query scale; if its queries are scaled");
  refused("--config " + config + " --part query-scale", "has no query scale");
  refused("--encoding rope --dim 8 --part query-scale", "has no part 'query-scale'");
  refused("--encoding query-scale --beta 0", "--beta 0 is not positive");
  refused("--encoding query-scale --original-context=-1", "--original-context -1 is not positive");
  refused("--encoding query-scale --origin=-6", "is negative, where a query scale has no value");
  refused("--encoding query-scale --dim 4", "has no --dim");
}

}  // namespace
}  // namespace sextant
