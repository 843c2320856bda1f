#include "sextant/encoding/text/dialect.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sextant/encoding/text/axial_dialect.hpp"
#include "sextant/encoding/text/spelling.hpp"

namespace sextant {
namespace {

constexpr std::string_view kPlain = "sinusoidal";
constexpr std::string_view kHalves = "sinusoidal layout=halves";
constexpr std::string_view kHalvesExtraSine = "sinusoidal layout=halves odd=drop-last";
constexpr std::string_view kToTheLast = "sinusoidal layout=halves law=half-minus-shift";
constexpr std::string_view kToTheLastPadded =
    "sinusoidal layout=halves law=half-minus-shift odd=zero-column";
constexpr std::string_view kPaddingRow =
    "sinusoidal layout=halves law=half-minus-shift odd=zero-column zero-row=1";
constexpr std::string_view kFlipped =
    "sinusoidal layout=halves order=cos-sin law=half-minus-shift shift=0 odd=zero-column";

constexpr std::string_view kTimesteps =
    "flip_sin_to_cos is --order cos-sin, downscale_freq_shift is --shift, scale is --scale";

constexpr std::array<Dialect, 23> kDialects = {{
    {"adm", kFlipped, "openai/guided-diffusion nn.py timestep_embedding"},
    {"ddpm", kToTheLastPadded, "hojonathanho/diffusion nn.py get_timestep_embedding"},
    {"diffusers", kToTheLastPadded, "huggingface/diffusers embeddings.py get_timestep_embedding",
     kTimesteps},
    {"distilbert", "sinusoidal odd=drop-last", "huggingface/transformers modeling_distilbert.py"},
    {"espnet", kPlain, "espnet/espnet embedding.py PositionalEncoding"},
    {"espnet-relative",
     kPlain,
     "espnet/espnet embedding.py RelPositionalEncoding",
     "2T - 1 rows, from position T - 1 down to -(T - 1)",
     {Direction::centred}},
    {"fairseq", kPaddingRow, "facebookresearch/fairseq sinusoidal_positional_embedding.py",
     "the row of padding_idx, 1, is zero; tokens stand from padding_idx + 1 on"},
    {"gpt-neox-sinusoidal", kHalves, "EleutherAI/gpt-neox positional_embeddings.py"},
    {"hf-marian", kHalvesExtraSine, "huggingface/transformers modeling_marian.py",
     "not Marian's own: the exponents are 2i/d"},
    {"marian", kToTheLast, "marian-nmt/marian-dev node_initializers.cpp",
     "its back-ends disagree where --dim is odd"},
    {"maxtext", kToTheLast, "AI-Hypercomputer/maxtext embeddings.py PositionalEmbedding",
     "max_timescale is --base"},
    {"opennmt", kPlain, "OpenNMT/OpenNMT-py embeddings.py, SinusoidalInterleaved"},
    {"opennmt-concat", kToTheLast, "OpenNMT/OpenNMT-py embeddings.py, SinusoidalConcat"},
    {"opennmt-tf",
     kToTheLast,
     "OpenNMT/OpenNMT-tf position.py SinusoidalPositionEncoder",
     "the first row has position 1",
     {Direction::ascending, 1}},
    {"retnet", "rope layout=interleaved law=half-minus-shift",
     "microsoft/torchscale retnet.py RetNetRelPos", "tables of --part cos and --part sin"},
    {"roformer-table", kHalvesExtraSine, "huggingface/transformers modeling_roformer.py"},
    {"speech2text", kPaddingRow, "huggingface/transformers modeling_speech_to_text.py",
     "and M2M100, NLLB: the table has two rows more than positions"},
    {"stable-diffusion", kFlipped, "huggingface/diffusers unet_2d_condition.py",
     "flip_sin_to_cos, downscale_freq_shift 0"},
    {"tensor2tensor", kToTheLastPadded,
     "tensorflow/tensor2tensor common_attention.py get_timing_signal_1d",
     "timescales m to M are --scale m --base M/m; --dim 2 and 3 need --shift 0"},
    {"timesteps", kToTheLastPadded, "huggingface/diffusers embeddings.py get_timestep_embedding",
     kTimesteps},
    {"transformer-xl",
     kHalves,
     "kimiyoung/transformer-xl mem_transformer.py PositionalEmbedding",
     "n rows, from position n - 1 down to 0",
     {Direction::descending}},
    {"whisper", kToTheLast, "openai/whisper model.py sinusoids", "of the encoder"},
    {"xlm", "sinusoidal odd=drop-last",
     "facebookresearch/XLM transformer.py create_sinusoidal_embeddings"},
}};

}  // namespace

std::span<const Dialect> dialects() { return kDialects; }

const Dialect* find_dialect(std::string_view name) {
  const auto* found = std::find_if(kDialects.begin(), kDialects.end(),
                                   [&](const Dialect& known) { return known.name == name; });
  return found == kDialects.end() ? nullptr : found;
}

std::string encodings_like(std::string_view name) {
  std::vector<std::string_view> known = {"sinusoidal", "rope",    "rotary", "alibi", "kerple",
                                         "t5",         "deberta", "shaw",   "swin",  "nope"};
  for (const Dialect& dialect : kDialects) known.push_back(dialect.name);
  for (const AxialDialect& dialect : axial_dialects()) known.push_back(dialect.name);
  return did_you_mean(name, known);
}

}  // namespace sextant
