#include "sextant/config/config_tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/config/deciding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

constexpr int kMostRows = 1 << 26;

/// A model type that adds a learned table.
struct LearnedFamily {
  std::string_view type;
  TableStart start = {};
};
constexpr TableStart kTwo = {.before = 2};
constexpr TableStart kPadded = {.counted = true};
constexpr auto kLearned = std::to_array<LearnedFamily>({
    {"albert"},
    {"bart", kTwo},
    {"bert"},
    {"big_bird"},
    {"biogpt", kTwo},
    {"blenderbot"},
    {"blip"},
    {"blip_2_qformer"},
    {"camembert", kPadded},
    {"clip_text_model"},
    {"convbert"},
    {"distilbert"},
    {"electra"},
    {"ernie"},
    {"esm", kPadded},
    {"gpt2"},
    {"gpt_bigcode"},
    {"gpt_neo"},
    {"ibert", kPadded},
    {"imagegpt"},
    {"instructblip_qformer"},
    {"instructblipvideo_qformer"},
    {"layoutlm"},
    {"led"},
    {"longformer", kPadded},
    {"mbart", kTwo},
    {"megatron-bert"},
    {"mobilebert", {.width_key = "hidden_size"}},
    {"nezha"},
    {"openai-gpt"},
    {"opt", kTwo},
    {"plbart", kTwo},
    {"roberta", kPadded},
    {"siglip_text_model"},
    {"splinter"},
    {"squeezebert"},
    {"xlm-roberta", kPadded},
    {"xlm-roberta-xl", kPadded},
    {"xmod", kPadded},
    {"yoso", kTwo},
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
  const Deciding scope(config.record(), {"dim", kColumns});
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

/// The width of a model's vectors; 0 if no key says it.
std::int64_t width_of(const ConfigSection& config, std::string_view key) {
  const Deciding scope(config.record(), {kColumns});
  const auto width = config.count(key, kLargestDim);
  return width ? static_cast<std::int64_t>(*width) : 0;
}

LayerEncoding image_table(const ConfigSection& config, int more) {
  const Deciding scope(config.record(), {kRows});
  const auto image = config.count("image_size", 1 << 16);
  const auto patch = config.count("patch_size", 1 << 16);
  LayerEncoding layers{.positions = LayerPositions::learned, .words = "a learned table"};
  if (!image || !patch) return layers;
  const auto side = static_cast<std::int64_t>(Integer(*image / *patch));
  layers.trained =
      TrainedShape{.rows = side * side + more, .columns = width_of(config, "hidden_size")};
  layers.words = fmt::format("a learned table of {} rows: {} x {} patches and {} more",
                             side * side + more, side, side, more);
  return layers;
}

std::vector<LayerEncoding> whisper(const ConfigSection& config) {
  LayerEncoding encoder = sinusoids(config, "whisper");
  encoder.layers = "encoder";
  const LayerEncoding stored = learned_table(config, "max_source_positions");
  encoder.context = stored.context;
  encoder.trained = stored.trained;
  LayerEncoding decoder = learned_table(config, "max_target_positions");
  decoder.layers = "decoder";
  return {encoder, decoder};
}

}  // namespace

LayerEncoding learned_table(const ConfigSection& config, std::string_view key,
                            const TableStart& start) {
  const Deciding scope(config.record(), {kRows});
  LayerEncoding layers{.positions = LayerPositions::learned, .words = "a learned table"};
  const auto said = config.count(key, kMostRows);
  if (!said) return layers;
  std::int64_t before = start.before;
  if (start.counted) {
    const Rational pad = config.number("pad_token_id").value_or(1);
    if (!is_integer(pad) || pad < 0 || pad + 1 >= Rational(*said))
      config.fail("pad_token_id", "leaves no row of " + config.path(key));
    before = static_cast<std::int64_t>(numerator(pad)) + 1;
  }
  const auto rows = static_cast<std::int64_t>(*said) + (start.counted ? 0 : before);
  const std::string_view width = start.width_key.empty()
                                     ? config.first_of({"embedding_size", "d_model", "hidden_size",
                                                        "n_embd", "dim", "emb_dim"})
                                     : start.width_key;
  layers.context = Position{rows - before};
  layers.trained = TrainedShape{.rows = rows, .columns = width_of(config, width), .before = before};
  layers.words += fmt::format(" of {} rows", rows);
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
    return {learned_table(config, key_of_length(config), family->start)};
  if (const ImageFamily* family = find(kImages, model.type))
    return {image_table(config, family->more)};
  return {};
}

}  // namespace sextant
