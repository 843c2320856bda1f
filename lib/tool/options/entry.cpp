#include "tool/options/entry.hpp"

#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/text.hpp"
#include "tool/options/axial.hpp"

namespace sextant::tool {
namespace {

using Texts = std::map<std::string, std::string>;

constexpr int kDefaultDigits = 20;
constexpr int kMostDigits = 100000;

/// A position, which here may be a fraction.
Rational read_place(const std::string& text) {
  const Rational place = parse_rational(text);
  if (abs(place) > to_rational(kLargestPosition))
    throw Error("position " + text + " is beyond ±2^63 = ±9223372036854775808");
  return place;
}

std::size_t read_channel(const std::string& channel, std::size_t width) {
  const Rational index = read_option("--channel", [&] { return parse_rational(channel); });
  if (!is_integer(index) || index < 0 || index >= Rational(width))
    throw Error("--channel " + channel + " is not one of 0 ... " + std::to_string(width - 1));
  return static_cast<std::size_t>(numerator(index));
}

Texts digits_of(const Waves& waves, const Rational& place, const Channel& wanted,
                const std::string& digits) {
  const int count = digits.empty() ? kDefaultDigits : read_count("--digits", digits, kMostDigits);
  return {{"decimal", exact::decimal(waves, place, wanted, count)}};
}

Texts number_of(const Waves& waves, const Rational& place, const Channel& wanted,
                const EntryOptions& asked) {
  if (!asked.digits.empty()) throw Error("--digits and --format exclude each other");
  const Format in = read_option("--format", [&] { return Format::named(asked.format); });
  const exact::NearestNumber nearest = exact::nearest(in, waves, place, wanted);
  if (!nearest.decided)
    throw Error("the value is too near to a rounding boundary of " + asked.format +
                " to be decided");
  return {{"bits", bits_text(in, nearest.number)},
          {"hex", hex_text(nearest.number)},
          {"decimal", shortest_decimal(in, nearest.number)}};
}

Texts texts_of(const Waves& waves, const Rational& place, const Channel& wanted,
               const EntryOptions& asked) {
  return asked.format.empty() ? digits_of(waves, place, wanted, asked.digits)
                              : number_of(waves, place, wanted, asked);
}

Texts of_several(const Axial& several, Part part, const EntryOptions& asked) {
  const std::size_t channel = read_channel(asked.channel, width(several, part));
  if (asked.position.empty()) throw Error("--position is missing");
  const AxialPlace at = find_place(several, part, asked.position, channel);
  return texts_of(at.chart.waves, at.position, at.channel, asked);
}

Texts of_one(const EncodingOptions& encoding, const EntryOptions& asked) {
  const Part part = encoding.part();
  const Chart table = exact::settled(chart(encoding.encoding_with_dim(), part));
  const Channel& wanted = table.channels[read_channel(asked.channel, table.width())];
  if (asked.position.empty() && !one_row(part)) throw Error("--position is missing");
  const Rational place = asked.position.empty() ? Rational(0) : read_option("--position", [&] {
    return read_place(asked.position);
  });
  if (table.waves.formula && !is_integer(place))
    throw Error("--position: position " + asked.position + " is not an integer");
  if (asked.format.empty() && asked.digits.empty() && table.integral())
    return {{"decimal", to_text(*exact::rational_value(table.waves, place, wanted))}};
  return texts_of(table.waves, place, wanted, asked);
}

}  // namespace

void EntryOptions::add(Command& subcommand) {
  subcommand.add_option(
      "--position", &position,
      "a number up to 2^63: 1048577, 2^20, 1e6, 999.5; of several coordinates 7,3,5, "
      "or a row of the grid",
      {.value = "P"});
  subcommand.add_option("--channel", &channel, "column, from 0", {.value = "J", .required = true});
  subcommand.add_option("--digits", &digits, "significant decimal digits, at most 100000 (20)",
                        {.value = "N"});
  subcommand.add_option(
      "--format,--dtype", &format,
      "the nearest number of float16 | bfloat16 | float32 | float64 | binary128 | p75",
      {.value = "F"});
}

std::string TrueEntry::words() const {
  const auto bits = value.find("bits");
  if (bits == value.end()) return value.at("decimal");
  return bits->second + (bits->second.empty() ? "" : "  ") + value.at("hex") + "  " +
         value.at("decimal");
}

TrueEntry true_entry(const EncodingOptions& encoding, const EntryOptions& asked) {
  const Part part = encoding.part();
  if (part == Part::rotated || part == Part::resampled)
    throw Error("--part " + std::string(name(part)) +
                " is about vectors in files: sextant table and verify take it");
  const auto several = encoding.axial();
  const bool list = asked.position.find(',') != std::string::npos;
  if (several && (list || !of_text(*several) || several->grid.height != 0))
    return {of_several(*several, encoding.part(), asked), encoding.warnings(true)};
  return {of_one(encoding, asked), encoding.warnings()};
}

}  // namespace sextant::tool
