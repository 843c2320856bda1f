#include "sextant/encoding/text/axial_text.hpp"

#include <algorithm>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_field.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"

namespace sextant {
namespace {

/// `dim=64 base=100`: an ordinary encoding's text without its name.
std::string fields_of(const Encoding& encoding) {
  const std::string text = to_text(encoding);
  return text.substr(std::min(text.find(' '), text.size()));
}

/// Throws Error if a field has no effect in an encoding: its coordinate does not use it, or it is
/// for tables that are added to vectors.  Other fields have an effect in every encoding.
void expect_effect(const Axial& e, std::string_view field) {
  const auto computes = [&](std::initializer_list<Coordinate> some) {
    return std::find(some.begin(), some.end(), e.coordinate) != some.end();
  };
  using enum Coordinate;
  const bool used = field == "crop"                                    ? computes({cropped})
                    : field == "stride"                                ? computes({midpoint})
                    : field == "range"                                 ? computes({spanning})
                    : field == "reference" || field == "interpolation" ? computes({relative})
                    : field == "normalise" ? computes({relative, centred, from_one})
                                           : true;
  if (!used) throw Error("encoding '" + e.program + "' has no --" + std::string(field));
  if (!std::holds_alternative<Rotary>(e.along)) return;
  if (field == "prefix" || field == "raw" || field == "spread")
    throw Error("--" + std::string(field) + " is for tables that are added to vectors: encoding '" +
                e.program + "' rotates them");
}

/// The base of the frequencies of an ordinary encoding; nullopt if it has none.
std::optional<Rational> base_of(const Encoding& encoding) {
  return std::visit(
      [](const auto& one) -> std::optional<Rational> {
        if constexpr (requires { one.base; }) return one.base;
        return std::nullopt;
      },
      encoding);
}

/// Throws Error if an encoding has bases for its axes, and another base for all of them.
void expect_one_base(const Axial& e) {
  const auto usual = find_axial(e.program);
  if (!e.bases.empty() && usual && base_of(e.along) != base_of(usual->along))
    throw Error("--base and --bases exclude each other: --bases has a base for each axis");
}

/// Throws Error if a field is a size of the grid that is not positive.
void expect_size(const Grid& grid, std::string_view field) {
  const int size = field == "frames"   ? grid.frames
                   : field == "height" ? grid.height
                   : field == "width"  ? grid.width
                                       : 1;
  if (size < 1)
    throw Error("--" + std::string(field) + " " + std::to_string(size) + " is not 1 or more");
}

}  // namespace

std::optional<Axial> find_axial(std::string_view name) {
  for (const AxialProgramEncoding& known : axial_program_encodings()) {
    if (known.name != name) continue;
    Axial found = known.arrangement;
    found.program = known.name;
    found.along = read_encoding(known.text);
    return found;
  }
  return std::nullopt;
}

void set_field(Axial& encoding, std::string_view field, std::string_view value) {
  bool found = false;
  for_each_field(encoding, [&](std::string_view known, auto& member, const auto& how) {
    if (known != field) return;
    expect_effect(encoding, field);
    how.read(field, value, member);
    expect_size(encoding.grid, field);
    found = true;
  });
  const bool scales = field == "scale-base" || field == "gamma" || field == "centre" ||
                      field == "form";  // of xPos, which has one coordinate
  if (scales) throw Error("encoding '" + encoding.program + "' has no --" + std::string(field));
  try {
    if (!found) set_field(encoding.along, field, value);
  } catch (const Error& error) {
    const std::string meant = "encoding '" + std::string(name(encoding.along)) + "' has no ";
    const std::string what = error.what();
    if (!what.starts_with(meant)) throw;
    throw Error("encoding '" + encoding.program + "' has no " + what.substr(meant.size()));
  }
  if (field == "base" || field == "bases") expect_one_base(encoding);
}

std::string to_text(const Axial& encoding) {
  std::string text = encoding.program + fields_of(encoding.along);
  Axial usual = find_axial(encoding.program).value_or(Axial{});
  std::vector<std::string> defaults;
  for_each_field(usual, [&](std::string_view, auto& member, const auto& how) {
    defaults.push_back(how.write(member));
  });
  Axial shown = encoding;
  std::size_t index = 0;
  for_each_field(shown, [&](std::string_view field, auto& member, const auto& how) {
    const std::string value = how.write(member);
    if (value != defaults[index++]) text += " " + std::string(field) + "=" + value;
  });
  return text;
}

}  // namespace sextant
