#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "audit/model_folder.hpp"
#include "tensor/onnx_files.hpp"

/// Frequencies without a name in an ONNX graph that computes its tables itself: positions times
/// frequencies, then Cos and Sin.
namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kConfig =
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "num_hidden_layers": 2, "max_position_embeddings": 131072, "rope_theta": 500000.0)";
const std::string kPlain = kConfig + "}";
const std::string kLlama31 =
    kConfig +
    R"(, "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}})";

std::string node(const std::string& op, const std::vector<std::string>& inputs,
                 const std::string& output) {
  std::string text;
  for (const std::string& input : inputs) text += wire(1, input);
  return wire(1, text + wire(2, output) + wire(4, op));
}

std::string constant(const std::string& name, const std::vector<std::uint64_t>& shape,
                     const std::vector<float>& numbers) {
  return wire(5, onnx_tensor(name, shape, 1, wire(9, bytes_of_numbers(numbers))));
}

/// The frequencies of base 500000 for 64 pairs, in float32.
std::vector<float> frequencies() {
  std::vector<float> numbers;
  for (int pair = 0; pair < 64; ++pair)
    numbers.push_back(static_cast<float>(std::pow(500000.0, -pair / 64.0)));
  return numbers;
}

/// The end of such a graph: both halves of a row have the same angles.
const std::string kEnd = node("Transpose", {"product"}, "turned") +
                         node("Concat", {"turned", "turned"}, "angles") +
                         node("Cos", {"angles"}, "cosines") + node("Sin", {"angles"}, "sines");
const std::string kBegin =
    node("Unsqueeze", {"position_ids", "axes"}, "rows") + node("Cast", {"rows"}, "positions");
const std::string kConstant = constant("onnx::MatMul_77", {1, 64, 1}, frequencies());

json audit_of(const std::string& config, const std::string& graph, int status) {
  const ModelFolder model(config);
  put_file(model / "model.onnx", onnx_model(graph));
  return model.check(status);
}

TEST(GraphFrequencies, AreJudgedByTheConfiguration) {
  for (const char* op : {"MatMul", "Mul"}) {
    const std::string graph =
        kBegin + node(op, {"onnx::MatMul_77", "positions"}, "product") + kEnd + kConstant;
    const json sound = audit_of(kPlain, graph, 0);
    ASSERT_EQ(sound["stored"].size(), 1) << sound;
    EXPECT_EQ(sound["stored"][0]["part"], "inv_freq");
    EXPECT_TRUE(sound["warnings"].empty()) << sound;
    const json unscaled = audit_of(kLlama31, graph, 1)["stored"];
    ASSERT_EQ(unscaled.size(), 1);
    EXPECT_EQ(unscaled[0]["tensor"], "onnx::MatMul_77");
    EXPECT_THAT(unscaled[0]["why"].get<std::string>(), HasSubstr("scaling-missing"));
  }
}

/// What cannot be judged is said.
TEST(GraphFrequencies, AreMentionedIfTheyAreNotJudged) {
  const auto warning = [](const std::string& graph) {
    const json found = audit_of(kLlama31, graph, 0);
    EXPECT_TRUE(found["stored"].empty()) << found;
    return found["warnings"].empty() ? "" : found["warnings"][0].get<std::string>();
  };
  const std::string product = node("MatMul", {"onnx::MatMul_77", "positions"}, "product");
  // Positions are divided: the frequencies alone do not give the angles.
  EXPECT_THAT(warning(node("Div", {"position_ids", "eight"}, "positions") + product + kEnd +
                      kConstant + constant("eight", {}, {8})),
              HasSubstr("'onnx::MatMul_77' that were not judged"));
  EXPECT_THAT(warning(node("Mul", {"position_ids", "eighth"}, "positions") + product + kEnd +
                      kConstant + constant("eighth", {}, {0.125F})),
              HasSubstr("'onnx::MatMul_77' that were not judged"));
  // Another number of pairs than the configuration has.
  EXPECT_THAT(
      warning(kBegin + product + kEnd + constant("onnx::MatMul_77", {1, 3, 1}, {1, 0.5F, 0.25F})),
      HasSubstr("'onnx::MatMul_77' that were not judged"));
  // Frequencies that the graph computes.
  EXPECT_THAT(
      warning(kBegin + node("Pow", {"base", "exponents"}, "onnx::MatMul_77") + product + kEnd),
      HasSubstr("compute from values that were not judged"));
}

/// A graph without nodes Cos and Sin does not use the constant as frequencies.
TEST(GraphFrequencies, ServeCosinesAndSines) {
  const json found =
      audit_of(kLlama31,
               kBegin + node("MatMul", {"onnx::MatMul_77", "positions"}, "product") + kConstant, 0);
  EXPECT_TRUE(found["stored"].empty());
  EXPECT_TRUE(found["warnings"].empty());
}

}  // namespace
}  // namespace sextant
