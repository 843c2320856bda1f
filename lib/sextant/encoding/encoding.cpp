#include "sextant/encoding/encoding.hpp"

#include <vector>

#include "sextant/encoding/error.hpp"
#include "sextant/encoding/field.hpp"

namespace sextant {
namespace {

Function function_of(Part part) {
  if (part == Part::inv_freq) return Function::frequency;
  return part == Part::cos || part == Part::cos_repeated ? Function::cosine : Function::sine;
}

/// How the columns of cosines and sines are repeated; only rotary encodings have such parts.
Pairing pairing(const Encoding& encoding, Part part) {
  if (const auto* rotary = std::get_if<Rotary>(&encoding)) return rotary->layout;
  throw Error("encoding '" + std::string(name(encoding)) + "' has no part '" +
              std::string(name(part)) + "': table or inv_freq (--encoding rope has cos and sin)");
}

}  // namespace

Chart chart(const Encoding& encoding, Part part) {
  Chart result = std::visit([](const auto& e) { return chart(e); }, encoding);
  if (part == Part::table) return result;
  const Function function = function_of(part);
  const int pairs = result.waves.pairs();
  const bool repeated = part == Part::cos_repeated || part == Part::sin_repeated;
  const bool interleaved =
      part != Part::inv_freq && pairing(encoding, part) == Pairing::interleaved;
  result.channels.clear();
  for (int column = 0; column < pairs * (repeated ? 2 : 1); ++column) {
    const int pair = repeated && interleaved ? column / 2 : column % pairs;
    result.channels.push_back({function, pair});
  }
  return result;
}

std::string_view name(Part part) {
  switch (part) {
    case Part::cos:
    case Part::cos_repeated:
      return "cos";
    case Part::sin:
    case Part::sin_repeated:
      return "sin";
    case Part::inv_freq:
      return "inv_freq";
    case Part::table:
      break;
  }
  return "table";
}

int dim(const Encoding& encoding) {
  return std::visit([](const auto& e) { return e.dim; }, encoding);
}

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
  if (name == "sinusoidal") return Sinusoidal{};
  if (name == "rope" || name == "rotary") return Rotary{};
  throw Error("unknown encoding '" + std::string(name) +
              "': 'sextant list encodings' shows the known ones");
}

std::string_view name(const Encoding& encoding) {
  return std::holds_alternative<Sinusoidal>(encoding) ? "sinusoidal" : "rope";
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
          if (field == "dim" || value != defaults[index]) {
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
