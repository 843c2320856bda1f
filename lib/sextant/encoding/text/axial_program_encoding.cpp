#include "sextant/encoding/text/axial_program_encoding.hpp"

#include <utility>
#include <vector>

namespace sextant {
namespace {

const std::vector<Axis> kLinesFirst = {Axis::height, Axis::width};
const std::vector<Axis> kColumnsFirst = {Axis::width, Axis::height};
const std::vector<Axis> kFilm = {Axis::time, Axis::height, Axis::width};

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
constexpr std::string_view kThree = "--positions-file of shape [3, n]: time, height, width";

std::vector<AxialProgramEncoding> all() {
  return {
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
      {"rope-vit", "rope dim=64 base=100 layout=interleaved", plain(kColumnsFirst),
       "naver-ai/rope-vit vit_rope.py compute_axial_cis", "axial, not mixed"},
      {"sam2", "rope dim=256 layout=interleaved", plain(kColumnsFirst),
       "facebookresearch/sam2 position_encoding.py compute_axial_cis"},
      {"sam2-sine", "sinusoidal dim=256", with(kLinesFirst, Coordinate::from_one),
       "facebookresearch/sam2 position_encoding.py PositionEmbeddingSine",
       "normalised; --dim is num_pos_feats"},
      {"timm-2d", "sinusoidal layout=halves", whole_row(),
       "huggingface/pytorch-image-models pos_embed_sincos.py build_sincos2d_pos_embed",
       "sines of both axes, then cosines of both; interleave_sin_cos is --spread blocks; "
       "reverse_coord is --axes w,h --scan down"},
  };
}

}  // namespace

std::span<const AxialProgramEncoding> axial_program_encodings() {
  static const std::vector<AxialProgramEncoding> known = all();
  return known;
}

}  // namespace sextant
