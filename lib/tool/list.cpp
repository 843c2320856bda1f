#include <array>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/error.hpp"
#include "sextant/recipe/catalogue.hpp"
#include "sextant/verify/fault.hpp"
#include "tool/verbs.hpp"

namespace sextant::tool {
namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

Lines encodings() {
  return {
      {"sinusoidal",
       "pair i of position p is sin and cos of scale (p + origin) base^(-2i/d), or of law "
       "half-minus-shift"},
      {"rope",
       "the cos and sin tables of a rotary encoding, exponents -2i/d; half-split or interleaved"},
      {"rotary", "the same as rope"}};
}

Lines recipes() {
  Lines lines;
  for (const recipe::Entry& entry : recipe::catalogue()) {
    lines.emplace_back(entry.name, std::string(entry.summary) + (entry.sound ? "" : " (unsound)"));
  }
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
  CLI::App* verb = app.add_subcommand("list", "What there is: encodings, recipes, formats, faults");
  auto what = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  verb->add_option("WHAT", *what, "encodings | recipes | formats | faults")->required();
  verb->add_flag("--json", *json, "print a JSON array");
  verb->footer("Examples:\n  sextant list recipes\n  sextant list faults --json");
  verb->callback([what, json, &status] {
    if (*what == "encodings")
      print(encodings(), *json);
    else if (*what == "recipes")
      print(recipes(), *json);
    else if (*what == "formats")
      print(formats(), *json);
    else if (*what == "faults")
      print(faults(), *json);
    else
      throw Error("'" + *what + "' cannot be listed: encodings, recipes, formats or faults");
    status = 0;
  });
}

}  // namespace sextant::tool
