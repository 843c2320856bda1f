#include "sextant/config/config_section.hpp"

#include <fmt/format.h>

#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

using Kind = ConfigValue::Kind;

/// Lists hold one number for each frequency or layer; no encoding has more frequencies.
constexpr std::size_t kMostNumbers = kLargestDim / 2;

/// A value in a message: a number or a text with its kind; for others only the kind.
std::string shown(const ConfigValue& value) {
  const bool whole = value.kind == Kind::number || value.kind == Kind::text;
  return whole ? in_quotes(value.text, 40) + ", " + std::string(name(value.kind))
               : std::string(name(value.kind));
}

std::string as_written(const ConfigValue& value) {
  switch (value.kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return value.flag ? "true" : "false";
    case Kind::number:
    case Kind::text:
      return value.text;
    case Kind::list:
    case Kind::object:
      break;
  }
  const bool list = value.kind == Kind::list;
  std::string all(1, list ? '[' : '{');
  for (const auto& [key, member] : value.members) {
    if (all.size() > 1) all += ',';
    all += (list ? "" : key + ":") + as_written(member);
  }
  return all + (list ? ']' : '}');
}

}  // namespace

const ConfigValue* ConfigSection::member(std::string_view key) const {
  const ConfigValue* value = object_->find(key);
  return value != nullptr && value->kind != Kind::null ? value : nullptr;
}

const ConfigValue* ConfigSection::noted(std::string_view key) const {
  const ConfigValue* value = member(key);
  if (value != nullptr) record_->note(path(key), as_written(*value));
  return value;
}

const ConfigValue* ConfigSection::read(std::string_view key, Kind kind) const {
  const ConfigValue* value = noted(key);
  if (value != nullptr && value->kind != kind)
    fail(key, fmt::format("is {}; {} is needed", shown(*value), name(kind)));
  return value;
}

const ConfigValue* ConfigSection::list(std::string_view key) const {
  const ConfigValue* value = read(key, Kind::list);
  if (value != nullptr && value->members.size() > kMostNumbers)
    fail(key, fmt::format("has more than {} values", kMostNumbers));
  return value;
}

Rational ConfigSection::parse(std::string_view key, const ConfigValue& value) const {
  if (value.kind != Kind::number) fail(key, fmt::format("is {}; a number is needed", shown(value)));
  try {
    return parse_rational(value.text);
  } catch (const Error& error) {
    fail(key, std::string("is out of range: ") + error.what());
  }
}

Rational ConfigSection::parse_positive(std::string_view key, const ConfigValue& value) const {
  const Rational number = parse(key, value);
  if (number <= 0) fail(key, fmt::format("is {}: it must be positive", in_quotes(value.text, 40)));
  return number;
}

bool ConfigSection::has(std::string_view key, Kind kind) const {
  const ConfigValue* value = member(key);
  return value != nullptr && value->kind == kind;
}

std::string_view ConfigSection::first_of(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (has(key)) return key;
  return *keys.begin();
}

std::optional<Rational> ConfigSection::number(std::string_view key) const {
  const ConfigValue* value = noted(key);
  return value != nullptr ? std::optional(parse(key, *value)) : std::nullopt;
}

std::optional<Rational> ConfigSection::positive(std::string_view key) const {
  const ConfigValue* value = noted(key);
  return value != nullptr ? std::optional(parse_positive(key, *value)) : std::nullopt;
}

std::optional<Integer> ConfigSection::count(std::string_view key, const Integer& most) const {
  const auto value = number(key);
  if (!value) return std::nullopt;
  if (!is_integer(*value) || *value < 1 || *value > Rational(most))
    fail(key,
         fmt::format("is {}: not one of 1 ... {}", in_quotes(member(key)->text, 40), most.str()));
  return numerator(*value);
}

std::optional<bool> ConfigSection::flag(std::string_view key) const {
  const ConfigValue* value = read(key, Kind::boolean);
  return value != nullptr ? std::optional(value->flag) : std::nullopt;
}

bool ConfigSection::truth(std::string_view key) const {
  if (has(key, Kind::boolean)) return *flag(key);
  return number(key).value_or(0) != 0;
}

std::optional<std::string> ConfigSection::word(std::string_view key) const {
  const ConfigValue* value = read(key, Kind::text);
  return value != nullptr ? std::optional(value->text) : std::nullopt;
}

std::optional<std::vector<Rational>> ConfigSection::numbers(std::string_view key) const {
  const ConfigValue* value = list(key);
  if (value == nullptr) return std::nullopt;
  std::vector<Rational> found;
  for (const auto& [unnamed, number] : value->members)
    found.push_back(parse_positive(fmt::format("{}[{}]", key, found.size()), number));
  return found;
}

std::optional<std::vector<int>> ConfigSection::integers(std::string_view key, int most) const {
  const ConfigValue* value = list(key);
  if (value == nullptr) return std::nullopt;
  std::vector<int> found;
  for (const auto& [unnamed, member] : value->members) {
    const std::string at = fmt::format("{}[{}]", key, found.size());
    const Rational number =
        member.kind == Kind::boolean ? Rational(member.flag ? 1 : 0) : parse(at, member);
    if (!is_integer(number) || number < 0 || number > most)
      fail(at, fmt::format("is {}: not one of 0 ... {}", in_quotes(member.text, 40), most));
    found.push_back(static_cast<int>(number));
  }
  return found;
}

std::optional<std::vector<std::string>> ConfigSection::words(std::string_view key) const {
  const ConfigValue* value = list(key);
  if (value == nullptr) return std::nullopt;
  std::vector<std::string> found;
  for (const auto& [unnamed, member] : value->members) {
    if (member.kind != Kind::text)
      fail(fmt::format("{}[{}]", key, found.size()),
           fmt::format("is {}; a text is needed", shown(member)));
    found.push_back(member.text);
  }
  return found;
}

std::optional<ConfigSection> ConfigSection::section(std::string_view key) const {
  const ConfigValue* value = member(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind != Kind::object)
    fail(key, fmt::format("is {}; {} is needed", shown(*value), name(Kind::object)));
  record_->accept(path(key));  // its members are noted when they are read
  return ConfigSection(*file_, *value, path(key), record_);
}

std::vector<std::string> ConfigSection::sections() const {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object_->members)
    if (value.kind == Kind::object) keys.push_back(key);
  return keys;
}

std::vector<std::string> ConfigSection::keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object_->members)
    if (value.kind != Kind::null) keys.push_back(key);
  return keys;
}

std::string ConfigSection::written(std::string_view key) const {
  const ConfigValue* value = member(key);
  return value != nullptr ? as_written(*value) : std::string();
}

std::string ConfigSection::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

std::string ConfigSection::shown_path(std::string_view key) const {
  const std::string whole = path(key);  // a key may contain any characters
  const std::string quoted = in_quotes(whole, 120);
  return quoted == "'" + whole + "'" ? whole : quoted;
}

void ConfigSection::warn_of_default(std::string_view key, std::string_view value,
                                    std::vector<std::string>& warnings) const {
  note_default(key);
  warnings.push_back(
      fmt::format("{} is not in the config: its default {} is taken", path(key), value));
}

void ConfigSection::fail(std::string_view key, const std::string& why) const {
  file_->fail(shown_path(key) + " " + why);
}

void ConfigSection::not_expressible(std::string_view key, const std::string& why) const {
  throw NotExpressible(shown_path(key) + " " + why);
}

}  // namespace sextant
