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

constexpr std::string_view kHalves = "sinusoidal layout=halves";
constexpr std::string_view kAfterText = "--start says where the image begins after the text";
constexpr std::string_view kThree = "--positions-file of shape [3, n]: time, height, width";

std::vector<AxialProgramEncoding> all() {
  return {
      {"axial", "rope dim=64", plain(kLinesFirst),
       "huggingface/transformers modeling_qwen3_vl.py compute_axial_rope_parameters"},
      {"cogvideox-1.5", "rope dim=64 layout=interleaved", film(Split::own, {8, 12, 12}),
       "huggingface/diffusers embeddings.py get_3d_rotary_pos_embed, grid_type slice"},
      {"detr", "sinusoidal dim=256", with(kLinesFirst, Coordinate::from_one),
       "facebookresearch/detr position_encoding.py PositionEmbeddingSine",
       "normalised, nothing masked; --dim is twice num_pos_feats"},
      {"diffusers-2d", kHalves, with(kColumnsFirst, Coordinate::relative, 16),
       "huggingface/diffusers embeddings.py get_2d_sincos_pos_embed",
       "base_size is --reference, interpolation_scale --interpolation"},
      {"dinov3", "rope dim=64 base=100", with(kLinesFirst, Coordinate::centred),
       "facebookresearch/dinov3 rope_position_encoding.py RopePositionEmbedding",
       "as it is evaluated: no shift, jitter or rescaling"},
      {"eva", "rope dim=64 layout=interleaved", with(kLinesFirst, Coordinate::relative, 16),
       "baaivision/EVA rope.py VisionRotaryEmbeddingFast", "pt_seq_len is --reference"},
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
      {"krea-2", "rope base=1000 layout=interleaved", film(Split::own, {16, 24, 24}),
       "huggingface/diffusers transformer_krea2.py Krea2RotaryPosEmbed"},
      {"lumina-2", "rope dim=96 layout=interleaved", film(Split::own, {16, 16, 16}),
       "huggingface/diffusers transformer_lumina2.py Lumina2RotaryPosEmbed", kAfterText},
      {"mae", "sinusoidal layout=halves dim=768", plain(kColumnsFirst),
       "facebookresearch/mae pos_embed.py get_2d_sincos_pos_embed",
       "the first half is of columns, though called h; cls_token is --prefix 1"},
      {"mrope", "rope base=1000000", film(Split::chunked, {16, 24, 24}),
       "huggingface/transformers modeling_qwen2_vl.py", kThree},
      {"mrope-interleaved", "rope base=5000000", film(Split::alternating, {24, 20, 20}),
       "huggingface/transformers modeling_qwen3_vl.py", kThree},
      {"pixtral", "rope dim=64", strided(), "huggingface/transformers modeling_pixtral.py"},
      {"qwen2-vl-vision", "rope dim=80", merged(),
       "huggingface/transformers modeling_qwen2_vl.py VisionRotaryEmbedding",
       "spatial_merge_size is --merge"},
      {"qwen-image", "rope layout=interleaved", from_the_middle({8, 28, 28}),
       "huggingface/diffusers transformer_qwenimage.py QwenEmbedRope, scale_rope",
       "text has the same number for all axes: encoding flux takes such positions"},
      {"rope-vit", "rope dim=64 base=100 layout=interleaved", plain(kColumnsFirst),
       "naver-ai/rope-vit vit_rope.py compute_axial_cis", "axial, not mixed"},
      {"sam2", "rope dim=256 layout=interleaved", plain(kColumnsFirst),
       "facebookresearch/sam2 position_encoding.py compute_axial_cis"},
      {"sam2-sine", "sinusoidal dim=256", with(kLinesFirst, Coordinate::from_one),
       "facebookresearch/sam2 position_encoding.py PositionEmbeddingSine",
       "normalised; --dim is num_pos_feats"},
      {"timm-2d", "sinusoidal layout=halves", whole_row(),
       "huggingface/pytorch-image-models pos_embed_sincos.py build_sincos2d_pos_embed",
       "sines of both axes first; interleave_sin_cos is --spread blocks; "
       "reverse_coord is --axes w,h --scan down"},
      {"wan", "rope layout=interleaved", film(Split::own, {22, 21, 21}),
       "Wan-Video/Wan2.1 model.py rope_apply; huggingface/diffusers WanRotaryPosEmbed"},
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
