#include "sextant/recipe/catalogue/catalogue.hpp"

#include <array>
#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/direct.hpp"
#include "sextant/recipe/catalogue/rational_turns.hpp"
#include "sextant/recipe/catalogue/xpos_rotation.hpp"
#include "sextant/recipe/rule/angle_recurrence.hpp"
#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/exp_log.hpp"
#include "sextant/recipe/rule/fast_trigonometry.hpp"
#include "sextant/recipe/rule/float64_angle.hpp"
#include "sextant/recipe/rule/float64_frequency.hpp"
#include "sextant/recipe/rule/frequency_recurrence.hpp"
#include "sextant/recipe/rule/listed_frequency.hpp"
#include "sextant/recipe/rule/log_timescale.hpp"
#include "sextant/recipe/rule/narrowed_angle.hpp"
#include "sextant/recipe/rule/pow_divide.hpp"
#include "sextant/recipe/rule/pow_linspace.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"
#include "sextant/recipe/rule/pow_of_ratio.hpp"
#include "sextant/recipe/rule/pow_reciprocal.hpp"
#include "sextant/recipe/rule/quarter_turn_cosine.hpp"
#include "sextant/recipe/rule/rotation_recurrence.hpp"
#include "sextant/recipe/rule/turns.hpp"

namespace sextant::recipe {
namespace {

/// The sequential recipe.
template <class T>
class Sequential final : public Recipe {
 public:
  Sequential(const Chart& chart, const ComputeFormats& formats, const Positions& positions)
      : chart_(without_signs(chart)),
        negated_(negated_columns(chart)),
        formats_(formats),
        positions_(positions),
        run_(fresh()) {}

  void row(std::uint64_t row, std::span<double> values) override {
    if (row > kLongestRun) throw Error("a recurrence runs over at most 2^24 rows");
    if (row < run_.steps_taken()) run_ = fresh();
    while (run_.steps_taken() < row) run_.advance();
    for (std::size_t j = 0; j < chart_.channels.size(); ++j) {
      const bool blank = is_blank(chart_.channels[j], chart_.waves.zero_row, positions_[row]);
      values[j] = blank ? 0 : stored(formats_, static_cast<double>(run_(chart_.channels[j])));
    }
    for (const std::size_t j : negated_) values[j] = -values[j];
  }

  bool sequential() const override { return true; }

  Terms terms(std::uint64_t row, std::size_t channel) const override {
    if (is_blank(chart_.channels[channel], chart_.waves.zero_row, positions_[row])) return {};
    return run_.terms(row, chart_.channels[channel], formats_.store);
  }

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  RotationRecurrence<T> fresh() const {
    return {chart_.waves, positions_.first, positions_.step,
            formats_.called().hypothesis(Arithmetic<T>::format)};
  }

  Chart chart_;
  std::vector<std::size_t> negated_;  ///< columns of negated sines, which `chart_` has as sines
  ComputeFormats formats_;
  Positions positions_;
  RotationRecurrence<T> run_;
};

template <class T>
std::unique_ptr<Recipe> sequential(const Chart& chart, const ComputeFormats& formats,
                                   const Positions& positions) {
  return std::make_unique<Sequential<T>>(chart, formats, positions);
}

/// The recipe narrowed-angle, which calls functions in float64 and in float32.
std::unique_ptr<Recipe> narrowed(const Chart& chart, const ComputeFormats& formats,
                                 const Positions& positions) {
  const Library& library = formats.called();
  return std::make_unique<Direct<NarrowedAngle>>(
      chart, formats, positions,
      NarrowedAngle(chart.waves, formats.intermediate, library.hypothesis(kFloat64),
                    library.hypothesis(kFloat32)));
}

struct Line {
  Entry entry;
  Maker in_float32, in_float64;
};

template <template <class> class Rule>
constexpr Line by_angle(std::string_view summary) {
  return {{.name = Rule<float>::name, .summary = summary, .sound = Rule<float>::sound},
          make_direct<ByAngle<float, Rule>>,
          make_direct<ByAngle<double, Rule>>};
}

// The order is that of the published names: it decides which of two recipes with equal tables is
// named.
constexpr std::array<Line, 17> kLines = {{
    by_angle<PowDivide>("angle = position / pow(base, 2i/d)"),
    by_angle<PowMultiply>("angle = position * pow(base, -2i/d)"),
    by_angle<ExpLog>("angle = position * exp(2i * (-ln(base)/d)), as PyTorch's tutorial orders it"),
    by_angle<LogTimescale>(
        "angle = position * exp(-i * (ln(base)/(d/2))), as tensor2tensor orders it"),
    by_angle<FrequencyRecurrence>("frequency i + 1 = frequency i * pow(base, -2/d)"),
    {{.name = "rotation-recurrence",
      .summary = "the next row by rotating the last",
      .sound = false,
      .sequential = true,
      .of_library = false},
     sequential<float>,
     sequential<double>},
    {{.name = "float64-angle",
      .summary = "all in float64, rounded once to the table's format",
      .computes_in = kFloat64},
     make_direct<Float64Angle>,
     make_direct<Float64Angle>},
    {{.name = "quarter-turn-cosine", .summary = "cosine as sine of angle + pi/2", .sound = false},
     make_direct<QuarterTurnCosine<float>>,
     make_direct<QuarterTurnCosine<double>>},
    {{.name = "turns", .summary = "the phase as a 64-bit fixed-point fraction of a turn"},
     make_direct<Turns<float>>,
     make_direct<Turns<double>>},
    by_angle<PowReciprocal>(
        "inv_freq = 1 / pow(base, 2i/d), angle = position * inv_freq (Llama in Transformers)"),
    by_angle<AngleRecurrence>("angle i + 1 = angle i * pow(base, -2/d) (llama.cpp on a CPU)"),
    by_angle<PowOfRatio>("angle = position * pow(pow(base, -2/d), i) (llama.cpp's CUDA kernels)"),
    {{.name = "fast-trigonometry",
      .summary = "pow-reciprocal with the sine of graphics hardware (--use_fast_math)",
      .sound = false,
      .of_library = false,
      .computes_in = kFloat32},
     make_direct<FastTrigonometry>,
     make_direct<FastTrigonometry>},
    {{.name = "narrowed-angle",
      .summary = "the angle in float64, rounded to float32; sine and cosine in float32 (Z-Image)",
      .computes_in = kFloat32},
     narrowed,
     narrowed},
    by_angle<ExpOfQuotient>(
        "angle = position * exp((i * -ln(base)) / (d/2)), as diffusers orders its timesteps"),
    by_angle<PowLinspace>("inv_freq = 1 / pow(base, linspace(0, last, n)), angle = position * "
                          "inv_freq (RetNet, LTX)"),
    {{.name = Float64Frequency<float>::name,
      .summary = "inv_freq in float64, rounded to float32; angle = position * inv_freq (LTX-2)",
      .computes_in = kFloat32},
     make_direct<ByAngle<float, Float64Frequency>>,
     make_direct<ByAngle<float, Float64Frequency>>},
}};

using ListedInDouble = ByAngle<double, ListedFrequency>;
using ListedByDevice = ByAngle<float, ListedFrequency, Trigonometry::device>;
template <class T>
using ListedByQuarterTurn = ByAngle<T, ListedFrequency, Trigonometry::quarter_turn>;

/// The recipes of frequencies that are equally spaced, or listed.
constexpr std::array<Line, 5> kListedLines = {{
    by_angle<ListedFrequency>(
        "angle = position * frequency, which is read, or of linspace(1, 1/base, n) (Perceiver)"),
    {{.name = "float64-angle",
      .summary = "the same in float64, rounded once to the table's format",
      .computes_in = kFloat64},
     make_direct<ListedInDouble>,
     make_direct<ListedInDouble>},
    {{.name = "quarter-turn-cosine", .summary = "cosine as sine of angle + pi/2", .sound = false},
     make_direct<ListedByQuarterTurn<float>>,
     make_direct<ListedByQuarterTurn<double>>},
    {{.name = "turns", .summary = "the phase as a 64-bit fixed-point fraction of a turn"},
     make_direct<Turns<float>>,
     make_direct<Turns<double>>},
    {{.name = "fast-trigonometry",
      .summary = "listed-frequency with the sine of graphics hardware (--use_fast_math)",
      .sound = false,
      .of_library = false,
      .computes_in = kFloat32},
     make_direct<ListedByDevice>,
     make_direct<ListedByDevice>},
}};

template <std::size_t n>
constexpr std::array<Entry, n> entries_of(const std::array<Line, n>& lines) {
  std::array<Entry, n> entries;
  for (std::size_t i = 0; i < n; ++i) entries[i] = lines[i].entry;
  return entries;
}

constexpr auto kEntries = entries_of(kLines);
constexpr auto kListedEntries = entries_of(kListedLines);

/// The number of recipes that every chart of powers has.
constexpr std::size_t kOfAll = kEntries.size() - 2;
static_assert(kEntries[kOfAll].name == PowLinspace<float>::name);

/// The line with this name, of charts with listed frequencies or of others; throws Error if there
/// is none.
const Line& line(std::string_view name, bool listed = false) {
  for (const Line& known : listed ? std::span<const Line>(kListedLines) : kLines) {
    if (known.entry.name == name) return known;
  }
  std::vector<std::string_view> names;
  for (const Line& known : kLines) names.push_back(known.entry.name);
  const std::string meant = did_you_mean(name, names);
  throw Error("unknown recipe '" + std::string(name) + "'" + (meant.empty() ? ":" : meant) +
              " 'sextant list recipes' shows the known ones");
}

bool of_formulas(const Chart& chart) { return chart.waves.formula || of_bias(chart); }

/// Whether frequencies rise from 1, as those of LTX-Video to the inverse of the base, and those of
/// NeRF by a constant factor.  If they fall, the bounds of pow-linspace would accept tables of
/// recurrences.
bool rise(const Waves& waves) {
  const GeometricFrequencies& own = waves.geometric;
  return waves.pairs() <= 1 || (own.base < 1 && own.multiplier == 1 &&
                                (own.divisor == 1 || own.divisor == Rational(waves.pairs() - 1)));
}

/// Whether frequencies are no powers of a base.
bool are_listed(const Chart& chart) { return chart.waves.geometric.spacing != Spacing::powers; }

/// The entry with this name, if it applies to the chart; throws Error otherwise.
const Entry& suiting(std::string_view name, const Chart& chart) {
  const bool all = !of_formulas(chart) && !are_listed(chart);
  for (const Entry& known : all ? std::span<const Entry>(kEntries) : catalogue(chart)) {
    if (known.name == name) return known;
  }
  throw Error("recipe '" + std::string(entry(name).name) + "' does not make such a table");
}

}  // namespace

std::span<const Entry> catalogue() { return std::span(kEntries).first(kOfAll + 1); }

std::span<const Entry> listed_catalogue() { return std::span(kListedEntries).first(1); }

std::span<const Entry> catalogue(const Chart& chart) {
  if (of_formulas(chart)) return bias_catalogue(chart);
  if (are_listed(chart)) return kListedEntries;
  return std::span(kEntries).first(rise(chart.waves) ? kEntries.size() : kOfAll);
}

const Entry& entry(std::string_view name) {
  if (const Entry* bias = bias_entry(name)) return *bias;
  return line(name, name == ListedFrequency<float>::name).entry;
}

std::string hypothesis(const Format& compute, const Library& library) {
  return "computed in " + compute.name() + " with " + std::string(library.name) + ": " +
         bounds_in_words(library, compute) + " (" + sources_in_words(library, compute) + ")";
}

std::unique_ptr<Recipe> make(std::string_view name, const Chart& chart,
                             const ComputeFormats& formats, const Positions& positions) {
  const Entry& found = suiting(name, chart);
  if (chart.waves.parts != positions.parts) throw Error("chart and positions differ in parts");
  if (found.sequential && positions.listed)
    throw Error(std::string(name) + " needs positions at equal steps");
  const Format compute = computes_in(name, formats);
  if (compute != kFloat32 && compute != kFloat64)
    throw Error("recipes compute in float32 or float64, not in " + compute.name());
  if (formats.store.precision > compute.precision)
    throw Error("a table computed in " + compute.name() + " is not stored in " +
                formats.store.name());
  if (of_bias(chart)) return make_bias(name, chart, formats, positions);
  const Line& waves = line(name, are_listed(chart));
  ComputeFormats own = formats;
  own.compute = compute;
  return with_xpos(chart, own, positions, [&](const Chart& plain, const ComputeFormats& of) {
    return (compute == kFloat32 ? waves.in_float32 : waves.in_float64)(
        with_rational_turns(exact::settled(plain)), of, positions);
  });
}

}  // namespace sextant::recipe
