#include "sextant/encoding/encoding.hpp"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "sextant/encoding/error.hpp"

namespace sextant {
namespace {

template <class E>
using Names = std::vector<std::pair<std::string_view, E>>;

const Names<Layout> kLayouts = {{"interleaved", Layout::interleaved}, {"halves", Layout::halves}};
const Names<Pairing> kPairings = {{"interleaved", Pairing::interleaved},
                                  {"half-split", Pairing::half_split}};
const Names<Order> kOrders = {{"sin-cos", Order::sin_cos}, {"cos-sin", Order::cos_sin}};
const Names<Law> kLaws = {{"d", Law::d}, {"half-minus-shift", Law::half_minus_shift}};
const Names<Odd> kOdds = {{"error", Odd::error},
                          {"zero-column", Odd::zero_column},
                          {"drop-last", Odd::drop_last},
                          {"round-up", Odd::round_up}};

/// How a field is read and written, by its type.
template <class E>
struct Words {
  const Names<E>& names;

  void read(std::string_view field, std::string_view text, E& value) const {
    std::string known;
    for (const auto& [word, meaning] : names) {
      if (word == text) {
        value = meaning;
        return;
      }
      known += (known.empty() ? "" : ", ") + std::string(word);
    }
    throw Error("--" + std::string(field) + " takes " + known + ", not '" + std::string(text) +
                "'");
  }
  std::string write(E value) const {
    for (const auto& [word, meaning] : names) {
      if (meaning == value) return std::string(word);
    }
    return {};
  }
};

/// A number; a failure names the field.
Rational read_rational(std::string_view field, std::string_view text) {
  try {
    return parse_rational(text);
  } catch (const Error& error) {
    throw Error("--" + std::string(field) + ": " + error.what());
  }
}

struct Numeral {
  void read(std::string_view field, std::string_view text, Rational& value) const {
    value = read_rational(field, text);
  }
  std::string write(const Rational& value) const { return to_text(value); }
};

struct Count {
  void read(std::string_view field, std::string_view text, int& value) const {
    const Rational number = read_rational(field, text);
    if (!is_integer(number) || abs(number) > kLargestDim) {
      throw Error("--" + std::string(field) + " takes an integer of 1 ... " +
                  std::to_string(kLargestDim) + ", not '" + std::string(text) + "'");
    }
    value = static_cast<int>(numerator(number));
  }
  std::string write(int value) const { return std::to_string(value); }
};

/// Calls visit(field name, member, how) for every field, in the order of the text form.
template <class Visit>
void for_each_field(Sinusoidal& e, Visit&& visit) {
  visit("dim", e.dim, Count{});
  visit("base", e.base, Numeral{});
  visit("layout", e.layout, Words<Layout>{kLayouts});
  visit("order", e.order, Words<Order>{kOrders});
  visit("law", e.law, Words<Law>{kLaws});
  visit("shift", e.shift, Numeral{});
  visit("origin", e.origin, Numeral{});
  visit("scale", e.scale, Numeral{});
  visit("amplitude", e.amplitude, Numeral{});
  visit("odd", e.odd, Words<Odd>{kOdds});
}

template <class Visit>
void for_each_field(Rotary& e, Visit&& visit) {
  visit("dim", e.dim, Count{});
  visit("base", e.base, Numeral{});
  visit("layout", e.layout, Words<Pairing>{kPairings});
  visit("origin", e.origin, Numeral{});
  visit("scale", e.scale, Numeral{});
  visit("amplitude", e.amplitude, Numeral{});
}

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
