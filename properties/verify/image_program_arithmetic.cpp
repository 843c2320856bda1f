#include <cmath>
#include <functional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Grade;

/// An index, the number of tokens along its axis, and the pair of its section.
struct Place {
  Axis axis;
  float index, size;
  int pair;
  float pairs;
};

/// A program's own steps in its own formats, up to the number that it stores in float32.
struct Arithmetic {
  const char* name;
  /// The first recipe that makes the same bits; nullptr if none must.  Of powers of 2^(1/4) all
  /// orders make the same.
  const char* recipe;
  std::function<float(const Place&, bool sine)> entry;
  std::vector<std::pair<const char*, const char*>> fields = {};
  std::function<float(const Place&)> raw = {};  ///< the coordinate itself, of features
};

constexpr float kTwoPi = static_cast<float>(2 * M_PI);

float of(float angle, bool sine) { return sine ? std::sin(angle) : std::cos(angle); }

/// base^(pair/pairs).
float power(float base, const Place& p) {
  return std::pow(base, static_cast<float>(p.pair) / p.pairs);
}

float detr(const Place& p, bool sine) {
  const float embed = (p.index + 1.0F) / (p.size + 1e-6F) * kTwoPi;
  return of(embed / power(10000.0F, p), sine);
}

float dinov3(const Place& p, bool sine) {
  const float coordinate = 2.0F * ((p.index + 0.5F) / p.size) - 1.0F;
  return of(kTwoPi * coordinate / power(100.0F, p), sine);
}

/// On a GPU, PyTorch divides by a number by multiplying by its reciprocal.
float dinov3_on_gpu(const Place& p, bool sine) {
  const float coordinate = 2.0F * ((p.index + 0.5F) * (1.0F / p.size)) - 1.0F;
  return of(kTwoPi * coordinate / power(100.0F, p), sine);
}

/// pt_seq_len 16.
float eva(const Place& p, bool sine) {
  return of(p.index / p.size * 16.0F * (1.0F / power(10000.0F, p)), sine);
}

/// grid_size 16, for height and width.
float vjepa_2(const Place& p, bool sine) {
  const float factor =
      p.axis == Axis::time ? 1 : static_cast<float>(16.0 / static_cast<double>(p.size));
  return of(p.index * factor * (1.0F / power(10000.0F, p)), sine);
}

/// base_size 12, interpolation_scale 2.5; NumPy's float64 after the coordinates.
float diffusers_2d(const Place& p, bool sine) {
  const auto step = static_cast<float>(static_cast<double>(p.size) / 12.0);
  const float place = p.index / step / 2.5F;
  const double omega = 1.0 / std::pow(10000.0, p.pair / static_cast<double>(p.pairs));
  const double angle = static_cast<double>(place) * omega;
  return static_cast<float>(sine ? std::sin(angle) : std::cos(angle));
}

/// linspace(start, stop (n - 1)/n, n) of a crop to rows 3 to 27 and columns 5 to 40, as PyTorch has
/// it; the time is an index.
float cogvideox(const Place& p, bool sine) {
  const float freq = 1.0F / power(10000.0F, p);
  if (p.axis == Axis::time || p.size == 1.0F)
    return of((p.axis == Axis::time ? p.index : p.axis == Axis::height ? 3.0F : 5.0F) * freq, sine);
  const float start = p.axis == Axis::height ? 3.0F : 5.0F;
  const double stop = p.axis == Axis::height ? 27 : 40;
  const auto end = static_cast<float>(stop * (static_cast<double>(p.size) - 1) / p.size);
  const float step = (end - start) / (p.size - 1.0F);
  const float place = 2.0F * p.index < p.size - 1.0F ? start + step * p.index
                                                     : end - step * (p.size - 1.0F - p.index);
  return of(place * freq, sine);
}

/// rope_scale (2, 1, 1); t / fps * 24.
float cosmos(const Place& p, bool sine) {
  const double theta = 10000.0 * (p.axis == Axis::time ? std::pow(2.0, 44.0 / 42.0) : 1.0);
  const float freq = 1.0F / power(static_cast<float>(theta), p);
  return of((p.axis == Axis::time ? p.index / 30.0F * 24.0F : p.index) * freq, sine);
}

/// The angles are divided, with frequencies by exp.  The scale_factor is 1, 1, 1 by default.
template <bool kScaled>
float kandinsky_5(const Place& p, bool sine) {
  const float freq =
      std::exp(static_cast<float>(-std::log(10000.0)) * static_cast<float>(p.pair) / p.pairs);
  const float factor = p.axis == Axis::height ? 2.0F : 3.16F;
  return of(kScaled && p.axis != Axis::time ? p.index * freq / factor : p.index * freq, sine);
}

/// theta ** linspace(0, 1, n) * pi / 2; the grid times the interpolation scale (0.32, 32, 32), over
/// (20, 2048, 2048), doubled, less 1.
float ltx(const Place& p, bool sine) {
  if (p.axis == Axis::length) return of(0, sine);
  const float last = p.pairs - 1.0F;
  const float step = 1.0F / last;
  const auto k = static_cast<float>(p.pair);
  const float exponent = 2.0F * k < p.pairs ? step * k : 1.0F - step * (last - k);
  const float freq = std::pow(10000.0F, exponent) * static_cast<float>(M_PI) / 2.0F;
  const float grid = p.axis == Axis::time ? p.index * 0.32F / 20.0F : p.index * 32.0F / 2048.0F;
  return of(freq * (grid * 2.0F - 1.0F), sine);
}

/// Bounds of the patches in frames and pixels; frames are divided by `rate` a second.  The middles
/// are divided by (20, 2048, 2048), doubled, less 1.  Frequencies in float64, then .to(float32).
/// Along time `p.index` is the sum of the bounds.
float ltx_2_of(const Place& p, bool sine, float stride, float rate) {
  if (p.axis == Axis::length) return of(0, sine);
  float grid = (32.0F * p.index + 32.0F * (p.index + 1.0F)) / 2.0F / 2048.0F;
  if (p.axis == Axis::time) {
    const float token = p.index == 1.0F ? 0.0F : (p.index + stride - 2.0F) / (2.0F * stride);
    const float begin = std::max(0.0F, stride * token + 1.0F - stride) / rate;
    const float end = (stride * (token + 1.0F) + 1.0F - stride) / rate;
    grid = (begin + end) / 2.0F / 20.0F;
  }
  const double exponent = p.pair / (static_cast<double>(p.pairs) - 1);
  const auto freq = static_cast<float>(std::pow(10000.0, exponent) * M_PI / 2.0);
  return of((grid * 2.0F - 1.0F) * freq, sine);
}
float ltx_2(const Place& p, bool sine) { return ltx_2_of(p, sine, 8.0F, 24.0F); }
float ltx_2_at_film_speed(const Place& p, bool sine) { return ltx_2_of(p, sine, 8.0F, 23.976F); }
float ltx_2_audio(const Place& p, bool sine) { return ltx_2_of(p, sine, 4.0F, 100.0F); }

/// arange(t) * second_per_grid * 13 + 35, 0.8 s a frame.
float qwen3_omni(const Place& p, bool sine) {
  const float place = p.axis == Axis::time ? p.index * 0.8F * 13.0F : p.index;
  return of((place + 35.0F) * (1.0F / power(1000000.0F, p)), sine);
}

float itself(const Place& p) { return p.index; }

/// freq_bands = 2 ** linspace(0, 9, 10); sin(x * freq).
float nerf_pytorch(const Place& p, bool sine) {
  return of(p.index * std::exp2(static_cast<float>(p.pair)), sine);
}

/// (2.0 ** k * pi) * x.
float nerf_paper(const Place& p, bool sine) {
  return of(static_cast<float>(std::ldexp(M_PI, p.pair)) * p.index, sine);
}

/// 2 * pi * x, times 2 ** linspace(0, 8, n); the cosine as torch.cos has it.
float nerfstudio(const Place& p, bool sine) {
  const float step = 8.0F / (p.pairs - 1.0F);
  const auto k = static_cast<float>(p.pair);
  const float exponent = 2.0F * k < p.pairs ? step * k : 8.0F - step * (p.pairs - 1.0F - k);
  return of(kTwoPi * p.index * std::exp2(exponent), sine);
}

/// linspace(first, last, n)[k], as PyTorch has it.
float on_line(float first, float last, float k, float n) {
  const float step = (last - first) / (n - 1.0F);
  return 2.0F * k < n - 1.0F ? first + step * k : last - step * (n - 1.0F - k);
}

float spanning(const Place& p) { return on_line(-1.0F, 1.0F, p.index, p.size); }

/// pi * (pos * linspace(1, 112, 64)).
float perceiver(const Place& p, bool sine) {
  const float omega = on_line(1.0F, 112.0F, static_cast<float>(p.pair), p.pairs);
  return of(static_cast<float>(M_PI) * (spanning(p) * omega), sine);
}

/// x * linspace(1, max_freq / 2, n) * pi.
float perceiver_pytorch(const Place& p, bool sine) {
  const float omega = on_line(1.0F, 5.0F, static_cast<float>(p.pair), p.pairs);
  return of(spanning(p) * omega * static_cast<float>(M_PI), sine);
}

/// inv_freq = 1/base^(arange(0, d, 2)/d) in float32; the index times inv_freq.
template <int kBase>
float plain(const Place& p, bool sine) {
  return of(p.index * (1.0F / power(static_cast<float>(kBase), p)), sine);
}

/// The same angle with freqs_dtype float64, or of NumPy.
template <int kBase>
double angle_in_float64(const Place& p) {
  return static_cast<double>(p.index) *
         (1.0 / std::pow(kBase, p.pair / static_cast<double>(p.pairs)));
}

/// Sines and cosines in float64; .float() last.
template <int kBase>
float in_float64(const Place& p, bool sine) {
  const double angle = angle_in_float64<kBase>(p);
  return static_cast<float>(sine ? std::sin(angle) : std::cos(angle));
}

/// outer(timestep, freqs).float(), then torch.polar.
template <int kBase>
float narrowed(const Place& p, bool sine) {
  return of(static_cast<float>(angle_in_float64<kBase>(p)), sine);
}

/// rope_params of neg_index[-(n - n//2):] and pos_index[:n//2].
float qwen_image(const Place& p, bool sine) {
  Place centred = p;
  if (p.axis != Axis::time) centred.index -= p.size - std::floor(p.size / 2.0F);
  return plain<10000>(centred, sine);
}

/// alpha 1000: base·alpha^(128/126).
float xdrope(const Place& p, bool sine) {
  const double base = 10000.0 * std::pow(1000.0, 128.0 / 126.0);
  return of(p.index * (1.0F / power(static_cast<float>(base), p)), sine);
}

const std::vector<Arithmetic>& programs() {
  static const std::vector<Arithmetic> all = {
      {"nerf-pytorch", "pow-divide", nerf_pytorch, {}, itself},
      {"fourier-features", "pow-divide", nerf_paper},
      {"nerfstudio", nullptr, nerfstudio, {}, itself},
      {"perceiver", nullptr, perceiver, {}, spanning},
      {"perceiver-pytorch", nullptr, perceiver_pytorch, {}, spanning},
      {"detr", "pow-divide", detr},
      {"sam2-sine", "pow-divide", detr},
      {"dinov3", "pow-divide", dinov3},
      {"dinov3", nullptr, dinov3_on_gpu},
      {"eva", "pow-reciprocal", eva},
      {"vjepa-2", nullptr, vjepa_2},
      {"diffusers-2d", nullptr, diffusers_2d, {{"reference", "12"}, {"interpolation", "2.5"}}},
      {"cogvideox", nullptr, cogvideox, {{"crop", "3,5,27,40"}}},
      {"cosmos", "pow-reciprocal", cosmos, {{"scales", "24/30,1,1"}}},
      {"kandinsky-5", nullptr, kandinsky_5<true>, {{"divisors", "1,2,79/25"}}},
      {"kandinsky-5", "exp-of-quotient", kandinsky_5<false>},
      {"ernie-image", "pow-multiply", plain<256>},
      {"ideogram-4", "pow-reciprocal", plain<5000000>},
      {"ltx",
       nullptr,
       ltx,
       {{"dim", "128"},
        {"sections", "1,21,21,21"},
        {"scales", "8/25,1,1,1"},
        {"divisors", "20,64,64,1"}}},
      {"ltx-2", nullptr, ltx_2, {{"dim", "128"}, {"sections", "1,21,21,21"}}},
      {"ltx-2",
       nullptr,
       ltx_2_at_film_speed,
       {{"dim", "128"}, {"sections", "1,21,21,21"}, {"scales", "125/2997,1,1,1"}}},
      {"ltx-2-audio", nullptr, ltx_2_audio, {{"dim", "128"}, {"sections", "64"}}},
      {"minimax-h3", "pow-reciprocal", plain<10000>},
      {"ernie-4.5-vl", "pow-reciprocal", plain<500000>},
      {"openpangu", "pow-reciprocal", plain<10000>},
      {"qwen3-omni", "pow-reciprocal", plain<1000000>},
      {"qwen3-omni", nullptr, qwen3_omni, {{"scales", "52/5,1,1"}, {"offsets", "35,35,35"}}},
      {"qwen3.5", "pow-reciprocal", plain<10000000>},
      {"xdrope", "pow-reciprocal", xdrope},
      {"axial", "pow-reciprocal", plain<10000>},
      {"cogvideox-1.5", "pow-reciprocal", plain<10000>},
      {"flux", "float64-angle", in_float64<10000>},
      {"flux", "pow-reciprocal", plain<10000>},  // where there is no float64, as on MPS
      {"flux-2", "float64-angle", in_float64<2000>},
      {"hunyuan-image", "pow-multiply", plain<256>},
      {"hunyuan-video", "pow-reciprocal", plain<256>},
      {"krea-2", "float64-angle", in_float64<1000>},
      {"lumina-2", "float64-angle", in_float64<10000>},
      {"lumina-2", "narrowed-angle", narrowed<10000>},  // Alpha-VLLM/Lumina-Image-2.0
      {"mae", "float64-angle", in_float64<10000>},
      {"mrope", "pow-reciprocal", plain<1000000>},
      {"mrope-interleaved", "pow-reciprocal", plain<5000000>},
      {"pixtral", "pow-reciprocal", plain<10000>},
      {"qwen2-vl-vision", "pow-reciprocal", plain<10000>},
      {"qwen-image", "pow-reciprocal", qwen_image},
      {"rope-vit", "pow-reciprocal", plain<100>},
      {"sam2", "pow-reciprocal", plain<10000>},
      {"timm-2d", "pow-reciprocal", plain<10000>},
      {"wan", "float64-angle", in_float64<10000>},
      {"z-image", "narrowed-angle", narrowed<256>}};
  return all;
}

AxialQuestion asked(const Arithmetic& program, int height, int width) {
  AxialQuestion q = about(of_grid(program.name, height, width, ""));
  for (const auto& [field, value] : program.fields) set_field(q.encoding, field, value);
  if (axes_of(q.encoding).front() == Axis::time) q.encoding.grid.frames = 5;
  int& merge = q.encoding.grid.merge;
  if (height % merge != 0 || width % merge != 0) merge = 1;
  if (q.part == Part::cos) q.part = Part::sin;  // small where coordinates cancel
  return q;
}

Rows made(const Arithmetic& program, const AxialQuestion& q) {
  return interleaved(q, kFloat32, [&](const Section& s, const Positions& at) {
    std::vector<double> values;
    for (std::uint64_t row = 0; row < at.count; ++row) {
      for (const Channel& c : s.chart.channels) {
        const Place at_row = {s.axis, static_cast<float>(at[row]),
                              static_cast<float>(size_of(q.encoding.grid, s.axis)), c.pair,
                              static_cast<float>(s.chart.waves.pairs())};
        values.push_back(c.function == Function::coordinate
                             ? program.raw(at_row)
                             : program.entry(at_row, c.function == Function::sine));
      }
    }
    return values;
  });
}

class ImageProgramTables : public testing::TestWithParam<std::size_t> {
 protected:
  const Arithmetic& program() const { return programs()[GetParam()]; }
};

/// Every program has its steps here, but those with a matrix of frequencies.
TEST(ImageProgramArithmetic, IsOfAllPrograms) {
  std::set<std::string_view> here;
  for (const Arithmetic& program : programs()) here.insert(program.name);
  for (const AxialProgramEncoding& known : axial_program_encodings())
    EXPECT_TRUE(here.contains(known.name) || known.arrangement.split == Split::combined)
        << known.name;
}

/// The tables of programs pass, and the recipe with the program's steps makes the same bits.
TEST_P(ImageProgramTables, PassByARecipeFull) {
  for (const auto& [height, width] : {std::pair(7, 13), {1, 601}, {24, 10}}) {
    // LTX-Video multiplies by π/2 elsewhere, which shows where angles are beyond 10⁵.
    if (std::string(program().name).starts_with("ltx") && width == 601) continue;
    if (program().raw && height == 1 && axes_of(asked(program(), 2, 2).encoding).size() == 2)
      continue;  // one token spans no range
    const AxialQuestion q = asked(program(), height, width);
    const Rows rows = made(program(), q);
    const auto verdict = verdict_on(rows, q);
    EXPECT_LE(verdict.grade, Grade::rounding) << to_text(q.encoding);
    EXPECT_TRUE(verdict.findings.empty());
    if (program().recipe != nullptr) {
      EXPECT_EQ(verdict.recipe.value_or("none"), program().recipe) << to_text(q.encoding);
    }
    if (width != 10) continue;
    Rows other = rows;
    other.at(0, 1) += 1e-4;
    EXPECT_GT(verdict_on(other, q).grade, Grade::rounding) << to_text(q.encoding);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ImageProgramTables,
                         testing::Range(std::size_t{0}, programs().size()));

}  // namespace
}  // namespace sextant
