#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"

namespace sextant {

/// The fields of encodings: their names, and how each is read and written.  The text form and the
/// command line both use this list.

template <class E>
using Names = std::vector<std::pair<std::string_view, E>>;

inline const Names<Layout> kLayouts = {{"interleaved", Layout::interleaved},
                                       {"halves", Layout::halves}};
inline const Names<Pairing> kPairings = {{"interleaved", Pairing::interleaved},
                                         {"half-split", Pairing::half_split}};
inline const Names<RotatedChannels> kRotatedChannels = {{"first", RotatedChannels::first},
                                                        {"last", RotatedChannels::last}};
inline const Names<RotationDirection> kRotationDirections = {
    {"forward", RotationDirection::forward}, {"inverse", RotationDirection::inverse}};
inline const Names<Order> kOrders = {{"sin-cos", Order::sin_cos}, {"cos-sin", Order::cos_sin}};
inline const Names<Law> kLaws = {{"d", Law::d},
                                 {"half-minus-shift", Law::half_minus_shift},
                                 {"powers", Law::powers},
                                 {"linear", Law::linear},
                                 {"given", Law::given}};
inline const Names<Odd> kOdds = {{"error", Odd::error},
                                 {"zero-column", Odd::zero_column},
                                 {"drop-last", Odd::drop_last},
                                 {"round-up", Odd::round_up}};

inline const Names<Scaling> kScalings = {{"none", Scaling::none},
                                         {"linear", Scaling::linear},
                                         {"ntk", Scaling::ntk},
                                         {"dynamic", Scaling::dynamic},
                                         {"ntk-mixed", Scaling::ntk_mixed},
                                         {"yarn", Scaling::yarn},
                                         {"llama3", Scaling::llama3},
                                         {"longrope", Scaling::longrope},
                                         {"proportional", Scaling::proportional}};
inline const Names<Convention> kConventions = {{"transformers", Convention::transformers},
                                               {"vllm", Convention::vllm},
                                               {"vllm-deepseek", Convention::vllm_deepseek},
                                               {"deepseek", Convention::deepseek}};
inline const Names<Xpos::Of> kXposOf = {{"queries", Xpos::Of::queries}, {"keys", Xpos::Of::keys}};
inline const Names<Clamp> kClamps = {{"channels", Clamp::channels}, {"pairs", Clamp::pairs}};
inline const Names<bool> kYesNo = {{"yes", true}, {"no", false}};

/// Reads and writes a field whose value is one of several words.
template <class E>
struct Words {
  const Names<E>& names;

  void read(std::string_view field, std::string_view text, E& value) const {
    std::string known;
    std::vector<std::string_view> words;
    for (const auto& [word, meaning] : names) {
      if (word == text) {
        value = meaning;
        return;
      }
      known += (known.empty() ? "" : ", ") + std::string(word);
      words.push_back(word);
    }
    throw Error("--" + std::string(field) + " takes " + known + ", not '" + std::string(text) +
                "'" + did_you_mean(text, words));
  }
  std::string write(E value) const {
    for (const auto& [word, meaning] : names) {
      if (meaning == value) return std::string(word);
    }
    return {};
  }
};

/// Reads a number.  Throws Error, naming the field.
inline Rational read_rational(std::string_view field, std::string_view text) {
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

struct IntegerField {
  void read(std::string_view field, std::string_view text, int& value) const {
    const Rational number = read_rational(field, text);
    if (!is_integer(number) || abs(number) > kLargestDim) {
      throw Error("--" + std::string(field) + " takes an integer of at most " +
                  std::to_string(kLargestDim) + ", not '" + std::string(text) + "'");
    }
    value = static_cast<int>(numerator(number));
  }
  std::string write(int value) const { return std::to_string(value); }
};

/// A list of numbers: `1,1.25,3/2`.
struct Numerals {
  void read(std::string_view field, std::string_view text, std::vector<Rational>& value) const {
    value.clear();
    while (!text.empty()) {
      const auto comma = std::min(text.find(','), text.size());
      value.push_back(read_rational(field, text.substr(0, comma)));
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
  }
  std::string write(const std::vector<Rational>& value) const {
    std::string text;
    for (const Rational& one : value) text += (text.empty() ? "" : ",") + to_text(one);
    return text;
  }
};

/// A number, or `none`.
struct Perhaps {
  void read(std::string_view field, std::string_view text, std::optional<Rational>& value) const {
    value = text == "none" ? std::nullopt : std::optional(read_rational(field, text));
  }
  std::string write(const std::optional<Rational>& value) const {
    return value ? to_text(*value) : "none";
  }
};

/// Calls visit(name, member, type) for every field, in the order of the text form.
template <class Visit>
void for_each_field(Sinusoidal& e, Visit&& visit) {
  visit("dim", e.dim, IntegerField{});
  visit("base", e.base, Numeral{});
  visit("layout", e.layout, Words<Layout>{kLayouts});
  visit("order", e.order, Words<Order>{kOrders});
  visit("law", e.law, Words<Law>{kLaws});
  visit("shift", e.shift, Numeral{});
  visit("origin", e.origin, Numeral{});
  visit("scale", e.scale, Numeral{});
  visit("amplitude", e.amplitude, Numeral{});
  visit("odd", e.odd, Words<Odd>{kOdds});
  visit("zero-row", e.zero_row, Perhaps{});
  visit("frequencies", e.frequencies, Numerals{});
}

template <class Visit>
void for_each_field(Context& c, Visit&& visit) {
  visit("scaling", c.scaling, Words<Scaling>{kScalings});
  visit("factor", c.factor, Numeral{});
  visit("original-context", c.original, Numeral{});
  visit("seq-len", c.length, Numeral{});
  visit("attention-factor", c.attention_factor, Perhaps{});
  visit("beta-fast", c.beta_fast, Numeral{});
  visit("beta-slow", c.beta_slow, Numeral{});
  visit("truncate", c.truncate, Words<bool>{kYesNo});
  visit("mscale", c.mscale, Numeral{});
  visit("mscale-all-dim", c.mscale_all_dim, Numeral{});
  visit("mscale-coefficient", c.mscale_coefficient, Numeral{});
  visit("extrapolation-factor", c.extrapolation_factor, Numeral{});
  visit("convention", c.convention, Words<Convention>{kConventions});
  visit("clamp", c.clamp, Words<Clamp>{kClamps});
  visit("low-freq-factor", c.low_freq_factor, Numeral{});
  visit("high-freq-factor", c.high_freq_factor, Numeral{});
  visit("short-factor", c.short_factor, Numerals{});
  visit("long-factor", c.long_factor, Numerals{});
  visit("mixed-b", c.mixed_b, Numeral{});
  visit("partial", c.partial, Numeral{});
}

template <class Visit>
void for_each_field(Rotary& e, Visit&& visit) {
  visit("dim", e.dim, IntegerField{});
  visit("base", e.base, Numeral{});
  visit("layout", e.layout, Words<Pairing>{kPairings});
  visit("rotated-channels", e.rotated_channels, Words<RotatedChannels>{kRotatedChannels});
  visit("direction", e.direction, Words<RotationDirection>{kRotationDirections});
  visit("law", e.law, Words<Law>{kLaws});
  visit("shift", e.shift, Numeral{});
  visit("origin", e.origin, Numeral{});
  visit("scale", e.scale, Numeral{});
  visit("amplitude", e.amplitude, Numeral{});
  for_each_field(e.context, visit);
  visit("scale-base", e.scale_base, Perhaps{});
  visit("gamma", e.gamma, Numeral{});
  visit("centre", e.centre, Numeral{});
  visit("form", e.of, Words<Xpos::Of>{kXposOf});
}

}  // namespace sextant
