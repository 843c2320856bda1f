#include "sextant/recipe/catalogue/bias_catalogue.hpp"

#include <algorithm>
#include <array>

#include "sextant/recipe/catalogue/coordinate_column.hpp"
#include "sextant/recipe/catalogue/formula_bias.hpp"
#include "sextant/recipe/catalogue/linear_bias.hpp"
#include "sextant/recipe/catalogue/log_n_recipe.hpp"
#include "sextant/recipe/catalogue/query_scale_recipe.hpp"
#include "sextant/recipe/catalogue/reciprocal.hpp"
#include "sextant/recipe/catalogue/swin_recipe.hpp"
#include "sextant/recipe/catalogue/xpos_recipe.hpp"

namespace sextant::recipe {
namespace {

constexpr std::array<Entry, 9> kLinear = {{
    {SlopePowers<float>::name, "ALiBi's slopes as start * ratio**i in Python's doubles"},
    {SlopePow<float>::name, "ALiBi's slopes as pow(start, i + 1) (BLOOM)"},
    {SlopeReciprocal<float>::name, "ALiBi's slopes as 1 / pow(2, (i + 1) * (max / n)) (MPT)"},
    {"bfloat16-product", "slope-pow, then slope, position and product in bfloat16 (Falcon)", false},
    {"float16-product", "the same in float16", false},
    {"bfloat16-slope", "slope-pow, then the slope is rounded to bfloat16", false},
    {"float16-slope", "the same in float16", false},
    {"bfloat16-position", "slope-pow, with positions rounded to bfloat16", false},
    {"float16-position", "the same in float16", false},
}};

/// What a recipe of kLinear rounds to 16 bits: all steps, or the slope or the position alone.
/// nullopt if it rounds nothing.
std::optional<NarrowSteps> narrow_steps(std::string_view name) {
  const auto dash = name.find('-');
  const std::string_view format = name.substr(0, dash), step = name.substr(dash + 1);
  if (format != "bfloat16" && format != "float16") return std::nullopt;
  const bool all = step == "product";
  return NarrowSteps{.format = format == "float16" ? kFloat16 : kBfloat16,
                     .slope = all || step == "slope",
                     .position = all || step == "position",
                     .product = all};
}

constexpr std::array<Entry, 1> kIntegers = {{{Integers::name, "buckets and indices, exactly"}}};
constexpr std::array<Entry, 1> kKerple = {
    {{KerpleBias<float>::name, "-r1 * log(1 + r2 * n), or -r1 * pow(n, r2)"}}};
constexpr std::string_view kInBfloat16 = "query-scale-bfloat16", kInFloat16 = "query-scale-float16";
constexpr std::array<Entry, 5> kQueryScale = {{
    {QueryScaleRecipe<float>::name, "1 + beta * log(floor((p + origin) / length) + 1)"},
    {QueryScaleRecipe<float, Quotient::by_reciprocal>::name,
     "the same, multiplied by 1 / length (CUDA libraries)"},
    {QueryScaleRecipe<float, Quotient::of_integers>::name,
     "the same, where p + origin is a sum of integers"},
    {kInBfloat16, "the same, with every result in bfloat16", false},
    {kInFloat16, "the same, with every result in float16", false},
}};
constexpr std::array<Entry, 1> kCoordinate = {
    {{CoordinateColumn<float>::name, "columns that hold a coordinate itself (NeRF, Perceiver)"}}};
constexpr std::array<Entry, 1> kCoordinates = {
    {{LogCoordinates<float>::name, "sign(x) * log2(1 + |x|) / log2(8) (Swin v2)"}}};
constexpr std::string_view kXposBfloat16 = "xpos-bfloat16", kXposFloat16 = "xpos-float16";
constexpr std::array<Entry, 3> kXpos = {{
    {XposScale<float>::name, "zeta ** ((p - centre) / scale_base), and 1 / it for keys"},
    {kXposBfloat16, "the same, with every result in bfloat16", false},
    {kXposFloat16, "the same, with every result in float16", false},
}};
constexpr std::array<Entry, 3> kLogN = {{
    {LogNRecipe<float>::name, "max(1, log(p + origin) / log(length))"},
    {kInBfloat16, "the same, with every result in bfloat16", false},
    {kInFloat16, "the same, with every result in float16", false},
}};
constexpr std::array<Entry, 1> kReciprocal = {
    {{Reciprocal<float>::name, "divisors of angles (GGUF), and periods 1/ω (MLX)"}}};

bool is_log_n(const Chart& chart) {
  const auto* scale = std::get_if<QueryScaleForm>(&*chart.waves.formula);
  return scale != nullptr && scale->is_log_n();
}

template <class T>
std::unique_ptr<Recipe> linear(std::string_view name, const Chart& chart,
                               const ComputeFormats& formats, const Positions& positions) {
  if (name == SlopePowers<T>::name)
    return std::make_unique<LinearBias<T, SlopePowers>>(chart, formats, positions);
  if (name == SlopeReciprocal<T>::name)
    return std::make_unique<LinearBias<T, SlopeReciprocal>>(chart, formats, positions);
  return std::make_unique<LinearBias<T, SlopePow>>(chart, formats, positions, narrow_steps(name));
}

template <class T>
std::unique_ptr<Recipe> in_type(std::string_view name, const Chart& chart,
                                const ComputeFormats& formats, const Positions& positions) {
  if (name == Integers::name) return std::make_unique<Integers>(chart, formats, positions);
  if (name == KerpleBias<T>::name)
    return std::make_unique<KerpleBias<T>>(chart, formats, positions);
  if (name == QueryScaleRecipe<T>::name)
    return std::make_unique<QueryScaleRecipe<T>>(chart, formats, positions);
  if (name == LogNRecipe<T>::name)
    return std::make_unique<LogNRecipe<T>>(chart, formats, positions);
  if (name == kInBfloat16 || name == kInFloat16) {
    const Format& narrow = name == kInFloat16 ? kFloat16 : kBfloat16;
    if (is_log_n(chart)) return std::make_unique<LogNRecipe<T>>(chart, formats, positions, narrow);
    return std::make_unique<QueryScaleRecipe<T>>(chart, formats, positions, narrow);
  }
  if (name == QueryScaleRecipe<T, Quotient::by_reciprocal>::name)
    return std::make_unique<QueryScaleRecipe<T, Quotient::by_reciprocal>>(chart, formats,
                                                                          positions);
  if (name == QueryScaleRecipe<T, Quotient::of_integers>::name)
    return std::make_unique<QueryScaleRecipe<T, Quotient::of_integers>>(chart, formats, positions);
  if (name == CoordinateColumn<T>::name)
    return std::make_unique<CoordinateColumn<T>>(chart, formats, positions);
  if (name == LogCoordinates<T>::name)
    return std::make_unique<LogCoordinates<T>>(chart, formats, positions);
  if (name == XposScale<T>::name) return std::make_unique<XposScale<T>>(chart, formats, positions);
  if (name == kXposBfloat16 || name == kXposFloat16)
    return std::make_unique<XposScale<T>>(chart, formats, positions,
                                          name == kXposFloat16 ? kFloat16 : kBfloat16);
  if (name == Reciprocal<T>::name) return std::make_unique<Reciprocal<T>>(chart, formats);
  return linear<T>(name, chart, formats, positions);
}

}  // namespace

std::span<const Entry> bias_catalogue() {
  static constexpr auto all = [] {
    std::array<Entry, kLinear.size() + kQueryScale.size() + kXpos.size() + 6> entries;
    auto end = std::copy(kLinear.begin(), kLinear.end(), entries.begin());
    end = std::copy(kQueryScale.begin(), kQueryScale.end(), end);
    end = std::copy(kXpos.begin(), kXpos.end(), end);
    *end++ = kLogN[0];
    for (const auto& one : {kCoordinates, kKerple, kIntegers, kReciprocal, kCoordinate})
      *end++ = one[0];
    return entries;
  }();
  return all;
}

std::span<const Entry> bias_catalogue(const Chart& chart) {
  if (const auto& formula = chart.waves.formula) {
    if (chart.integral()) return kIntegers;
    if (std::holds_alternative<Kerple>(*formula)) return kKerple;
    if (std::holds_alternative<SwinCoordinatesForm>(*formula)) return kCoordinates;
    if (std::holds_alternative<XposForm>(*formula)) return kXpos;
    return is_log_n(chart) ? std::span<const Entry>(kLogN) : std::span<const Entry>(kQueryScale);
  }
  if (chart.channels.front().function == Function::coordinate) return kCoordinate;
  return is_reciprocal(chart.channels.front().function) ? std::span<const Entry>(kReciprocal)
                                                        : std::span<const Entry>(kLinear);
}

const Entry* bias_entry(std::string_view name) {
  for (const Entry& known : bias_catalogue()) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

bool of_bias(const Chart& chart) {
  return !chart.channels.empty() && chart.channels.front().function >= Function::slope;
}

std::string_view of_section(std::string_view name, const Chart& chart) {
  return chart.channels.front().function == Function::coordinate ? kCoordinate[0].name : name;
}

std::unique_ptr<Recipe> make_bias(std::string_view name, const Chart& chart,
                                  const ComputeFormats& formats, const Positions& positions) {
  return (formats.compute == kFloat32 ? in_type<float> : in_type<double>)(name, chart, formats,
                                                                          positions);
}

}  // namespace sextant::recipe
