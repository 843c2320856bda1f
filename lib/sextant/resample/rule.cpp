#include "sextant/resample/rule.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/io/file.hpp"

namespace sextant::resample {
namespace {

using enum Filter;
using enum Coordinates;

const std::vector<Mode>& list() {
  static const std::vector<Mode> known = {
      {"bilinear",
       {linear, 0, half_pixel, false, Edge::clamped},
       "torch interpolate(mode='bilinear'), cv2 INTER_LINEAR; jax linear with antialias=False"},
      {"bilinear-align-corners",
       {linear, 0, align_corners, false, Edge::clamped},
       "the same with align_corners=True; Qwen3-VL, with --merge 2"},
      {"bilinear-antialias",
       {linear, 0, half_pixel, true, Edge::dropped},
       "the same with antialias=True: SigLIP 2; PIL BILINEAR; jax.image.resize linear"},
      {"bicubic",
       {cubic, Rational(-3, 4), half_pixel, false, Edge::clamped},
       "torch interpolate(mode='bicubic'), a = -3/4: ViT and DINOv2 of transformers; cv2 "
       "INTER_CUBIC"},
      {"bicubic-align-corners",
       {cubic, Rational(-3, 4), align_corners, false, Edge::clamped},
       "the same with align_corners=True"},
      {"bicubic-antialias",
       {cubic, Rational(-1, 2), half_pixel, true, Edge::dropped},
       "the same with antialias=True, a = -1/2: timm; PIL BICUBIC; jax.image.resize cubic"},
      {"bicubic-keys",
       {cubic, Rational(-1, 2), half_pixel, false, Edge::dropped},
       "jax.image.resize cubic with antialias=False; tf.image.resize bicubic"},
      {"linear",
       {linear, 0, half_pixel, false, Edge::clamped},
       "torch interpolate(mode='linear'), of one axis: --size N"},
      {"linear-align-corners",
       {linear, 0, align_corners, false, Edge::clamped},
       "the same with align_corners=True"},
  };
  return known;
}

}  // namespace

std::span<const Mode> modes() { return list(); }

const Rule& rule_of(std::string_view mode) {
  std::vector<std::string_view> names;
  for (const Mode& known : list()) {
    if (known.name == mode) return known.rule;
    names.push_back(known.name);
  }
  throw Error(fmt::format("takes {}, not {}{}", fmt::join(names, ", "),
                          in_quotes(std::string(mode), 60), did_you_mean(mode, names)));
}

std::string words(const Rule& rule) {
  const auto& all = list();
  const auto known =
      std::find_if(all.begin(), all.end(), [&](const Mode& m) { return m.rule == rule; });
  if (known != all.end()) return std::string(known->name);
  std::string text = rule.kernel == nearest  ? "nearest"
                     : rule.kernel == linear ? "bilinear"
                                             : "bicubic a=" + to_text(rule.a);
  if (rule.coordinates == align_corners) text += " align-corners";
  if (rule.coordinates == asymmetric) text += " without half pixels";
  if (rule.antialias) text += " antialias";
  if (rule.edge == Edge::dropped && !rule.antialias) text += " without cells beyond the edge";
  return text;
}

}  // namespace sextant::resample
