#include "sextant/sweep/place_json.hpp"

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/text.hpp"

namespace sextant::sweep {

using measure::MaxDefect;
using measure::MaxError;
using measure::Witness;
using nlohmann::json;

json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

double read_number(const json& value) {
  if (value.is_number()) return value.get<double>();
  const auto text = value.get<std::string>();
  if (text == "inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  if (text == "nan") return std::nan("");
  throw Error("'" + text + "' is no number");
}

json place(std::uint64_t row, Position position, std::size_t channel, std::uint64_t parts) {
  return {{"row", row}, {"position", to_text(position, parts)}, {"channel", channel}};
}

Position read_position(const json& value, std::uint64_t parts) {
  return to_position(parse_rational(value.get<std::string>()) * Rational(Integer(parts)));
}

json witness_json(const Witness& w, std::uint64_t parts) {
  json object = place(w.row, w.position, w.channel, parts);
  object["got"] = number(w.got);
  object["want"] = number(w.error.want);
  object["absolute"] = number(w.error.absolute);
  object["ulps"] = number(w.error.ulps);
  object["steps"] = number(w.error.steps);
  object["faithful"] = w.error.faithful;
  object["correct"] = static_cast<int>(w.error.correct);
  if (w.phase) {
    object["phase"] = number(w.phase->radians);
    object["positions_off"] = number(w.phase->positions);
  }
  return object;
}

Witness read_witness(const json& object, std::uint64_t parts) {
  Witness w;
  w.row = count_of(object.at("row"));
  w.position = read_position(object.at("position"), parts);
  w.channel = count_of(object.at("channel"));
  w.got = read_number(object.at("got"));
  w.error.want = read_number(object.at("want"));
  w.error.absolute = read_number(object.at("absolute"));
  w.error.ulps = read_number(object.at("ulps"));
  w.error.steps = read_number(object.at("steps"));
  w.error.faithful = object.at("faithful").get<bool>();
  const int correct = object.at("correct").get<int>();
  if (correct < 0 || correct > 2) throw Error("'correct' is not 0, 1 or 2");
  w.error.correct = static_cast<measure::Correct>(correct);
  if (object.contains("phase"))
    w.phase = {read_number(object["phase"]), read_number(object.at("positions_off"))};
  return w;
}

json max_error_json(const MaxError& maximum, std::uint64_t parts) {
  if (maximum.empty()) return nullptr;
  json object = witness_json(maximum.witness, parts);
  object["value"] = number(maximum.value);
  return object;
}

MaxError read_max_error(const json& object, std::uint64_t parts) {
  if (object.is_null()) return {};
  return {read_number(object.at("value")), read_witness(object, parts)};
}

json defect_json(const MaxDefect& maximum, std::uint64_t parts) {
  if (maximum.empty()) return nullptr;
  json object = place(maximum.row, maximum.position, maximum.channel, parts);
  object["value"] = number(maximum.value);
  return object;
}

MaxDefect read_defect(const json& object, std::uint64_t parts) {
  if (object.is_null()) return {};
  const auto value = read_number(object.at("value"));
  if (!(value >= 0)) throw Error("a defect that cannot be");
  return {value, count_of(object.at("row")), read_position(object.at("position"), parts),
          count_of(object.at("channel"))};
}

std::uint64_t count_of(const json& value) {
  if (!value.is_number_integer() || value < 0) throw Error(value.dump() + " is no count");
  return value.get<std::uint64_t>();
}

}  // namespace sextant::sweep
