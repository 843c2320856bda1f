#include "sextant/encoding/text/program_encoding.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sextant/encoding/text/axial_program_encoding.hpp"
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

constexpr std::array<ProgramEncoding, 23> kProgramEncodings = {{
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
     "also M2M100 and NLLB; the table has two rows more than positions"},
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
    {"whisper", kToTheLast, "openai/whisper model.py sinusoids", "the table of the encoder"},
    {"xlm", "sinusoidal odd=drop-last",
     "facebookresearch/XLM transformer.py create_sinusoidal_embeddings"},
}};

}  // namespace

std::span<const ProgramEncoding> program_encodings() { return kProgramEncodings; }

const ProgramEncoding* find_program_encoding(std::string_view name) {
  const auto* found =
      std::find_if(kProgramEncodings.begin(), kProgramEncodings.end(),
                   [&](const ProgramEncoding& known) { return known.name == name; });
  return found == kProgramEncodings.end() ? nullptr : found;
}

std::string encodings_like(std::string_view name) {
  std::vector<std::string_view> known = {"sinusoidal", "rope",        "rotary", "alibi", "kerple",
                                         "t5",         "deberta",     "shaw",   "swin",  "swin-v2",
                                         "nope",       "query-scale", "xpos"};
  for (const ProgramEncoding& program : kProgramEncodings) known.push_back(program.name);
  for (const AxialProgramEncoding& program : axial_program_encodings())
    known.push_back(program.name);
  return did_you_mean(name, known);
}

}  // namespace sextant
