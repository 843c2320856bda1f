#include "sextant/verify/inventory.hpp"

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/catalogue/engine.hpp"
#include "sextant/recipe/library/library.hpp"
#include "sextant/verify/verdict/fault.hpp"

namespace sextant {
namespace {

using Items = std::vector<Item>;

Item item(std::string_view name, std::string_view what) {
  return {std::string(name), std::string(what)};
}

/// Its parameters, what else there is to know, and where it is from.
std::string summary(const ProgramEncoding& program) {
  return fmt::format("{}{}{} ({})", program.text, program.note.empty() ? "" : "; ", program.note,
                     program.source);
}

std::string summary(const AxialProgramEncoding& program) {
  const Axial e = *find_axial(program.name);
  std::string axes;
  for (const Axis axis : e.axes) axes += (axes.empty() ? "" : ", ") + std::string(name(axis));
  if (!e.sections.empty())
    axes += fmt::format(" in sections of {} pairs", fmt::join(e.sections, ", "));
  return fmt::format("{}: {}{}{} ({})", axes, to_text(e), program.note.empty() ? "" : "; ",
                     program.note, program.source);
}

Items encodings() {
  Items items = {
      {"sinusoidal",
       "pair i of position p is sin and cos of scale (p + origin) base^(-2i/d), or of law "
       "half-minus-shift"},
      {"rope",
       "the cos and sin tables of a rotary encoding, exponents -2i/d; half-split or interleaved; "
       "--scaling linear, ntk, dynamic, yarn, llama3, longrope or proportional"},
      {"rotary", "the same as rope"},
      {"alibi",
       "-2^(-8 (h+1)/heads) |q - k|, interpolated for heads that are no power of two; parts bias "
       "and slopes"},
      {"kerple", "-r1 ln(1 + r2 n) or -r1 n^r2 of n = |q - k|, r1 and r2 a list of heads"},
      {"t5", "the bucket of k - q, of both directions or one; integers"},
      {"deberta", "the bucket of q - k, or the index that queries gather by; integers"},
      {"shaw", "clip(k - q, -K, K) + K, K the --max-distance; integers"},
      {"swin", "the relative position index of a window, tokens by tokens; integers"},
      {"nope", "nothing: zeros"}};
  for (const ProgramEncoding& program : program_encodings())
    items.push_back(item(program.name, summary(program)));
  for (const AxialProgramEncoding& program : axial_program_encodings())
    items.push_back(item(program.name, summary(program)));
  return items;
}

Items recipes() {
  Items items;
  const auto add = [&](const recipe::Entry& entry) {
    items.push_back(
        item(entry.name, std::string(entry.summary) + (entry.sound ? "" : " (unsound)")));
  };
  for (const recipe::Entry& entry : recipe::catalogue()) add(entry);
  for (const recipe::Entry& entry : recipe::bias_catalogue()) add(entry);
  return items;
}

Items engines() {
  Items items;
  for (const recipe::Engine& engine : recipe::kEngines)
    items.push_back(item(engine.name, sextant::summary(engine)));
  return items;
}

Items formats() {
  return {{"float16", "11 significant bits, exponents -14 ... 15"},
          {"bfloat16", "8 significant bits, exponents -126 ... 127"},
          {"float32", "24 significant bits, exponents -126 ... 127"},
          {"float64", "53 significant bits, exponents -1022 ... 1023"},
          {"binary128", "113 significant bits, exponents -16382 ... 16383 (values only)"},
          {"pN", "N significant bits, any exponent, such as p75 (values only)"}};
}

/// What it is, and its bounds with their sources.
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

Items libraries_known() {
  Items items;
  for (const recipe::Library& library : recipe::libraries())
    items.push_back(item(library.name, summary(library)));
  return items;
}

Items faults() {
  Items items;
  for (const verify::Fault& fault : verify::faults())
    items.push_back(item(fault.name, fault.mechanism));
  return items;
}

Items models_known() {
  Items items;
  for (const Model& model : models()) items.push_back(item(model.name, summary(model)));
  return items;
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
  switch (kind) {
    case Listing::encodings:
      return encodings();
    case Listing::recipes:
      return recipes();
    case Listing::engines:
      return engines();
    case Listing::formats:
      return formats();
    case Listing::models:
      return models_known();
    case Listing::faults:
      return faults();
    case Listing::libraries:
      return libraries_known();
  }
  return {};
}

}  // namespace sextant
