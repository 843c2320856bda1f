#include <cmath>

#include <gmock/gmock.h>

#include "sextant/audit/disagreement.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::audit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LayerEncoding layers_of(const std::string& text, std::vector<ConfigKey> from = {}) {
  return {.encoding = read_encoding(text), .context = Position{4096}, .from = std::move(from)};
}

const ModelSource kConfig{.path = "config.json", .kind = SourceKind::config};
const ModelSource kGguf{.path = "model.gguf", .kind = SourceKind::gguf};

std::vector<std::string> what(const std::string& claim, const std::string& other) {
  std::vector<std::string> names;
  for (const ModelDisagreement& one :
       disagreements(layers_of(claim), kConfig, layers_of(other), kGguf))
    names.push_back(one.what);
  return names;
}

TEST(ModelDisagreement, NamesWhatDiffers) {
  EXPECT_THAT(what("rope dim=64 base=1000000", "rope dim=64"), ElementsAre("base"));
  EXPECT_THAT(what("rope dim=64", "rope dim=64 scaling=linear factor=4"), ElementsAre("scaling"));
  EXPECT_THAT(what("rope dim=64 base=5000", "rope dim=64 scaling=linear factor=4"),
              ElementsAre("base and scaling"));
  EXPECT_THAT(what("rope dim=64 base=5000 scaling=linear factor=1", "rope dim=64"),
              ElementsAre("base"));
  EXPECT_THAT(what("rope dim=64", "rope dim=32"), ElementsAre("rotated channels"));
  EXPECT_THAT(what("rope dim=64 base=5000", "rope dim=32"),
              ElementsAre("rotated channels", "base"));
  EXPECT_THAT(what("rope dim=64", "rope dim=64 amplitude=1.19"), ElementsAre("amplitude"));
  EXPECT_THAT(what("rope dim=64", "alibi heads=8"), ElementsAre("encoding"));
}

/// Converters permute weights, so that a GGUF may pair other channels than the configuration.
TEST(ModelDisagreement, TheSameIsNone) {
  EXPECT_THAT(what("rope dim=64", "rope dim=64"), IsEmpty());
  EXPECT_THAT(what("rope dim=64", "rope dim=64 layout=interleaved"), IsEmpty());
  // 0.1 in float32
  EXPECT_THAT(what("rope dim=64 scaling=linear factor=10/3",
                   "rope dim=64 scaling=linear factor=3.33333325386047"),
              IsEmpty());
  // Pairs that do not turn
  EXPECT_THAT(what("rope dim=64 scaling=proportional partial=1/2",
                   "rope dim=64 scaling=proportional partial=1/2"),
              IsEmpty());
}

/// A Mistral folder has both: params.json pairs neighbours, config.json channels half a head apart.
TEST(ModelDisagreement, PairingsAreComparedBetweenConfigurationsOfOneKind) {
  const ModelSource params{.path = "params.json", .kind = SourceKind::params};
  const LayerEncoding halves = layers_of("rope dim=64");
  const LayerEncoding neighbours = layers_of("rope dim=64 layout=interleaved");
  EXPECT_THAT(disagreements(halves, kConfig, neighbours, params), IsEmpty());
  const auto found = disagreements(halves, kConfig, neighbours, kConfig);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].what, "pairing");
}

TEST(ModelDisagreement, SaysHowFarAnglesAreApart) {
  const auto found = disagreements(layers_of("rope dim=2 amplitude=1"), kConfig,
                                   layers_of("rope dim=2 scaling=linear factor=2"), kGguf);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].at->position, 4095);
  EXPECT_DOUBLE_EQ(found[0].at->phase, 4095 / 2.0);
  EXPECT_DOUBLE_EQ(found[0].at->positions_off, 4095 / 2.0);
  EXPECT_DOUBLE_EQ(found[0].at->cosine, std::abs(std::cos(4095.0) - std::cos(4095 / 2.0)));
}

/// Numbers of two configurations are exact.  A GGUF rounds them to float32.
TEST(ModelDisagreement, OnlyAGgufRounds) {
  const ModelSource copy{.path = "copy/config.json", .kind = SourceKind::config};
  const LayerEncoding mine = layers_of("rope dim=64 base=1000000");
  const LayerEncoding theirs = layers_of("rope dim=64 base=1000000.001");
  EXPECT_EQ(disagreements(mine, kConfig, theirs, copy).size(), 1);
  EXPECT_THAT(disagreements(mine, kConfig, theirs, kGguf), IsEmpty());
  EXPECT_EQ(disagreements(mine, kConfig, layers_of("rope dim=64 base=1000001"), kGguf).size(), 1);
}

/// Llama 4 scales the queries of layers that do not rotate.
TEST(ModelDisagreement, QueryScalesOfLayersWithoutRotationAreCompared) {
  LayerEncoding mine{.positions = LayerPositions::absent};
  LayerEncoding theirs = mine;
  mine.query_scale = QueryScale{.origin = 1};
  for (const auto& other :
       {std::optional<QueryScale>(), std::optional(QueryScale{.original = 16384, .origin = 1}),
        std::optional(QueryScale{.beta = Rational(1, 5), .origin = 1})}) {
    theirs.query_scale = other;
    const auto found = disagreements(mine, kConfig, theirs, kGguf);
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].what, "query scale");
  }
  EXPECT_THAT(disagreements(mine, kConfig, mine, kGguf), IsEmpty());
}

TEST(ModelDisagreement, LearnedTablesAreCompared) {
  const auto table = [](std::int64_t rows, std::int64_t columns, std::int64_t before) {
    return LayerEncoding{.positions = LayerPositions::learned,
                         .trained = TrainedShape{rows, columns, before}};
  };
  const auto found = [&](const LayerEncoding& mine, const LayerEncoding& theirs,
                         const ModelSource& of_theirs) {
    std::string names;
    for (const ModelDisagreement& one : disagreements(mine, kConfig, theirs, of_theirs))
      names += one.what + ";";
    return names;
  };
  EXPECT_EQ(found(table(512, 768, 0), table(1024, 768, 0), kConfig), "rows;");
  EXPECT_EQ(found(table(512, 768, 0), table(512, 1024, 0), kConfig), "columns;");
  EXPECT_EQ(found(table(512, 0, 0), table(512, 1024, 0), kConfig), "");
  // A GGUF has no rows before position 0.
  EXPECT_EQ(found(table(514, 768, 2), table(512, 768, 0), kGguf), "");
  EXPECT_EQ(found(table(514, 768, 2), table(514, 768, 0), kGguf), "rows;");
  LayerEncoding relative{.positions = LayerPositions::learned};
  relative.relative = "relative_key";
  EXPECT_EQ(found(table(512, 768, 0), relative, kConfig), "learned table;");
}

TEST(ModelDisagreement, LostSectionsAreSaid) {
  const ModelSource copy{.path = "copy/config.json", .kind = SourceKind::config};
  LayerEncoding mine = layers_of("rope dim=128");
  mine.sections = {16, 24, 24};
  const auto found = disagreements(mine, kConfig, layers_of("rope dim=128"), copy);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].what, "sections");
  // An architecture for text has no key for sections; others have.
  EXPECT_THAT(disagreements(mine, kConfig, layers_of("rope dim=128"), kGguf), IsEmpty());
  const LayerEncoding lost =
      layers_of("rope dim=128", {{"qwen2vl.rope.dimension_sections", "", {"sections"}}});
  EXPECT_EQ(disagreements(mine, kConfig, lost, kGguf).size(), 1);
  LayerEncoding alternating = mine;
  alternating.alternating = true;
  EXPECT_EQ(disagreements(mine, kConfig, alternating, kConfig).size(), 1);
}

TEST(ModelDisagreement, NamesTheKeysThatDecide) {
  const auto found = disagreements(
      layers_of("rope dim=64 base=1000000",
                {{"head_dim", "64", {"head"}}, {"rope_theta", "1e6", {"base"}}}),
      kConfig, layers_of("rope dim=64", {{"qwen2.rope.freq_base", "", {"base"}}}), kGguf);
  ASSERT_EQ(found.size(), 1);
  ASSERT_EQ(found[0].between.size(), 2);
  EXPECT_EQ(found[0].between[0].key, "rope_theta");
  EXPECT_EQ(found[0].between[0].value, "1e6");
  EXPECT_EQ(found[0].between[1].key, "qwen2.rope.freq_base");
  EXPECT_EQ(found[0].between[1].value, "default");
}

/// GGUF has no key for `truncate`, and its betas are read for some architectures only.
TEST(ModelDisagreement, SaysWhatAFormatCannotExpress) {
  LayerEncoding gguf =
      layers_of("rope dim=64 base=150000 scaling=yarn factor=32 original-context=4096");
  gguf.without_key = {{"truncate", "yes"}, {"beta-fast", "32"}};
  const auto words = [&](const std::string& claim) {
    const auto found = disagreements(layers_of(claim), kConfig, gguf, kGguf);
    const auto reversed = disagreements(gguf, kGguf, layers_of(claim), kConfig);
    EXPECT_EQ(found.size(), 1);
    EXPECT_EQ(reversed.size(), 1);
    EXPECT_EQ(found.at(0).words.starts_with("the metadata"),
              reversed.at(0).words.starts_with("the metadata"));
    return found.at(0).words;
  };
  const std::string yarn = "rope dim=64 base=150000 scaling=yarn factor=32 original-context=";
  EXPECT_EQ(words(yarn + "4096 truncate=no"),
            "the metadata of a GGUF of this architecture cannot express truncate: llama.cpp "
            "computes with truncate=yes");
  EXPECT_THAT(words(yarn + "4096 truncate=no beta-fast=2"),
              testing::HasSubstr("computes with truncate=yes and beta-fast=32"));
  for (const char* other : {"8192 truncate=no", "4096 truncate=no beta-slow=2"})
    EXPECT_EQ(words(yarn + other).find("the metadata"), std::string::npos) << other;
}

TEST(ModelDisagreement, SaysWhichLayersAndHowMany) {
  const auto with = [](const std::string& kind, std::vector<int> numbers) {
    LayerEncoding layers = layers_of("rope dim=64");
    layers.layers = kind;
    layers.numbers = std::move(numbers);
    return layers;
  };
  const auto found = disagreements(with("full_attention", {0, 1, 2, 5}), kConfig,
                                   with("full_attention", {3, 4, 5}), kConfig);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].words, "0-2, 5 against 3-5");
  ModelSource three = kConfig, two = kGguf, none = kGguf;
  three.encodings = {with("", {0, 1, 2})};
  two.encodings = {with("full_attention", {1}), with("", {0})};
  none.encodings = {with("", {})};
  const auto longer = disagreement_of_layer_counts(three, two);
  ASSERT_TRUE(longer);
  EXPECT_EQ(longer->what, "number of layers");
  EXPECT_EQ(longer->words, "3 against 2");
  EXPECT_FALSE(disagreement_of_layer_counts(three, three));
  EXPECT_FALSE(disagreement_of_layer_counts(three, none));
  // Layers that only one source has are not reported once more.
  two.encodings = {with("full_attention", {0}), with("", {1})};
  EXPECT_THAT(disagreements(with("full_attention", {0, 2}), three, two.encodings[0], two),
              IsEmpty());
  EXPECT_THAT(disagreements(with("", {0, 1, 2}), kConfig, with("full_attention", {2}), kGguf),
              IsEmpty());
}

TEST(ModelDisagreement, WhatIsUnknownIsNotCompared) {
  const LayerEncoding unknown{.positions = LayerPositions::unknown};
  const LayerEncoding absent{.positions = LayerPositions::absent};
  const LayerEncoding rotary = layers_of("rope dim=64");
  EXPECT_THAT(disagreements(rotary, kConfig, unknown, kGguf), IsEmpty());
  EXPECT_EQ(disagreements(rotary, kConfig, absent, kGguf).size(), 1);
}

TEST(ModelDisagreement, NodesOfAGraphRotateAsTheConfigurationSays) {
  const LayerEncoding layers = layers_of("rope dim=64", {{"model_type", "llama"}});
  ModelSource graph{.path = "model.onnx", .kind = SourceKind::onnx};
  graph.rotaries.resize(3);
  graph.rotaries[0].interleaved = false;
  graph.rotaries[1].node = "b";
  graph.rotaries[1].interleaved = true;
  graph.rotaries[2].interleaved = true;
  graph.rotaries[2].rotary_embedding_dim = 32;
  const auto found = disagreements_of_nodes(layers, kConfig, graph);
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0].what, "pairing");
  EXPECT_EQ(found[0].between.back().tensor, "b");
  EXPECT_EQ(found[1].what, "rotated channels");
  EXPECT_EQ(found[1].between.back().value, "rotary_embedding_dim=32");
}

}  // namespace
}  // namespace sextant::audit
