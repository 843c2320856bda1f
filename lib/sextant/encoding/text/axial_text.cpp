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
    how.read(field, value, member);
    found = true;
  });
  try {
    if (!found) set_field(encoding.along, field, value);
  } catch (const Error& error) {
    const std::string meant = "encoding '" + std::string(name(encoding.along)) + "' has no ";
    const std::string what = error.what();
    if (!what.starts_with(meant)) throw;
    throw Error("encoding '" + encoding.program + "' has no " + what.substr(meant.size()));
  }
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
