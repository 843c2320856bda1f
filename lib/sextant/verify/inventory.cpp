#include "sextant/verify/inventory.hpp"

#include <array>

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/catalogue/engine.hpp"
#include "sextant/recipe/library/library.hpp"
#include "sextant/resample/rule.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant {
namespace {

using Items = std::vector<Item>;

/// An item for each element: its name, and the summary that `say` returns.
template <class All, class Say>
Items items_of(const All& all, const Say& say) {
  Items items;
  for (const auto& one : all) items.push_back({std::string(one.name), std::string(say(one))});
  return items;
}

Items joined(Items items, const Items& more) {
  items.insert(items.end(), more.begin(), more.end());
  return items;
}

/// The parameters of a program's encoding, a note, and the source.
std::string summary(const ProgramEncoding& program) {
  return fmt::format("{}{}{} ({})", program.text, program.note.empty() ? "" : "; ", program.note,
                     program.source);
}

/// The coordinate of index i along an axis of n tokens.
std::string_view formula(Coordinate coordinate) {
  switch (coordinate) {
    case Coordinate::index:
      return "x";
    case Coordinate::middle:
      return "i - ceil(n/2)";
    case Coordinate::relative:
      return "i reference/(n interpolation)";
    case Coordinate::centred:
      return "(2 (i + 1/2)/n - 1)";
    case Coordinate::from_one:
      return "(i + 1)/(n + 10^-6)";
    case Coordinate::cropped:
      return "from + i*(to*(n-1)/n - from)/(n-1)";
    case Coordinate::doubled:
      return "(2 i - 1)";
    case Coordinate::midpoint:
      return "(2 m - 1), where m is the middle of the pixels or frames of a token";
    case Coordinate::spanning:
      return "(-1 + 2 i/(n - 1))";
  }
  return {};
}

std::string summary(const AxialProgramEncoding& program) {
  const Axial e = *find_axial(program.name);
  std::string axes = e.split == Split::combined ? "sums over " : "";
  const std::size_t words = axes.size();
  for (const Axis axis : e.axes)
    axes += (axes.size() == words ? "" : ", ") + std::string(name(axis));
  if (!e.sections.empty())
    axes += fmt::format(" in sections of {} pairs", fmt::join(e.sections, ", "));
  constexpr std::array<std::string_view, 4> units = {"", "pi/2 ", "pi ", "2 pi "};
  const std::string_view unit = units.at(static_cast<std::size_t>(e.unit));
  if (e.coordinate != Coordinate::index || !unit.empty())
    axes += fmt::format(", coordinate {}{}", unit, formula(e.coordinate));
  if (e.raw != Raw::none)
    axes += fmt::format(", coordinates themselves {}", e.raw == Raw::first ? "first" : "last");
  return fmt::format("{}: {}{}{} ({})", axes, to_text(e), program.note.empty() ? "" : "; ",
                     program.note, program.source);
}

const Items kEncodings = {
    {"sinusoidal",
     "pair i of position p is sin and cos of scale (p + origin) base^(-2i/d); with --law "
     "half-minus-shift, base^(-i/(d/2 - shift)); with --law powers, base^i"},
    {"rope",
     "the cos and sin tables of a rotary encoding, exponents -2i/d; half-split or interleaved; "
     "--scaling linear, ntk, dynamic, ntk-mixed, yarn, llama3, longrope or proportional; part "
     "rotated: the first or the last channels of a vector, forward or inverse"},
    {"rotary", "the same as rope"},
    {"alibi",
     "-2^(-8 (h+1)/heads) |q - k|, interpolated for heads that are no power of two; parts bias "
     "and slopes; --head-range gives the heads of a rank"},
    {"kerple",
     "-r1 ln(1 + r2 n) or -r1 n^r2, where n = |q - k|; r1 and r2 have a number for each head"},
    {"t5", "the bucket of k - q, in both directions or one; integers"},
    {"deberta", "the bucket of q - k, or the index that queries gather by; integers"},
    {"shaw", "clip(k - q, -K, K) + K, where K is --max-distance; integers"},
    {"swin",
     "the relative position index of a window of --frames x --height x --width, tokens by tokens, "
     "with or without a class token; integers"},
    {"swin-v2",
     "the coordinates y and x of the offsets of a window, sign(x) log2(1 + |x|)/log2(8), where x = "
     "8 offset/(size - 1)"},
    {"nope", "no encoding: all numbers are 0"},
    {"query-scale",
     "the factor of queries 1 + beta ln(1 + floor((p + origin)/original-context)): Llama 4, "
     "Ministral 3; --form log-n: max(1, ln(p + origin)/ln original-context), Qwen"},
    {"xpos",
     "the scale of xPos, ((2i/d + gamma)/(1 + gamma))^((p - centre)/scale-base), which multiplies "
     "rotated queries, alone; --form keys is its inverse. rope --scale-base: the rotation with "
     "it"}};

const Items kFormats = {
    {"float16", "11 significant bits, exponents -14 ... 15"},
    {"bfloat16", "8 significant bits, exponents -126 ... 127"},
    {"float32", "24 significant bits, exponents -126 ... 127"},
    {"float64", "53 significant bits, exponents -1022 ... 1023"},
    {"binary128", "113 significant bits, exponents -16382 ... 16383 (values only)"},
    {"pN", "N significant bits, any exponent, such as p75 (values only)"}};

/// The description of a library, and its error bounds with their sources.
std::string summary(const recipe::Library& library) {
  std::string text(library.what);
  for (const Format& format : {kFloat32, kFloat64}) {
    const std::string sources = recipe::sources_in_words(library, format);
    if (sources.empty()) continue;
    text += fmt::format("; in {}: {} ({})", format.name(), recipe::bounds_in_words(library, format),
                        sources);
  }
  if (text == library.what) text += "; without published bounds";
  if (library.contracts) text += "; may fuse products and sums";
  if (library.flushes) text += "; subnormal numbers become zero";
  return library.fast ? text + "; fast: no table passes on its word" : text;
}

std::string of_recipe(const recipe::Entry& entry) {
  return std::string(entry.summary) + (entry.sound ? "" : " (unsound)");
}

}  // namespace

std::string summary(const Model& model) {
  std::string what = fmt::format("{} positions, heads of {}", model.positions, model.head);
  if (!model.weights.empty()) what += ", weights in " + std::string(model.weights);
  what += "; config of " + std::string(model.source);
  return model.notes.empty() ? what : what + "; " + std::string(model.notes);
}

std::string summary(const recipe::Engine& engine) {
  return fmt::format("{} with {}: {} ({})", engine.recipe, engine.library,
                     recipe::accuracy_in_words(engine), engine.source);
}

std::vector<Item> inventory(Listing kind) {
  const auto summarised = [](const auto& one) { return summary(one); };
  switch (kind) {
    case Listing::encodings:
      return joined(joined(kEncodings, items_of(program_encodings(), summarised)),
                    items_of(axial_program_encodings(), summarised));
    case Listing::recipes:
      return joined(
          joined(items_of(recipe::catalogue(), of_recipe),
                 joined(items_of(recipe::listed_catalogue(), of_recipe),
                        items_of(std::array{recipe::entry("float64-frequency")}, of_recipe))),
          items_of(recipe::bias_catalogue(), of_recipe));
    case Listing::engines:
      return items_of(recipe::kEngines, summarised);
    case Listing::formats:
      return kFormats;
    case Listing::models:
      return items_of(models(), summarised);
    case Listing::faults:
      return items_of(verify::faults(), [](const verify::Fault& f) { return f.mechanism; });
    case Listing::libraries:
      return items_of(recipe::libraries(), summarised);
    case Listing::modes:
      return items_of(resample::modes(), [](const resample::Mode& m) { return m.programs; });
  }
  return {};
}

}  // namespace sextant
