#include "sextant/config/config_tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

constexpr int kMostRows = 1 << 26;

/// A model type that adds a learned table, and how many rows the table has before position 0.
struct LearnedFamily {
  std::string_view type;
  int before = 0;
};
constexpr auto kLearned = std::to_array<LearnedFamily>({
    {"albert"},
    {"bart", 2},
    {"bert"},
    {"big_bird"},
    {"biogpt", 2},
    {"blenderbot"},
    {"blip"},
    {"camembert"},
    {"clip_text_model"},
    {"convbert"},
    {"distilbert"},
    {"electra"},
    {"ernie"},
    {"esm"},
    {"gpt2"},
    {"gpt_bigcode"},
    {"gpt_neo"},
    {"ibert"},
    {"imagegpt"},
    {"layoutlm"},
    {"led"},
    {"longformer"},
    {"mbart", 2},
    {"megatron-bert"},
    {"mobilebert"},
    {"nezha"},
    {"openai-gpt"},
    {"opt", 2},
    {"plbart", 2},
    {"roberta"},
    {"siglip_text_model"},
    {"splinter"},
    {"squeezebert"},
    {"xlm-roberta"},
    {"xlm-roberta-xl"},
    {"xmod"},
    {"yoso", 2},
});

/// Model types of images that add a learned table: a row for each patch, and `more` rows.
struct ImageFamily {
  std::string_view type;
  int more = 0;  ///< other rows: for the class token, and the distillation token
};
constexpr auto kImages = std::to_array<ImageFamily>({{"clip_vision_model", 1},
                                                     {"deit", 2},
                                                     {"dinov2", 1},
                                                     {"siglip_vision_model"},
                                                     {"vit", 1},
                                                     {"vit_mae", 1},
                                                     {"vit_msn", 1}});

/// A model type that adds sinusoids, and the name of the program encoding that its code has.
struct SinusoidFamily {
  std::string_view type;
  std::string_view program;
};
constexpr auto kSinusoids = std::to_array<SinusoidFamily>({
    {"fsmt", "fairseq"},
    {"m2m_100", "speech2text"},
    {"marian", "hf-marian"},
    {"nllb-moe", "speech2text"},
    {"pegasus", "hf-marian"},
    {"speech_to_text", "speech2text"},
    {"transfo-xl", "transformer-xl"},
    {"xglm", "speech2text"},
});

template <typename Families>
auto* find(const Families& families, std::string_view type) {
  const auto* found = std::find_if(families.begin(), families.end(),
                                   [&](const auto& known) { return known.type == type; });
  return found == families.end() ? nullptr : found;
}

LayerEncoding sinusoids(const ConfigSection& config, std::string_view program) {
  const auto key = config.first_of({"d_model", "hidden_size", "dim", "emb_dim"});
  LayerEncoding layers;
  const auto dim = config.count(key, kLargestDim);
  if (!dim) config.fail(key, "is missing");
  Encoding encoding = default_encoding(program);
  set_field(encoding, "dim", dim->str());
  layers.encoding = encoding;
  layers.words = "sinusoids, as " + std::string(program);
  return layers;
}

LayerEncoding image_table(const ConfigSection& config, int more) {
  const auto image = config.count("image_size", 1 << 16);
  const auto patch = config.count("patch_size", 1 << 16);
  LayerEncoding layers{.positions = LayerPositions::learned, .words = "a learned table"};
  if (!image || !patch) return layers;
  const auto side = static_cast<std::int64_t>(Integer(*image / *patch));
  layers.trained = TrainedShape{.rows = side * side + more};
  layers.words = fmt::format("a learned table of {} rows: {} x {} patches and {} more",
                             side * side + more, side, side, more);
  return layers;
}

std::vector<LayerEncoding> whisper(const ConfigSection& config) {
  LayerEncoding encoder = sinusoids(config, "whisper");
  encoder.layers = "encoder";
  if (const auto rows = config.count("max_source_positions", kMostRows))
    encoder.context = to_position(*rows);
  LayerEncoding decoder = learned_table(config, "max_target_positions");
  decoder.layers = "decoder";
  return {encoder, decoder};
}

}  // namespace

LayerEncoding learned_table(const ConfigSection& config, std::string_view key, int before) {
  LayerEncoding layers{.positions = LayerPositions::learned};
  const auto rows = config.count(key, kMostRows);
  if (rows) layers.context = to_position(*rows);
  if (rows) layers.trained = TrainedShape{.rows = static_cast<std::int64_t>(*rows) + before};
  layers.words = rows ? fmt::format("a learned table of {} rows", Integer(*rows + before).str())
                      : "a learned table";
  if (before > 0) layers.words += fmt::format(", {} before position 0", before);
  return layers;
}

bool adds_a_table(std::string_view type) {
  return type == "whisper" || type == "xlm" || find(kSinusoids, type) != nullptr ||
         find(kLearned, type) != nullptr || find(kImages, type) != nullptr;
}

std::vector<LayerEncoding> read_added_tables(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  if (model.type == "whisper") return whisper(config);
  if (model.type == "distilbert" && config.truth("sinusoidal_pos_embds"))
    return {sinusoids(config, "distilbert")};
  if (model.type == "xlm")
    return {config.truth("sinusoidal_embeddings")
                ? sinusoids(config, "xlm")
                : learned_table(config, "max_position_embeddings")};
  if (const SinusoidFamily* family = find(kSinusoids, model.type))
    return {sinusoids(config, family->program)};
  if (const LearnedFamily* family = find(kLearned, model.type))
    return {learned_table(config, key_of_length(config), family->before)};
  if (const ImageFamily* family = find(kImages, model.type))
    return {image_table(config, family->more)};
  return {};
}

}  // namespace sextant
