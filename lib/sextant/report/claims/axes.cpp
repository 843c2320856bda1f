#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/bound/computed_coordinate.hpp"
#include "sextant/report/claims/alike_rows.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

constexpr const char* kOfFeatures = "texts on Fourier features";
constexpr const char* kOfFilms = "texts on image and film models";

/// A program's encoding on a grid.
Axial on_grid(const char* program, int height, int width) {
  Axial e = find_axial(program).value();
  e.grid.height = height;
  e.grid.width = width;
  return e;
}

/// |sin(2^k π̂)|, π̂ the float32 number nearest to π.  The angle of x = 1 is 2^k π̂ exactly.
ClaimInterval sine_of_octave(int k) {
  const Rational pi = to_rational(from_double(static_cast<float>(M_PI)));
  return abs(ClaimInterval(sin(enclose<ClaimInterval>(power_of_two(k) * pi))));
}

Statement octaves_in_float32() {
  const ClaimInterval half_ulp = enclose<ClaimInterval>(power_of_two(-9));
  int first = 0;
  bool doubles = true;
  for (; !less(half_ulp, sine_of_octave(first)); ++first) {
    const ClaimInterval ratio = sine_of_octave(first + 1) / sine_of_octave(first);
    doubles = doubles && less(ratio, ClaimInterval(2)) &&
              less(enclose<ClaimInterval>(Rational(199, 100)), ratio);
  }
  int lost = first;
  while (less(sine_of_octave(lost), enclose<ClaimInterval>(Rational(9, 10)))) ++lost;
  return {"octaves-in-float32",
          "The octaves sin(2^k·πx) lose nothing in float32, since a factor of 2^k is exact",
          shown(doubles && less(ClaimInterval(0), sine_of_octave(0)), StatementVerdict::refuted),
          fmt::format(
              "Octave 0, x = 1: sin π is 0, and that of float32's π is {}. The error of π is "
              "multiplied by 2^k: {} in octave 9, first more than 2^-9, half a unit of "
              "bfloat16, in octave {}, and {} in octave {}. 2^k·x itself is exact, and so is its "
              "remainder by 2: reduce it before π multiplies.",
              text(sine_of_octave(0)), text(sine_of_octave(9)), first, text(sine_of_octave(lost)),
              lost),
          "SeveralAxes.OctavesDoubleTheErrorOfPi",
          kOfFeatures};
}

/// The number of different (sine, cosine) pairs of one octave at the n pixels i/n.
int different_values(int n, int octave) {
  Axial e = on_grid("fourier-features", 1, n);
  e.axes = {Axis::x};
  e.scales = {Rational(1, n)};
  set_field(e, "dim", "20");
  const Section section = sections(e, Part::table).front();
  const exact::Oracle oracle(exact::settled(section.chart));
  std::vector<std::pair<double, double>> seen;
  for (int i = 0; i < n; ++i)
    seen.emplace_back(oracle.nearest(kFloat64, i, {Function::sine, octave}).value,
                      oracle.nearest(kFloat64, i, {Function::cosine, octave}).value);
  std::sort(seen.begin(), seen.end());
  return static_cast<int>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

Statement octaves_on_grids() {
  constexpr int kPixels = 64, kOctaves = 10;
  std::string list;
  bool falls = true;
  for (int k = 0; k < kOctaves; ++k) {
    const int different = different_values(kPixels, k);
    falls = falls && different == std::max(1, k == 0 ? kPixels : 2 * kPixels >> k);
    list += fmt::format("{}{}", list.empty() ? "" : ", ", different);
  }
  return {
      "octaves-on-grids",
      "Every further octave 2^k·π separates the pixels of an image better",
      shown(falls && different_values(2, 2) == 1, StatementVerdict::refuted),
      fmt::format("Two pixels, x = 0 and 1/2: octave 2 has the angles 0 and 2π, one value. With "
                  "64 pixels at i/64, octaves 0 to 9 have {} different values: from octave 7 on "
                  "all pixels are the same. Exact, since angles are rational multiples of π.",
                  list),
      "SeveralAxes.OctavesOnGridsHaveFewValues",
      kOfFeatures};
}

/// The number of film programs whose frequencies have no factor of π, and the names of the others.
struct FilmPrograms {
  int without_pi = 0;
  std::string others;
};

FilmPrograms film_programs() {
  FilmPrograms found;
  for (const AxialProgramEncoding& known : axial_program_encodings()) {
    Axial e = on_grid(known.name.data(), 8, 8);
    e.grid.frames = 4;
    if (std::find(e.axes.begin(), e.axes.end(), Axis::time) == e.axes.end()) continue;
    const std::vector<Section> all = sections(e, Part::cos);
    const bool plain = std::all_of(all.begin(), all.end(), [](const Section& one) {
      return one.chart.waves.frequencies.front().pi_power == 0;
    });
    if (plain)
      ++found.without_pi;
    else
      found.others += (found.others.empty() ? "" : ", ") + std::string(known.name);
  }
  return found;
}

Statement colliding_axes(const StepCallback& step) {
  const FilmPrograms films = film_programs();
  bool distinct = true;
  for (const int channels : {42, 44})
    for (const Format& format : {kBfloat16, kFloat16}) {
      step();
      distinct = distinct && !first_alike(channels, format);
    }
  const auto alone = first_alike(2, kBfloat16);
  return {
      "axes-collide",
      "Two tokens of a film cannot have the same row, since each axis has columns of its own",
      shown(distinct && alone && films.without_pi > 0, StatementVerdict::conditional),
      fmt::format("If their coordinates differ, and an axis has enough pairs. In real numbers one "
                  "pair is enough: kω is a whole number of turns for no k but 0, since ω is "
                  "algebraic and π is not. That is so for {} programs; {} multiply by π/2, and "
                  "two of their frequencies have an irrational ratio. In bfloat16 and float16, "
                  "an axis of 21 or 22 pairs (Wan) has no two equal rows below 2^{}; an axis of "
                  "one pair has, {} and {} in bfloat16. In Flux all tokens of the text have the "
                  "coordinates (0, 0, 0) of the first token of the image: they share its row.",
                  films.without_pi, films.others, kAlikeBits, to_text(alone->earlier),
                  to_text(alone->later)),
      "SeveralAxes.OfFilmsTellTokensApartFull",
      kOfFilms};
}

/// A program's float32 coordinates along its first axis, on a grid of n × n tokens.
std::vector<float> coordinates(const char* program, int n) {
  const Axial e = on_grid(program, n, n);
  const Part part = std::holds_alternative<Rotary>(e.along) ? Part::cos : Part::table;
  const recipe::ComputedCoordinate<float> compute(
      sections(e, part).front().chart.waves.coordinate.steps);
  std::vector<float> found;
  for (int i = 0; i < n; ++i) found.push_back(compute(static_cast<float>(i)));
  return found;
}

/// The largest |x_i + x_(n − 1 − i)| of tokens other than the middle one, and the first such token.
struct Asymmetry {
  double most = 0;
  int token = 0;
};
Asymmetry asymmetry(const char* program, int n) {
  const std::vector<float> all = coordinates(program, n);
  Asymmetry found;
  for (int i = 0; i < n / 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double off = std::abs(static_cast<double>(all[at]) + all[all.size() - 1 - at]);
    if (off > found.most) found = {off, i};
  }
  return found;
}

Statement centred_symmetry() {
  constexpr int kMost = 1024;
  int first = 2, worst = 2;
  while (asymmetry("dinov3", first).most == 0) ++first;
  bool powers = true, lines = true;
  for (int n = 2; n <= kMost; ++n) {
    if (asymmetry("dinov3", n).most > asymmetry("dinov3", worst).most) worst = n;
    if ((n & (n - 1)) == 0) powers = powers && asymmetry("dinov3", n).most == 0;
    lines = lines && asymmetry("perceiver", n).most == 0;
  }
  const Asymmetry small = asymmetry("dinov3", first);
  return {"centred-symmetry",
          "Centred coordinates are symmetric in floats: tokens at equal distances from the middle "
          "have equal cosines",
          shown(small.most > 0 && powers && lines, StatementVerdict::refuted),
          fmt::format(
              "2π(2(i + 1/2)/n − 1) in float32, as in DINOv3: of n = {} tokens, token {} and "
              "its mirror image have angles whose sum is {:.3g}, not 0. For n to {} the sum "
              "is {:.3g} at most, n = {}; it is 0 if n is a power of two, and for every n "
              "to {} if the second half of a line is computed from its end, as torch.linspace "
              "does (Perceiver).",
              first, small.token, small.most, kMost, asymmetry("dinov3", worst).most, worst, kMost),
          "SeveralAxes.CentredCoordinatesAreNotSymmetric",
          kOfFilms};
}

Rotary with_ntk(int dim, const Rational& factor) {
  Rotary e{.dim = dim};
  e.context.scaling = Scaling::ntk;
  e.context.factor = factor;
  return e;
}

/// The factor by which NTK scaling stretches the wavelength of a pair.
ClaimInterval stretched(int dim, const Rational& factor, int pair) {
  return TrueRows(Rotary{.dim = dim}).frequency(pair) /
         TrueRows(with_ntk(dim, factor)).frequency(pair);
}

Statement ntk_of_axes() {
  bool own = true;
  for (int dim = 4; dim <= 128; dim += 2) {
    own = own && !differ(stretched(dim, 2, dim / 2 - 1), ClaimInterval(2)) &&
          !differ(stretched(dim, 2, 0), ClaimInterval(1));
  }
  std::string list;
  bool less_than_meant = true;
  for (const int pair : {15, 31, 47, 63}) {
    const ClaimInterval by = stretched(128, 1000, pair);
    less_than_meant = less_than_meant && less(by, ClaimInterval(1000)) == (pair < 63);
    list += (list.empty() ? "" : ", ") + text(by);
  }
  return {
      "ntk-per-axis",
      "NTK scaling of an axis stretches the slowest wavelength by the factor and keeps the "
      "fastest",
      shown(own && less_than_meant, StatementVerdict::conditional),
      fmt::format("If the axis has frequencies of its own, and the exponent d/(d − 2) has its own "
                  "d: pair i is stretched by factor^(2i/(d − 2)), which is 1 for the first pair "
                  "and the factor for the last (Cosmos); enclosed for d from 4 to 128. XDRoPE "
                  "scales one sequence of 64 pairs by 1000 and deals it to four axes: their "
                  "slowest wavelengths are stretched by {}. An axis of one pair has the "
                  "frequency 1, which no base changes.",
                  list),
      "SeveralAxes.NtkStretchesTheSlowestPairByTheFactor",
      kOfFilms};
}

}  // namespace

std::vector<Settle> claims_of_axes() {
  return {octaves_in_float32, octaves_on_grids, colliding_axes, centred_symmetry, ntk_of_axes};
}

}  // namespace sextant
