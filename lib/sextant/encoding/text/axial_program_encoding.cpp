#include "sextant/encoding/text/axial_program_encoding.hpp"

#include <utility>
#include <vector>

namespace sextant {
namespace {

const std::vector<Axis> kLinesFirst = {Axis::height, Axis::width};
const std::vector<Axis> kColumnsFirst = {Axis::width, Axis::height};
const std::vector<Axis> kFilm = {Axis::time, Axis::height, Axis::width};
const std::vector<Axis> kFilmAndText = {Axis::time, Axis::height, Axis::width, Axis::length};

Axial plain(std::vector<Axis> axes) { return {.program = {}, .axes = std::move(axes)}; }

Axial with(std::vector<Axis> axes, Coordinate coordinate, Rational reference = 1) {
  Axial e = plain(std::move(axes));
  e.coordinate = coordinate;
  e.reference = std::move(reference);
  return e;
}

Axial film(Split split, std::vector<int> sections) {
  Axial e = plain(kFilm);
  e.split = split;
  e.sections = std::move(sections);
  return e;
}

Axial film_and_text(std::vector<int> sections) {
  Axial e = film(Split::own, std::move(sections));
  e.axes = kFilmAndText;
  return e;
}

Axial from_the_middle(std::vector<int> sections) {
  Axial e = film(Split::own, std::move(sections));
  e.coordinate = Coordinate::middle;
  return e;
}

Axial relative_film(std::vector<int> sections, Rational reference) {
  Axial e = film(Split::own, std::move(sections));
  e.coordinate = Coordinate::relative;
  e.reference = std::move(reference);
  return e;
}

Axial cropped(std::vector<int> sections) {
  Axial e = film(Split::own, std::move(sections));
  e.coordinate = Coordinate::cropped;
  return e;
}

Axial with_ntk(std::vector<int> sections, std::vector<Rational> factors) {
  Axial e = film(Split::own, std::move(sections));
  e.ntk = std::move(factors);
  return e;
}

Axial of(std::vector<Axis> axes, Split split, std::vector<int> sections) {
  Axial e = film(split, std::move(sections));
  e.axes = std::move(axes);
  return e;
}

Axial doubled(std::vector<int> sections) {
  Axial e = of({Axis::length, Axis::time, Axis::height, Axis::width}, Split::in_turn,
               std::move(sections));
  e.coordinate = Coordinate::doubled;
  e.unit = AngleUnit::quarter_turns;
  return e;
}

/// A film or its sounds: `rate` frames a second, `stride` frames a token.
Axial midpoint(Axial e, int stride, int rate, std::vector<Rational> divisors) {
  e.coordinate = Coordinate::midpoint;
  e.unit = AngleUnit::quarter_turns;
  e.stride = stride;
  e.scales.assign(e.axes.size(), 1);
  e.scales.front() = Rational(1, rate);
  e.divisors = std::move(divisors);
  return e;
}

Axial sound_of_film() {
  Axial e = of({Axis::time}, Split::own, {1024});
  e.grid.height = e.grid.width = 1;
  return midpoint(std::move(e), 4, 100, {20});
}

Axial in_turns(Coordinate coordinate) {
  Axial e = with(kLinesFirst, coordinate);
  e.unit = AngleUnit::turns;
  return e;
}

/// Fourier features, whose first or last columns may be the coordinates themselves.
Axial features(std::vector<Axis> axes, AngleUnit unit, Spread spread, Raw raw) {
  Axial e = plain(std::move(axes));
  e.unit = unit;
  e.spread = spread;
  e.split = spread == Spread::bands ? Split::in_turn : Split::own;
  e.raw = raw;
  return e;
}

Axial perceiver(Spread spread, Raw raw) {
  Axial e = features(kLinesFirst, AngleUnit::half_turns, spread, raw);
  e.coordinate = Coordinate::spanning;
  return e;
}

/// The sums of width and height, in turns, with numbers of a matrix.
Axial combined() {
  Axial e = with(kColumnsFirst, Coordinate::centred);
  e.unit = AngleUnit::turns;
  e.split = Split::combined;
  e.spread = Spread::row;
  return e;
}

Axial strided() {
  Axial e = plain(kLinesFirst);
  e.split = Split::strided;
  return e;
}

Axial merged() {
  Axial e = plain(kLinesFirst);
  e.grid.merge = 2;
  return e;
}

Axial whole_row() {
  Axial e = plain(kLinesFirst);
  e.spread = Spread::row;
  return e;
}

const std::vector<Axis> kPoint = {Axis::x, Axis::y, Axis::z};

constexpr std::string_view kHalves = "sinusoidal layout=halves";
constexpr std::string_view kOctaves = "sinusoidal dim=60 base=2 layout=halves law=powers";
constexpr std::string_view kAfterText = "--start says where the image begins after the text";
constexpr std::string_view kThree = "--positions-file of shape [3, n]: time, height, width";

std::vector<AxialProgramEncoding> all() {
  return {
      {"axial", "rope dim=64", plain(kLinesFirst),
       "huggingface/transformers modeling_qwen3_vl.py compute_axial_rope_parameters"},
      {"cogvideox", "rope dim=64 layout=interleaved", cropped({8, 12, 12}),
       "huggingface/diffusers embeddings.py get_3d_rotary_pos_embed, grid_type linspace",
       "get_resize_crop_region_for_grid computes --crop"},
      {"cogvideox-1.5", "rope dim=64 layout=interleaved", film(Split::own, {8, 12, 12}),
       "huggingface/diffusers embeddings.py get_3d_rotary_pos_embed, grid_type slice"},
      {"cosmos", "rope", with_ntk({22, 21, 21}, {2, 1, 1}),
       "huggingface/diffusers transformer_cosmos.py CosmosRotaryPosEmbed",
       "rope_scale is --ntk; if fps is given, pass --scales 24/fps,1,1"},
      {"detr", "sinusoidal dim=256", in_turns(Coordinate::from_one),
       "facebookresearch/detr position_encoding.py PositionEmbeddingSine",
       "normalised, nothing masked; --dim is twice num_pos_feats"},
      {"diffusers-2d", kHalves, with(kColumnsFirst, Coordinate::relative, 16),
       "huggingface/diffusers embeddings.py get_2d_sincos_pos_embed",
       "base_size is --reference, interpolation_scale --interpolation"},
      {"dinov3", "rope dim=64 base=100", in_turns(Coordinate::centred),
       "facebookresearch/dinov3 rope_position_encoding.py RopePositionEmbedding",
       "as it is evaluated: no shift, jitter or rescaling"},
      {"ernie-4.5-vl", "rope base=500000 layout=interleaved",
       of({Axis::height, Axis::width, Axis::time}, Split::last_apart, {22, 22, 20}),
       "huggingface/transformers modeling_ernie4_5_vl_moe.py", kThree},
      {"ernie-image", "rope base=256 layout=interleaved", film(Split::own, {16, 24, 24}),
       "huggingface/diffusers transformer_ernie_image.py ErnieImageEmbedND3",
       "it applies the numbers of pairs (2i, 2i + 1) to pairs (i, i + d/2), which is no rotation"},
      {"eva", "rope dim=64 layout=interleaved", with(kLinesFirst, Coordinate::relative, 16),
       "baaivision/EVA rope.py VisionRotaryEmbeddingFast", "pt_seq_len is --reference"},
      {"fourier-features", kOctaves,
       features(kPoint, AngleUnit::half_turns, Spread::row, Raw::none),
       "Mildenhall et al. 2020, equation 4: 2^k pi x",
       "--axes x | x,y | x,y,z; --law linear runs from 1 to 1/base, --law given takes "
       "--frequencies; "
       "--positions-file has the coordinates"},
      {"flux", "rope layout=interleaved", film(Split::own, {8, 28, 28}),
       "black-forest-labs/flux math.py rope; huggingface/diffusers FluxPosEmbed",
       "axes_dims are twice --sections"},
      {"flux-2", "rope base=2000 layout=interleaved", film_and_text({16, 16, 16, 16}),
       "huggingface/diffusers transformer_flux2.py Flux2PosEmbed",
       "axes_dims are twice --sections; --positions-file of shape [4, n]: t, h, w, l"},
      {"hunyuan-image", "rope base=256 layout=interleaved", plain(kLinesFirst),
       "huggingface/diffusers transformer_hunyuanimage.py HunyuanImageRotaryPosEmbed"},
      {"hunyuan-video", "rope base=256 layout=interleaved", film(Split::own, {8, 28, 28}),
       "huggingface/diffusers transformer_hunyuan_video.py HunyuanVideoRotaryPosEmbed",
       "rope_axes_dim are twice --sections"},
      {"ideogram-4", "rope dim=256 base=5000000", film(Split::alternating, {88, 20, 20}),
       "huggingface/diffusers transformer_ideogram4.py Ideogram4MRoPE",
       "mrope_section is 24, 20, 20, and all pairs from 60 on belong to time; images begin at "
       "65536"},
      {"kandinsky-5", "rope dim=64 layout=interleaved", film(Split::own, {8, 12, 12}),
       "huggingface/diffusers transformer_kandinsky.py Kandinsky5RoPE3D",
       "scale_factor is --divisors"},
      {"krea-2", "rope base=1000 layout=interleaved", film(Split::own, {16, 24, 24}),
       "huggingface/diffusers transformer_krea2.py Krea2RotaryPosEmbed"},
      {"ltx", "rope dim=2048 base=1/10000 law=half-minus-shift layout=interleaved",
       doubled({1, 341, 341, 341}),
       "huggingface/diffusers transformer_ltx.py LTXVideoRotaryPosEmbed",
       "the first columns belong to length. A rope_interpolation_scale of 8/25, 32, 32 is "
       "--scales 8/25,1,1,1 --divisors 20,64,64,1"},
      {"ltx-2", "rope dim=4096 base=1/10000 law=half-minus-shift layout=interleaved",
       midpoint(doubled({2, 682, 682, 682}), 8, 24, {20, 64, 64, 1}),
       "huggingface/diffusers transformer_ltx2.py LTX2AudioVideoRotaryPosEmbed",
       "the first columns belong to length. fps is the inverse of the first of --scales. rope_type "
       "split is --part cos of all heads, one after the other"},
      {"ltx-2-audio", "rope dim=2048 base=1/10000 law=half-minus-shift layout=interleaved",
       sound_of_film(), "huggingface/diffusers transformer_ltx2.py LTX2AudioVideoRotaryPosEmbed",
       "--frames is the number of tokens. The times of a film, in attention to sounds, are "
       "--stride 8 --scales 1/24"},
      {"lumina-2", "rope dim=96 layout=interleaved", film(Split::own, {16, 16, 16}),
       "huggingface/diffusers transformer_lumina2.py Lumina2RotaryPosEmbed", kAfterText},
      {"mae", "sinusoidal layout=halves dim=768", plain(kColumnsFirst),
       "facebookresearch/mae pos_embed.py get_2d_sincos_pos_embed",
       "the first half is of columns, though called h; cls_token is --prefix 1"},
      {"minimax-h3", "rope dim=96", film(Split::own, {16, 16, 16}),
       "huggingface/diffusers transformer_minimax_h3.py MiniMaxH3RotaryPosEmbed",
       "the first 96 channels of a head"},
      {"mrope", "rope base=1000000", film(Split::chunked, {16, 24, 24}),
       "huggingface/transformers modeling_qwen2_vl.py", kThree},
      {"mrope-interleaved", "rope base=5000000", film(Split::alternating, {24, 20, 20}),
       "huggingface/transformers modeling_qwen3_vl.py", kThree},
      {"nerf-pytorch", kOctaves, features(kPoint, AngleUnit::radians, Spread::bands, Raw::first),
       "yenchenlin/nerf-pytorch run_nerf_helpers.py Embedder",
       "multires is --dim over 6. There is no pi. log_sampling False is --law linear --base "
       "2^(1 - multires). include_input False is --raw none"},
      {"nerfstudio", "sinusoidal dim=60 base=1/256 layout=halves law=half-minus-shift",
       features(kPoint, AngleUnit::turns, Spread::row, Raw::last),
       "nerfstudio-project/nerfstudio encodings.py NeRFEncoding",
       "num_frequencies is --dim over 6. The exponents are --base 2^(min - max) --scale 2^min. Its "
       "cosines are sines of angle + pi/2"},
      {"openpangu", "rope", of(kFilm, Split::in_proportion, {24, 20, 20}),
       "vllm-project/vllm mrope_interleaved.py MRotaryEmbeddingInterleaved",
       "--sections is the model's mrope_section, --base its rope_theta; "
       "--positions-file of shape [3, n]: time, height, width"},
      {"perceiver", "sinusoidal dim=256 base=1/112 layout=halves law=linear",
       perceiver(Spread::row, Raw::first),
       "huggingface/transformers modeling_perceiver.py generate_fourier_features",
       "num_bands is --dim over 4; --base is 2/max_resolution. For an image that is not "
       "square, --bases has it for each axis, in the order h,w"},
      {"perceiver-pytorch", "sinusoidal dim=24 base=1/5 layout=halves law=linear",
       perceiver(Spread::blocks, Raw::last),
       "lucidrains/perceiver-pytorch perceiver_pytorch.py fourier_encode",
       "num_freq_bands is --dim over 4; --base is 2/max_freq"},
      {"pixtral", "rope dim=64", strided(), "huggingface/transformers modeling_pixtral.py"},
      {"qwen2-vl-vision", "rope dim=80", merged(),
       "huggingface/transformers modeling_qwen2_vl.py VisionRotaryEmbedding",
       "spatial_merge_size is --merge"},
      {"qwen-image", "rope layout=interleaved", from_the_middle({8, 28, 28}),
       "huggingface/diffusers transformer_qwenimage.py QwenEmbedRope, scale_rope",
       "text has the same number for all axes: encoding flux takes such positions"},
      {"qwen3-omni", "rope base=1000000", film(Split::alternating, {24, 20, 20}),
       "huggingface/transformers modeling_qwen3_omni_moe.py",
       "--positions-file of shape [3, n]: time, height, width; times may be fractions. Of a grid, "
       "the first of --scales is position_id_per_seconds (13) times the seconds of a frame, and "
       "--offsets say where the film begins after the text"},
      {"qwen3.5", "rope dim=64 base=10000000", film(Split::alternating, {11, 11, 10}),
       "huggingface/transformers modeling_qwen3_5.py",
       "the first 64 channels of a head; --positions-file of shape [3, n]: time, height, width"},
      {"rope-vit", "rope dim=64 base=100 layout=interleaved", plain(kColumnsFirst),
       "naver-ai/rope-vit vit_rope.py compute_axial_cis", "axial, not mixed"},
      {"sam", "sinusoidal dim=256 layout=halves law=given", combined(),
       "facebookresearch/segment-anything prompt_encoder.py PositionEmbeddingRandom",
       "--frequencies is positional_encoding_gaussian_matrix, [2, dim/2], as a file; also of SAM 2 "
       "and MobileSAM. Points: --positions-file of shape [2, n]: y, x, in pixels"},
      {"sam2", "rope dim=256 layout=interleaved", plain(kColumnsFirst),
       "facebookresearch/sam2 position_encoding.py compute_axial_cis"},
      {"sam2-sine", "sinusoidal dim=256", in_turns(Coordinate::from_one),
       "facebookresearch/sam2 position_encoding.py PositionEmbeddingSine",
       "normalised; --dim is num_pos_feats"},
      {"timm-2d", "sinusoidal layout=halves", whole_row(),
       "huggingface/pytorch-image-models pos_embed_sincos.py build_sincos2d_pos_embed",
       "sines of both axes first; interleave_sin_cos is --spread blocks; "
       "reverse_coord is --axes w,h --scan down"},
      {"vjepa-2", "rope dim=60", relative_film({10, 10, 10}, 16),
       "facebookresearch/vjepa2 modules.py RoPEAttention",
       "the first 60 channels of a head of 64; grid_size is --reference. It repeats the numbers of "
       "an axis as cat(f, f) and applies them to pairs (2i, 2i + 1), which is no rotation"},
      {"wan", "rope layout=interleaved", film(Split::own, {22, 21, 21}),
       "Wan-Video/Wan2.1 model.py rope_apply; huggingface/diffusers WanRotaryPosEmbed"},
      {"xdrope", "rope scaling=ntk factor=1000",
       of({Axis::length, Axis::width, Axis::height, Axis::time}, Split::chunked, {16, 16, 16, 16}),
       "vllm-project/vllm xdrope.py XDRotaryEmbedding",
       "alpha is --factor; --positions-file of shape [4, n]: time, height, width, position"},
      {"z-image", "rope base=256 layout=interleaved", film(Split::own, {16, 24, 24}),
       "huggingface/diffusers transformer_z_image.py RopeEmbedder", kAfterText},
  };
}

}  // namespace

std::span<const AxialProgramEncoding> axial_program_encodings() {
  static const std::vector<AxialProgramEncoding> known = all();
  return known;
}

}  // namespace sextant
