#include "exact/image_programs.hpp"

#include <string_view>

namespace sextant::image {
namespace {

// Angles.

/// Coordinate of an axis, from the index and the size along it.
using Place = std::function<Rational(const Rational& index, int size)>;

Rational plain(const Rational& index, int) { return index; }

/// Blocks of pairs one after the other.  Block k has `dims[k]` channels, turns by axis `axes[k]`,
/// and pair i of it has the frequency base^(−2i/dims[k]).
Angles blocks(std::vector<std::size_t> axes, std::vector<std::size_t> dims, Rational base,
              const Place& place = plain, bool turns = false) {
  return [=](std::size_t pair, const Token& token) {
    std::size_t k = 0;
    for (; pair >= dims[k] / 2; ++k) pair -= dims[k] / 2;
    return Angle{place(token.index[axes[k]], token.size[axes[k]]), base,
                 Rational(-2 * static_cast<long>(pair)) / Rational(static_cast<long>(dims[k])),
                 turns};
  };
}

/// One sequence of frequencies for a row of `dim` channels; `axis` chooses by whose index a pair
/// turns, and `rank` which of the frequencies it has.
Angles shared(std::size_t dim, Rational base, std::function<std::size_t(std::size_t)> axis,
              std::function<std::size_t(std::size_t)> rank) {
  return [=](std::size_t pair, const Token& token) {
    return Angle{token.index[axis(pair)], base,
                 Rational(-2 * static_cast<long>(rank(pair))) / Rational(static_cast<long>(dim)),
                 false};
  };
}

std::size_t itself(std::size_t pair) { return pair; }

/// Angles whose base is multiplied by factor^(dim/(dim − 2)), for the first dim/2 pairs.
Angles scaled(const Angles& angles, const Rational& factor, std::size_t dim) {
  return [=](std::size_t pair, const Token& token) {
    Angle angle = angles(pair, token);
    if (pair >= dim / 2) return angle;
    angle.scaling = factor;
    angle.power = Rational(-2 * static_cast<long>(pair)) / Rational(static_cast<long>(dim - 2));
    return angle;
  };
}

// Columns.

/// Rotary tables of `dim` channels: cosines and sines, one a pair; and with each pair's number
/// twice, in neighbouring columns or half a row apart.
std::vector<Row> rotary(std::size_t dim, bool neighbours) {
  std::vector<Row> rows;
  for (const bool sine : {false, true}) {
    rows.push_back({sine ? Part::sin : Part::cos, dim / 2, [=](std::size_t c) {
                      return Entry{c, sine};
                    }});
    rows.push_back({sine ? Part::sin_repeated : Part::cos_repeated, dim, [=](std::size_t c) {
                      return Entry{neighbours ? c / 2 : c % (dim / 2), sine};
                    }});
  }
  return rows;
}

/// Cosines and sines, one a pair.
std::vector<Row> one_a_pair(std::size_t dim) {
  std::vector<Row> rows;
  for (Row& row : rotary(dim, false))
    if (row.width == dim / 2) rows.push_back(std::move(row));
  return rows;
}

/// Two blocks of sines and cosines.  Within a block, sine and cosine of a pair are neighbours, or
/// all the sines come first.
std::vector<Row> two_blocks(std::size_t dim, bool neighbours) {
  const std::size_t half = dim / 2, quarter = dim / 4;
  return {{Part::table, dim, [=](std::size_t c) {
             const std::size_t block = c / half, inside = c % half;
             return neighbours ? Entry{block * quarter + inside / 2, inside % 2 == 0}
                               : Entry{block * quarter + inside % quarter, inside < quarter};
           }}};
}

/// All the sines of a row, then all its cosines.
std::vector<Row> sines_first(std::size_t dim) {
  return {{Part::table, dim, [=](std::size_t c) { return Entry{c % (dim / 2), c < dim / 2}; }}};
}

// Fourier features.

/// Blocks of `count` pairs, one an axis; pair i of each has the frequency `omega(i)`, in half
/// turns.
Angles features(std::vector<std::size_t> axes, std::size_t count,
                const std::function<Rational(long)>& omega, const Place& place = plain) {
  return [=](std::size_t pair, const Token& token) {
    const std::size_t axis = axes[pair / count];
    Angle angle{place(token.index[axis], token.size[axis]), omega(static_cast<long>(pair % count)),
                1};
    angle.half_turns = true;
    return angle;
  };
}

Rational two_to(long k) { return Rational(1L << k); }

Rational minus_one_to_one(const Rational& index, int size) {
  return Rational(2) * index / Rational(size - 1) - Rational(1);
}

std::vector<Program> feature_programs() {
  std::vector<Program> all;
  // Mildenhall et al. 2020, (4), L = 10: sin 2^k pi p, cos 2^k pi p of each of x, y, z.
  all.push_back({.name = "fourier-features",
                 .angle = features({kW, kH, kT}, 10, two_to),
                 .rows = sines_first(60),
                 .film = true,
                 .lists = true});
  // yenchenlin/nerf-pytorch Embedder, multires 10: x, y, z; then for each 2^k sin(xyz), cos(xyz).
  all.push_back({.name = "nerf-pytorch",
                 .angle =
                     [](std::size_t pair, const Token& token) {
                       const std::size_t axis = std::array{kW, kH, kT}[pair % 3];
                       return Angle{token.index[axis], 2, Rational(static_cast<long>(pair / 3))};
                     },
                 .rows = {{Part::table, 63,
                           [](std::size_t c) {
                             if (c < 3) return Entry{c, false, true};
                             const std::size_t inside = (c - 3) % 6;
                             return Entry{(c - 3) / 6 * 3 + inside % 3, inside < 3};
                           }}},
                 .film = true,
                 .lists = true});
  // nerfstudio NeRFEncoding(3, 10, 0, 8, include_input=True): 2 pi x, 2**linspace(0, 8, 10); sines,
  // cosines, input.
  all.push_back({.name = "nerfstudio",
                 .angle =
                     [](std::size_t pair, const Token& token) {
                       const std::size_t axis = std::array{kW, kH, kT}[pair / 10];
                       return Angle{token.index[axis], 2,
                                    Rational(8 * static_cast<long>(pair % 10), 9), true};
                     },
                 .rows = {{Part::table, 63,
                           [](std::size_t c) {
                             if (c >= 60) return Entry{(c - 60) * 10, false, true};
                             return Entry{c % 30, c < 30};
                           }}},
                 .film = true,
                 .lists = true});
  // transformers generate_fourier_features(num_bands=64, max_resolution=(224, 224)):
  // linspace(1, 112, 64); cat(pos, sin, cos).
  all.push_back({.name = "perceiver",
                 .angle = features(
                     {kH, kW}, 64, [](long k) { return Rational(1) + Rational(111 * k, 63); },
                     minus_one_to_one),
                 .rows = {{Part::table, 258, [](std::size_t c) {
                             if (c < 2) return Entry{64 * c, false, true};
                             return Entry{(c - 2) % 128, c < 130};
                           }}}});
  // lucidrains fourier_encode(x, 10, 6): linspace(1, 5, 6); sin, cos, x of each axis.
  all.push_back(
      {.name = "perceiver-pytorch",
       .angle = features(
           {kH, kW}, 6, [](long k) { return Rational(1) + Rational(4 * k, 5); }, minus_one_to_one),
       .rows = {{Part::table, 26, [](std::size_t c) {
                   const std::size_t block = c / 13, inside = c % 13;
                   return Entry{block * 6 + inside % 6, inside < 6, inside == 12};
                 }}}});
  return all;
}

// Programs.

}  // namespace

std::vector<Program> programs() {
  std::vector<Program> all = feature_programs();

  // transformers Qwen3VLVisionRotaryEmbedding.compute_axial_rope_parameters: frequencies of half
  // a head; cat(h, w), twice.
  all.push_back({.name = "axial",
                 .angle = blocks({kH, kW}, {32, 32}, 10000),
                 .rows = rotary(64, false),
                 .merges = true});
  // diffusers get_3d_rotary_pos_embed(grid_type="slice"): d/4, 3d/8, 3d/8 of a head of 64.
  all.push_back({.name = "cogvideox-1.5",
                 .angle = blocks({kT, kH, kW}, {16, 24, 24}, 10000),
                 .rows = rotary(64, true),
                 .film = true});
  // diffusers Flux2PosEmbed, black-forest-labs/flux2 sampling.py prc_img: (t, h, w, l).
  all.push_back({.name = "flux-2",
                 .angle = blocks({kT, kH, kW, kL}, {32, 32, 32, 32}, 2000),
                 .rows = rotary(128, true),
                 .lists = true});
  // diffusers HunyuanImageRotaryPosEmbed: rope_axes_dim (64, 64), rope_theta 256.
  all.push_back({.name = "hunyuan-image",
                 .angle = blocks({kH, kW}, {64, 64}, 256),
                 .rows = rotary(128, true)});
  // diffusers HunyuanVideoRotaryPosEmbed: rope_axes_dim (16, 56, 56), rope_theta 256.
  all.push_back({.name = "hunyuan-video",
                 .angle = blocks({kT, kH, kW}, {16, 56, 56}, 256),
                 .rows = rotary(128, true),
                 .film = true});
  // diffusers Krea2RotaryPosEmbed: axes_dims_rope (32, 48, 48), rope_theta 1000.
  all.push_back({.name = "krea-2",
                 .angle = blocks({kT, kH, kW}, {32, 48, 48}, 1000),
                 .rows = rotary(128, true),
                 .lists = true});
  // diffusers Lumina2RotaryPosEmbed: axes_dim_rope (32, 32, 32); t of an image is the text's
  // length.
  all.push_back({.name = "lumina-2",
                 .angle = blocks({kT, kH, kW}, {32, 32, 32}, 10000),
                 .rows = rotary(96, true),
                 .starts = true});
  // diffusers QwenEmbedRope with scale_rope: height and width from −(n − ⌊n/2⌋) to ⌊n/2⌋ − 1.
  const auto middle = [](const Rational& index, int size) {
    return index - Rational(size - size / 2);
  };
  all.push_back({.name = "qwen-image",
                 .angle =
                     [=](std::size_t pair, const Token& token) {
                       const bool time = pair < 8;
                       return blocks({kT, kH, kW}, {16, 56, 56}, 10000,
                                     time ? Place(plain) : Place(middle))(pair, token);
                     },
                 .rows = rotary(128, true),
                 .film = true});
  // Wan-Video/Wan2.1 model.py: d − 4⌊d/6⌋, 2⌊d/6⌋, 2⌊d/6⌋ of d = 128.
  all.push_back({.name = "wan",
                 .angle = blocks({kT, kH, kW}, {128 - 4 * 21, 2 * 21, 2 * 21}, 10000),
                 .rows = rotary(128, true),
                 .film = true});
  // diffusers ZImageTransformer2DModel: axes_dims [32, 48, 48], rope_theta 256; t of an image
  // begins after the text.
  all.push_back({.name = "z-image",
                 .angle = blocks({kT, kH, kW}, {32, 48, 48}, 256),
                 .rows = rotary(128, true),
                 .starts = true});

  // diffusers get_3d_rotary_pos_embed(grid_type="linspace"): height and width are
  // linspace(start, stop (n - 1)/n, n).
  all.push_back({.name = "cogvideox",
                 .angle =
                     [](std::size_t pair, const Token& token) {
                       const bool down = pair < 20;
                       const int start = token.crop[down ? 0 : 1], stop = token.crop[down ? 2 : 3];
                       const Place line = [=](const Rational& index, int n) {
                         if (n == 1) return Rational(start);
                         const Rational end = Rational(stop) * Rational(n - 1) / Rational(n);
                         return Rational(Rational(start) +
                                         index * (end - Rational(start)) / Rational(n - 1));
                       };
                       return blocks({kT, kH, kW}, {16, 24, 24}, 10000,
                                     pair < 8 ? Place(plain) : line)(pair, token);
                     },
                 .rows = rotary(64, true),
                 .film = true,
                 .crops = true});
  // diffusers CosmosRotaryPosEmbed: a head of 128 has 44, 42, 42; rope_scale (2, 1, 1); fps 30.
  all.push_back({.name = "cosmos",
                 .angle = scaled(blocks({kT, kH, kW}, {44, 42, 42}, 10000), 2, 44),
                 .rows = rotary(128, false),
                 .film = true,
                 .scales = {Rational(24, 30), 1, 1}});
  // transformers Ernie 4.5 VL: section (22, 22, 20), h and w in turn, then t; rope_theta 500000.
  all.push_back(
      {.name = "ernie-4.5-vl",
       .angle = shared(
           128, 500'000, [](std::size_t pair) { return pair >= 44      ? kT
                                                       : pair % 2 == 0 ? kH
                                                                       : kW; },
           itself),
       .rows = rotary(128, true),
       .lists = true});
  // diffusers ErnieImageEmbedND3: rope_axes_dim (32, 48, 48), rope_theta 256.
  all.push_back({.name = "ernie-image",
                 .angle = blocks({kT, kH, kW}, {32, 48, 48}, 256),
                 .rows = rotary(128, true),
                 .lists = true});
  // diffusers Ideogram4MRoPE: a head of 256, mrope_section (24, 20, 20), rope_theta 5e6.
  all.push_back({.name = "ideogram-4",
                 .angle = shared(
                     256, 5'000'000,
                     [](std::size_t pair) {
                       return pair >= 60 || pair % 3 == 0 ? kT : pair % 3 == 1 ? kH : kW;
                     },
                     itself),
                 .rows = rotary(256, false),
                 .lists = true});
  // diffusers Kandinsky5RoPE3D: axes_dims (16, 24, 24); scale_factor (1, 3.16, 3.16).
  all.push_back({.name = "kandinsky-5",
                 .angle = blocks({kT, kH, kW}, {16, 24, 24}, 10000),
                 .rows = rotary(64, true),
                 .film = true,
                 .divisors = {1, Rational(316, 100), Rational(316, 100)}});
  // diffusers LTXVideoRotaryPosEmbed(2048): 341 frequencies π/2·10⁴^(k/340), each for t, h and w,
  // by 2x − 1; two columns before them.
  all.push_back({.name = "ltx",
                 .angle =
                     [](std::size_t pair, const Token& token) {
                       if (pair == 0) return Angle{0, 1, 0};
                       const std::size_t axis = (pair - 1) % 3;
                       return Angle{(Rational(2) * token.index[axis] - Rational(1)) / Rational(4),
                                    10000, Rational(static_cast<long>((pair - 1) / 3), 340), true};
                     },
                 .rows = rotary(2048, true),
                 .film = true,
                 .scales = {Rational(8, 25), 32, 32, 1},
                 .divisors = {20, 2048, 2048, 1}});
  // diffusers LTX2AudioVideoRotaryPosEmbed(4096): patches of 8 frames and 32 x 32 pixels, the first
  // of one frame; 24 fps.  Their middles are divided by (20, 2048, 2048).  Four columns come before
  // those of 682 frequencies.
  const auto middle_of_bounds = [](const Rational& index, const Rational& size, int first) {
    const auto clamped = [&](const Rational& bound) {
      const Rational moved = first == 0 ? bound : Rational(bound + Rational(first) - size);
      return moved < Rational(0) ? Rational(0) : moved;
    };
    return Rational((clamped(index * size) + clamped((index + Rational(1)) * size)) / Rational(2));
  };
  all.push_back(
      {.name = "ltx-2",
       .angle =
           [=](std::size_t pair, const Token& token) {
             if (pair < 2) return Angle{0, 1, 0};
             const std::size_t axis = (pair - 2) % 3;
             const Rational at =
                 axis == kT ? Rational(middle_of_bounds(token.index[kT], 8, 1) / Rational(24 * 20))
                            : Rational(middle_of_bounds(token.index[axis], 32, 0) / Rational(2048));
             return Angle{(Rational(2) * at - Rational(1)) / Rational(4), 10000,
                          Rational(static_cast<long>((pair - 2) / 3), 681), true};
           },
       .rows = rotary(4096, true),
       .film = true});
  // The same with one axis, of dim 2048, for sounds: 4 bins of 160 samples, at 16000 a second.
  all.push_back({.name = "ltx-2-audio",
                 .angle =
                     [=](std::size_t pair, const Token& token) {
                       const Rational seconds = middle_of_bounds(token.index[kT], 4, 1) *
                                                Rational(160) / Rational(16000);
                       return Angle{(seconds / Rational(10) - Rational(1)) / Rational(4), 10000,
                                    Rational(static_cast<long>(pair), 1023), true};
                     },
                 .rows = rotary(2048, true),
                 .film = true});
  // diffusers MiniMaxH3RotaryPosEmbed: 16 frequencies for each of t, h, w.
  all.push_back({.name = "minimax-h3",
                 .angle = blocks({kT, kH, kW}, {32, 32, 32}, 10000),
                 .rows = rotary(96, false),
                 .lists = true});
  // vLLM MRotaryEmbeddingInterleaved.get_mrope_interleaved_id_list(24, 20, 20, force_last=True), as
  // it returns it.
  all.push_back({.name = "openpangu",
                 .angle = shared(
                     128, 10000,
                     [](std::size_t pair) {
                       constexpr std::string_view kAxes =
                           "thwthwthwthwthwthwthwthtwthwthwthwthwthwthwthtwthwthwthwthwthwtt";
                       return kAxes[pair] == 't' ? kT : kAxes[pair] == 'h' ? kH : kW;
                     },
                     itself),
                 .rows = rotary(128, false),
                 .lists = true});
  // transformers Qwen3-Omni and Qwen3.5: as Qwen3-VL, with other bases; the latter has 32 pairs, 11
  // of h and 10 of w.
  all.push_back({.name = "qwen3-omni",
                 .angle = shared(
                     128, 1'000'000,
                     [](std::size_t pair) {
                       return pair >= 60 || pair % 3 == 0 ? kT : pair % 3 == 1 ? kH : kW;
                     },
                     itself),
                 .rows = rotary(128, false),
                 .lists = true});
  // transformers Qwen3-Omni get_rope_index: arange(t) · second_per_grid · 13, here 0.8 s, after 35
  // tokens of text.
  all.push_back({.name = "qwen3-omni",
                 .angle = all.back().angle,
                 .rows = rotary(128, false),
                 .film = true,
                 .scales = {Rational(52, 5), 1, 1},
                 .offsets = {35, 35, 35}});
  all.push_back(
      {.name = "qwen3.5",
       .angle = shared(
           64, 10'000'000,
           [](std::size_t pair) { return pair % 3 == 0   ? kT
                                         : pair % 3 == 1 ? kH
                                                         : kW; }, itself),
       .rows = rotary(64, false),
       .lists = true});
  // vLLM XDRotaryEmbedding: positions P, W, H, T have 16 pairs each; alpha 1000.
  all.push_back({.name = "xdrope",
                 .angle = scaled(shared(
                                     128, 10000,
                                     [](std::size_t pair) {
                                       return std::array{kL, kW, kH, kT}[pair / 16];
                                     },
                                     itself),
                                 1000, 128),
                 .rows = rotary(128, false),
                 .lists = true});

  // facebookresearch/detr PositionEmbeddingSine(128, normalize=True): cat(y, x).
  const auto from_one = [](const Rational& index, int size) {
    return (index + Rational(1)) / (Rational(size) + Rational(1) / Rational(1'000'000));
  };
  for (const char* name : {"detr", "sam2-sine"})
    all.push_back({.name = name,
                   .angle = blocks({kH, kW}, {128, 128}, 10000, from_one, true),
                   .rows = two_blocks(256, true)});
  // diffusers get_2d_sincos_pos_embed: base_size 16, columns first.
  const auto of_sixteen = [](const Rational& index, int size) {
    return index * Rational(16) / Rational(size);
  };
  all.push_back({.name = "diffusers-2d",
                 .angle = blocks({kW, kH}, {256, 256}, 10000, of_sixteen),
                 .rows = two_blocks(512, false)});
  // facebookresearch/dinov3 RopePositionEmbedding: periods base^(2i/(d/2)), (h, w) tiled twice.
  const auto centred = [](const Rational& index, int size) {
    return Rational(2) * (index + Rational(1) / Rational(2)) / Rational(size) - Rational(1);
  };
  all.push_back({.name = "dinov3",
                 .angle = blocks({kH, kW}, {32, 32}, 100, centred, true),
                 .rows = rotary(64, false)});
  // baaivision/EVA VisionRotaryEmbeddingFast: t = i/ft_seq_len · pt_seq_len, 16.
  all.push_back({.name = "eva",
                 .angle = blocks({kH, kW}, {32, 32}, 10000, of_sixteen),
                 .rows = rotary(64, true)});
  // facebookresearch/vjepa2 RoPEAttention: 2⌊⌊64/3⌋/2⌋ channels an axis; height and width are
  // multiplied by grid_size/H and grid_size/W, 16.
  all.push_back({.name = "vjepa-2",
                 .angle =
                     [=](std::size_t pair, const Token& token) {
                       return blocks({kT, kH, kW}, {20, 20, 20}, 10000,
                                     pair < 10 ? Place(plain) : Place(of_sixteen))(pair, token);
                     },
                 .rows = one_a_pair(60),
                 .film = true});
  // black-forest-labs/flux math.py rope: axes_dim (16, 56, 56), theta 10000.
  all.push_back({.name = "flux",
                 .angle = blocks({kT, kH, kW}, {16, 56, 56}, 10000),
                 .rows = rotary(128, true),
                 .lists = true});
  // facebookresearch/mae get_2d_sincos_pos_embed: meshgrid(grid_w, grid_h), columns first.
  all.push_back({.name = "mae",
                 .angle = blocks({kW, kH}, {384, 384}, 10000),
                 .rows = two_blocks(768, false)});
  // transformers Qwen2-VL: mrope_section (16, 24, 24), rope_theta 1e6.
  all.push_back({.name = "mrope",
                 .angle = shared(
                     128, 1'000'000,
                     [](std::size_t pair) { return pair < 16   ? kT
                                                   : pair < 40 ? kH
                                                               : kW; }, itself),
                 .rows = rotary(128, false),
                 .lists = true});
  // transformers Qwen3-VL apply_interleaved_mrope: mrope_section (24, 20, 20), rope_theta 5e6;
  // heights overwrite pairs 1, 4, … below 60, widths 2, 5, ….
  all.push_back({.name = "mrope-interleaved",
                 .angle = shared(
                     128, 5'000'000,
                     [](std::size_t pair) {
                       return pair >= 60 || pair % 3 == 0 ? kT : pair % 3 == 1 ? kH : kW;
                     },
                     itself),
                 .rows = rotary(128, false),
                 .lists = true});
  // transformers PixtralRotaryEmbedding: rows have frequencies 0, 2, …, columns 1, 3, ….
  all.push_back({.name = "pixtral",
                 .angle = shared(
                     64, 10000, [](std::size_t pair) { return pair < 16 ? kH : kW; },
                     [](std::size_t pair) { return pair < 16 ? 2 * pair : 2 * (pair - 16) + 1; }),
                 .rows = rotary(64, false)});
  // transformers Qwen2-VL VisionRotaryEmbedding(head_dim // 2) of a head of 80.
  all.push_back({.name = "qwen2-vl-vision",
                 .angle = blocks({kH, kW}, {40, 40}, 10000),
                 .rows = rotary(80, false),
                 .merges = true});
  // naver-ai/rope-vit compute_axial_cis: t_x, then t_y; theta 100.
  all.push_back(
      {.name = "rope-vit", .angle = blocks({kW, kH}, {32, 32}, 100), .rows = rotary(64, true)});
  // facebookresearch/sam2 compute_axial_cis: t_x, then t_y; theta 10000.
  all.push_back(
      {.name = "sam2", .angle = blocks({kW, kH}, {128, 128}, 10000), .rows = rotary(256, true)});
  // timm build_sincos2d_pos_embed: stack([sin, cos], dim=1) of (h, w).
  all.push_back(
      {.name = "timm-2d", .angle = blocks({kH, kW}, {256, 256}, 10000), .rows = sines_first(512)});
  return all;
}

}  // namespace sextant::image
