#include "sextant/encoding/text/encoding_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/bias_field.hpp"
#include "sextant/encoding/text/program_encoding.hpp"

namespace sextant {
namespace {

/// Every encoding with its defaults.
template <std::size_t... index>
std::array<Encoding, sizeof...(index)> defaults(std::index_sequence<index...>) {
  return {Encoding(std::in_place_index<index>)...};
}
const auto& defaults() {
  static const auto all =
      defaults(std::make_index_sequence<std::variant_size_v<EncodingVariant>>());
  return all;
}

}  // namespace

void set_field(Encoding& encoding, std::string_view field, std::string_view value) {
  bool found = false;
  std::visit(
      [&](auto& e) {
        for_each_field(e, [&](std::string_view known, auto& member, const auto& how) {
          if (known != field) return;
          how.read(field, value, member);
          found = true;
        });
      },
      encoding);
  if (!found) {
    throw Error("encoding '" + std::string(name(encoding)) + "' has no --" + std::string(field));
  }
}

Encoding default_encoding(std::string_view name) {
  if (name == "rotary") return Rotary{};
  for (const Encoding& one : defaults()) {
    if (sextant::name(one) == name) return one;
  }
  if (const ProgramEncoding* program = find_program_encoding(name))
    return read_encoding(program->text);
  const std::string near = encodings_like(name);
  throw Error("unknown encoding '" + std::string(name) + "'" + near + (near.empty() ? ": " : " ") +
              "'sextant list encodings' shows the known ones");
}

std::string to_text(const Encoding& encoding) {
  return std::visit(
      [&]<class E>(E e) {
        std::string text(name(encoding));
        std::vector<std::string> defaults;
        E blank;
        for_each_field(blank, [&](std::string_view, auto& member, const auto& how) {
          defaults.push_back(how.write(member));
        });
        std::size_t index = 0;
        for_each_field(e, [&](std::string_view field, auto& member, const auto& how) {
          const std::string value = how.write(member);
          if ((field != "keys" && field == dim_field(e)) || value != defaults[index]) {
            text += " " + std::string(field) + "=" + value;
          }
          ++index;
        });
        return text;
      },
      encoding);
}

Encoding read_encoding(std::string_view text) {
  const auto word = [&text] {
    const auto start = std::min(text.find_first_not_of(' '), text.size());
    const auto end = std::min(text.find(' ', start), text.size());
    const std::string_view found = text.substr(start, end - start);
    text.remove_prefix(end);
    return found;
  };
  Encoding encoding = default_encoding(word());
  for (auto pair = word(); !pair.empty(); pair = word()) {
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos) {
      throw Error("'" + std::string(pair) + "' is not field=value");
    }
    set_field(encoding, pair.substr(0, equals), pair.substr(equals + 1));
  }
  return encoding;
}

}  // namespace sextant
