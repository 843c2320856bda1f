#pragma once

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/text/field.hpp"

namespace sextant {

/// The fields of encodings of several coordinates. field.hpp lists those of ordinary encodings.

inline const Names<Spread> kSpreads = {
    {"blocks", Spread::blocks}, {"row", Spread::row}, {"bands", Spread::bands}};
inline const Names<Raw> kRaws = {{"none", Raw::none}, {"first", Raw::first}, {"last", Raw::last}};
inline const Names<AngleUnit> kUnits = {{"radians", AngleUnit::radians},
                                        {"quarter-turns", AngleUnit::quarter_turns},
                                        {"half-turns", AngleUnit::half_turns},
                                        {"turns", AngleUnit::turns}};
inline const Names<Normalise> kNormalisations = {
    {"separate", Normalise::separate}, {"max", Normalise::longest}, {"min", Normalise::shortest}};
inline const Names<bool> kDirections = {{"across", false}, {"down", true}};

/// A list of small integers: `16,24,24`.
struct IntegersField {
  void read(std::string_view field, std::string_view text, std::vector<int>& value) const {
    std::vector<Rational> numbers;
    Numerals{}.read(field, text, numbers);
    value.clear();
    for (const Rational& number : numbers) {
      value.push_back(0);
      IntegerField{}.read(field, to_text(number), value.back());
    }
  }
  std::string write(const std::vector<int>& value) const {
    return Numerals{}.write({value.begin(), value.end()});
  }
};

/// The same axes in another order: `h,w`.  Of points, any of `x`, `y` and `z`.
struct AxisOrder {
  void read(std::string_view field, std::string_view text, std::vector<Axis>& value) const {
    std::vector<Axis> order = value;
    if (of_point(value.front())) order = {Axis::x, Axis::y, Axis::z};
    std::sort(order.begin(), order.end());
    const std::string known = write(order);
    do {
      for (std::size_t count = of_point(order.front()) ? 1 : order.size(); count <= order.size();
           ++count) {
        const std::vector<Axis> some(order.begin(), order.begin() + static_cast<int>(count));
        if (write(some) != text) continue;
        value = some;
        return;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    throw Error("--" + std::string(field) + " takes " + known + " in some order, not '" +
                std::string(text) + "'");
  }
  std::string write(const std::vector<Axis>& value) const {
    std::string text;
    for (const Axis axis : value) text += (text.empty() ? "" : ",") + std::string(1, letter(axis));
    return text;
  }
};

template <class Visit>
void for_each_field(Axial& e, Visit&& visit) {
  visit("sections", e.sections, IntegersField{});
  visit("axes", e.axes, AxisOrder{});
  visit("spread", e.spread, Words<Spread>{kSpreads});
  visit("raw", e.raw, Words<Raw>{kRaws});
  visit("unit", e.unit, Words<AngleUnit>{kUnits});
  visit("range", e.range, Numerals{});
  visit("normalise", e.normalise, Words<Normalise>{kNormalisations});
  visit("reference", e.reference, Numeral{});
  visit("interpolation", e.interpolation, Numeral{});
  visit("crop", e.crop, IntegersField{});
  visit("scales", e.scales, Numerals{});
  visit("divisors", e.divisors, Numerals{});
  visit("offsets", e.offsets, Numerals{});
  visit("stride", e.stride, IntegerField{});
  visit("ntk", e.ntk, Numerals{});
  visit("bases", e.bases, Numerals{});
  visit("start", e.start, IntegersField{});
  visit("frames", e.grid.frames, IntegerField{});
  visit("height", e.grid.height, IntegerField{});
  visit("width", e.grid.width, IntegerField{});
  visit("merge", e.grid.merge, IntegerField{});
  visit("prefix", e.grid.prefix, IntegerField{});
  visit("scan", e.grid.down, Words<bool>{kDirections});
}

}  // namespace sextant
