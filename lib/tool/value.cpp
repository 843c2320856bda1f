#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/axial_dialect.hpp"
#include "sextant/encoding/error.hpp"
#include "sextant/encoding/position.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/text.hpp"
#include "tool/axial.hpp"
#include "tool/options.hpp"
#include "tool/verbs.hpp"

namespace sextant::tool {
namespace {

constexpr int kDefaultDigits = 20;
constexpr int kMostDigits = 100000;

/// A position, which need not be an integer here.
Rational read_place(const std::string& text) {
  const Rational place = parse_rational(text);
  if (abs(place) > to_rational(kLargestPosition))
    throw Error("position " + text + " is beyond ±2^63 = ±9223372036854775808");
  return place;
}

struct Value {
  explicit Value(CLI::App& verb) : encoding(verb) {}

  EncodingOptions encoding;
  std::string position;
  std::string channel;
  std::string digits;
  std::string format;
  bool json = false;

  void run() const {
    if (encoding.part() == Part::rotated)
      throw Error("--part rotated is about vectors in files: sextant table and verify take it");
    const auto several = encoding.axial();
    const bool list = position.find(',') != std::string::npos;
    if (several && (list || !of_text(*several) || several->grid.height != 0))
      return print_of(*several);
    const Chart table = exact::settled(chart(encoding.encoding_with_dim(), encoding.part()));
    print_warnings(encoding.warnings());
    const Rational index = read_option("--channel", [&] { return parse_rational(channel); });
    if (!is_integer(index) || index < 0 || index >= Rational(table.width())) {
      throw Error("--channel " + channel + " is not one of 0 ... " +
                  std::to_string(table.width() - 1));
    }
    const Channel& wanted = table.channels[static_cast<std::size_t>(numerator(index))];
    if (position.empty() && !one_row(encoding.part())) throw Error("--position is missing");
    const Rational place = position.empty()
                               ? Rational(0)
                               : read_option("--position", [&] { return read_place(position); });
    if (table.waves.formula && !is_integer(place))
      throw Error("--position: position " + position + " is not an integer");
    if (format.empty() && digits.empty() && table.integral())
      print_integer(table.waves, place, wanted);
    else
      print_wave(table.waves, place, wanted);
  }

  void print_of(const Axial& several) const {
    print_warnings(encoding.warnings(true));
    const Rational index = read_option("--channel", [&] { return parse_rational(channel); });
    const std::size_t columns = width(several, encoding.part());
    if (!is_integer(index) || index < 0 || index >= Rational(columns))
      throw Error("--channel " + channel + " is not one of 0 ... " + std::to_string(columns - 1));
    if (position.empty()) throw Error("--position is missing");
    const AxialPlace at =
        find_place(several, encoding.part(), position, static_cast<std::size_t>(numerator(index)));
    print_wave(at.chart.waves, at.position, at.channel);
  }

  void print_wave(const Waves& waves, const Rational& place, const Channel& wanted) const {
    if (format.empty())
      print_digits(waves, place, wanted);
    else
      print_number(waves, place, wanted);
  }

  void print_digits(const Waves& waves, const Rational& place, const Channel& wanted) const {
    const int count = digits.empty() ? kDefaultDigits : read_count("--digits", digits, kMostDigits);
    const std::string decimal = exact::decimal(waves, place, wanted, count);
    fmt::print("{}\n", json ? nlohmann::json{{"decimal", decimal}}.dump() : decimal);
  }

  void print_integer(const Waves& waves, const Rational& place, const Channel& wanted) const {
    const std::string text = to_text(*exact::rational_value(waves, place, wanted));
    fmt::print("{}\n", json ? nlohmann::json{{"decimal", text}}.dump() : text);
  }

  void print_number(const Waves& waves, const Rational& place, const Channel& wanted) const {
    if (!digits.empty()) throw Error("--digits and --format exclude each other");
    const Format in = read_option("--format", [&] { return Format::named(format); });
    const exact::Nearest nearest = exact::nearest(in, waves, place, wanted);
    if (!nearest.decided)
      throw Error("the value is too near to a rounding boundary of " + format + " to be decided");
    const std::string bits = bits_text(in, nearest.number);
    const std::string hex = hex_text(nearest.number);
    const std::string decimal = shortest_decimal(in, nearest.number);
    if (json) {
      fmt::print("{}\n", nlohmann::json{{"bits", bits}, {"hex", hex}, {"decimal", decimal}}.dump());
    } else {
      fmt::print("{}{}{}  {}\n", bits, bits.empty() ? "" : "  ", hex, decimal);
    }
  }
};

}  // namespace

void add_value(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("value", "The true value at one position and channel");
  auto options = std::make_shared<Value>(*verb);
  verb->add_option("--position", options->position,
                   "a number up to 2^63: 1048577, 2^20, 1e6, 999.5; of several coordinates 7,3,5, "
                   "or a row of the grid")
      ->type_name("P");
  verb->add_option("--channel", options->channel, "column, from 0")->required()->type_name("J");
  verb->add_option("--digits", options->digits, "significant decimal digits, at most 100000 (20)")
      ->type_name("N");
  verb->add_option("--format", options->format,
                   "the nearest number of float16 | bfloat16 | float32 | float64 | binary128 | p75")
      ->type_name("F");
  verb->add_flag("--json", options->json, "print a JSON object");
  verb->footer(
      "Examples:\n"
      "  sextant value --dim 512 --position 1048577 --channel 6 --digits 50\n"
      "  sextant value --dim 128 --base 500000 --encoding rope --part cos --position 8064 "
      "--channel 3 --format float32 --json\n"
      "  sextant value --model deepseek-v3 --part inv_freq --channel 20 --digits 30");
  verb->callback([options, &status] {
    options->run();
    status = 0;
  });
}

}  // namespace sextant::tool
