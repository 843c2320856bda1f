#include "tool/options.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "sextant/encoding/rational.hpp"
#include "sextant/verify/file.hpp"

namespace sextant::tool {
namespace {

struct Field {
  const char* name;
  const char* what;
};

constexpr std::array<Field, 10> kFields = {{
    {"dim", "number of channels d"},
    {"base", "base of the frequencies, an exact number (10000)"},
    {"layout", "interleaved | halves; of rope: half-split | interleaved"},
    {"order", "sin-cos | cos-sin"},
    {"law", "d: base^(-2i/d) | half-minus-shift: base^(-i/(d/2 - shift))"},
    {"shift", "of law half-minus-shift (1)"},
    {"origin", "added to every position (0)"},
    {"scale", "multiplies positions (1)"},
    {"amplitude", "multiplies values (1)"},
    {"odd", "for odd --dim: error | zero-column | drop-last | round-up"},
}};

Format read_format(const std::string& option, const std::string& name,
                   std::span<const std::string_view> allowed) {
  if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) return Format::named(name);
  throw Error(
      fmt::format("{} takes {}, not {}", option, fmt::join(allowed, ", "), in_quotes(name, 60)));
}

}  // namespace

int read_count(const std::string& option, const std::string& text, int most) {
  const Rational count = read_option(option, [&] { return parse_rational(text); });
  if (!is_integer(count) || count < 1 || count > most) {
    throw Error(fmt::format("{} {} is not one of 1 ... {}", option, text, most));
  }
  return static_cast<int>(numerator(count));
}

Format read_table_format(const std::string& option, const std::string& name) {
  constexpr std::array<std::string_view, 4> kStored = {"float16", "bfloat16", "float32", "float64"};
  return read_format(option, name, kStored);
}

Format read_computing_format(const std::string& option, const std::string& name) {
  constexpr std::array<std::string_view, 2> kComputing = {"float32", "float64"};
  return read_format(option, name, kComputing);
}

EncodingOptions::EncodingOptions(CLI::App& verb) {
  const auto group = "Encoding";
  verb.add_option("--encoding", name_, "sinusoidal | rope, also called rotary (sinusoidal)")
      ->group(group)
      ->type_name("NAME");
  for (const Field& field : kFields) {
    verb.add_option_function<std::string>(
            "--" + std::string(field.name),
            [this, name = field.name](const std::string& value) {
              fields_.emplace_back(name, value);
            },
            field.what)
        ->group(group)
        ->type_name("");
  }
  verb.add_option("--part", part_, "table | inv_freq; of rope also cos | sin (table)")
      ->group(group)
      ->type_name("PART");
}

bool EncodingOptions::dim_given() const {
  return std::any_of(fields_.begin(), fields_.end(),
                     [](const auto& field) { return field.first == "dim"; });
}

Encoding EncodingOptions::encoding() const {
  Encoding encoding = default_encoding(name_.empty() ? "sinusoidal" : name_);
  for (const auto& [field, value] : fields_) set_field(encoding, field, value);
  return encoding;
}

Encoding EncodingOptions::encoding_with_dim() const {
  if (!dim_given()) throw Error("--dim is missing: the number of channels");
  return encoding();
}

Part EncodingOptions::part() const {
  for (const Part part : {Part::table, Part::cos, Part::sin, Part::inv_freq}) {
    if (name(part) == part_) return part;
  }
  throw Error("--part takes table, cos, sin, inv_freq, not " + in_quotes(part_, 60));
}

}  // namespace sextant::tool
