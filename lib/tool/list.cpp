#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/axial_dialect.hpp"
#include "sextant/encoding/axial_grid.hpp"
#include "sextant/encoding/dialect.hpp"
#include "sextant/encoding/error.hpp"
#include "sextant/encoding/model.hpp"
#include "sextant/recipe/bias_catalogue.hpp"
#include "sextant/recipe/engine.hpp"
#include "sextant/verify/fault.hpp"
#include "tool/verbs.hpp"

namespace sextant::tool {
namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

/// Its parameters, what else there is to know, and where it is from.
std::string summary(const Dialect& dialect) {
  return fmt::format("{}{}{} ({})", dialect.text, dialect.note.empty() ? "" : "; ", dialect.note,
                     dialect.source);
}

std::string summary(const AxialDialect& dialect) {
  const Axial e = *find_axial(dialect.name);
  std::string axes;
  for (const Axis axis : e.axes) axes += (axes.empty() ? "" : ", ") + std::string(name(axis));
  if (!e.sections.empty())
    axes += fmt::format(" in sections of {} pairs", fmt::join(e.sections, ", "));
  return fmt::format("{}: {}{}{} ({})", axes, to_text(e), dialect.note.empty() ? "" : "; ",
                     dialect.note, dialect.source);
}

Lines encodings() {
  Lines lines = {
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
  for (const Dialect& dialect : dialects()) lines.emplace_back(dialect.name, summary(dialect));
  for (const AxialDialect& dialect : axial_dialects())
    lines.emplace_back(dialect.name, summary(dialect));
  return lines;
}

Lines recipes() {
  Lines lines;
  const auto add = [&](const recipe::Entry& entry) {
    lines.emplace_back(entry.name, std::string(entry.summary) + (entry.sound ? "" : " (unsound)"));
  };
  for (const recipe::Entry& entry : recipe::catalogue()) add(entry);
  for (const recipe::Entry& entry : recipe::bias_catalogue()) add(entry);
  return lines;
}

Lines engines() {
  Lines lines;
  for (const recipe::Engine& engine : recipe::kEngines)
    lines.emplace_back(engine.recipe, fmt::format("{} ({})", engine.name, engine.source));
  return lines;
}

Lines formats() {
  return {{"float16", "11 significant bits, exponents -14 ... 15"},
          {"bfloat16", "8 significant bits, exponents -126 ... 127"},
          {"float32", "24 significant bits, exponents -126 ... 127"},
          {"float64", "53 significant bits, exponents -1022 ... 1023"},
          {"binary128", "113 significant bits, exponents -16382 ... 16383 (values only)"},
          {"pN", "N significant bits, any exponent, such as p75 (values only)"}};
}

Lines faults() {
  Lines lines;
  for (const verify::Fault& fault : verify::faults())
    lines.emplace_back(fault.name, fault.mechanism);
  return lines;
}

/// Without the inner numbers of long lists.
std::string shortened(const std::string& encoding) {
  std::string text;
  for (std::size_t at = 0; at < encoding.size();) {
    const std::size_t end = std::min(encoding.find(' ', at), encoding.size());
    const std::string word = encoding.substr(at, end - at);
    const std::size_t comma = word.find(',');
    const bool list = comma != std::string::npos;
    text += (text.empty() ? "" : " ") +
            (list ? word.substr(0, comma) + ",…," + word.substr(word.rfind(',') + 1) : word);
    at = end + 1;
  }
  return text;
}

std::string summary(const Model& model) {
  std::string what = fmt::format("{} positions, heads of {}", model.positions, model.head);
  if (!model.weights.empty()) what += ", weights in " + std::string(model.weights);
  what += "; config of " + std::string(model.source);
  return model.notes.empty() ? what : what + "; " + std::string(model.notes);
}

void print_models(bool json) {
  if (!json) {
    for (const Model& model : models())
      fmt::print("{:<22} {}\n{:<22} {}\n", model.name, shortened(model.encoding), "",
                 summary(model));
    return;
  }
  auto array = nlohmann::json::array();
  for (const Model& model : models()) {
    array.push_back({{"name", model.name},
                     {"summary", summary(model)},
                     {"encoding", to_text(read_encoding(model.encoding))},
                     {"positions", model.positions},
                     {"head", model.head},
                     {"weights", model.weights.empty() ? nlohmann::json() : model.weights},
                     {"source", model.source},
                     {"notes", model.notes}});
  }
  fmt::print("{}\n", array.dump());
}

void print(const Lines& lines, bool json) {
  if (json) {
    auto array = nlohmann::json::array();
    for (const auto& [name, what] : lines) array.push_back({{"name", name}, {"summary", what}});
    return fmt::print("{}\n", array.dump());
  }
  for (const auto& [name, what] : lines) fmt::print("{:<22} {}\n", name, what);
}

}  // namespace

void add_list(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand(
      "list", "What there is: encodings, recipes, engines, formats, models, faults");
  auto what = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  verb->add_option("WHAT", *what, "encodings | recipes | engines | formats | models | faults")
      ->required();
  verb->add_flag("--json", *json, "print a JSON array");
  verb->footer(
      "Examples:\n  sextant list recipes\n  sextant list models\n  sextant list faults --json");
  verb->callback([what, json, &status] {
    if (*what == "encodings")
      print(encodings(), *json);
    else if (*what == "recipes")
      print(recipes(), *json);
    else if (*what == "engines")
      print(engines(), *json);
    else if (*what == "formats")
      print(formats(), *json);
    else if (*what == "models")
      print_models(*json);
    else if (*what == "faults")
      print(faults(), *json);
    else
      throw Error("'" + *what +
                  "' cannot be listed: encodings, recipes, engines, formats, models or faults");
    status = 0;
  });
}

}  // namespace sextant::tool
