#include "sextant/config/config_section.hpp"

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

using Kind = ConfigValue::Kind;

/// Lists hold one number for each frequency; no encoding has more frequencies.
constexpr std::size_t kMostNumbers = kLargestDim / 2;

/// A value in a message: a number or a text with its kind; for others only the kind.
std::string shown(const ConfigValue& value) {
  const bool whole = value.kind == Kind::number || value.kind == Kind::text;
  return whole ? in_quotes(value.text, 40) + ", " + std::string(name(value.kind))
               : std::string(name(value.kind));
}

}  // namespace

const ConfigValue* ConfigSection::member(std::string_view key) const {
  const ConfigValue* value = object_->find(key);
  return value != nullptr && value->kind != Kind::null ? value : nullptr;
}

const ConfigValue* ConfigSection::member(std::string_view key, Kind kind) const {
  const ConfigValue* value = member(key);
  if (value != nullptr && value->kind != kind)
    fail(key, fmt::format("is {}; {} is needed", shown(*value), name(kind)));
  return value;
}

Rational ConfigSection::read(std::string_view key, const ConfigValue& value) const {
  if (value.kind != Kind::number) fail(key, fmt::format("is {}; a number is needed", shown(value)));
  try {
    return parse_rational(value.text);
  } catch (const Error& error) {
    fail(key, std::string("is out of range: ") + error.what());
  }
}

Rational ConfigSection::read_positive(std::string_view key, const ConfigValue& value) const {
  const Rational number = read(key, value);
  if (number <= 0) fail(key, fmt::format("is {}: it must be positive", in_quotes(value.text, 40)));
  return number;
}

std::string_view ConfigSection::first_of(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (has(key)) return key;
  return *keys.begin();
}

std::optional<Rational> ConfigSection::number(std::string_view key) const {
  const ConfigValue* value = member(key);
  return value != nullptr ? std::optional(read(key, *value)) : std::nullopt;
}

std::optional<Rational> ConfigSection::positive(std::string_view key) const {
  const ConfigValue* value = member(key);
  return value != nullptr ? std::optional(read_positive(key, *value)) : std::nullopt;
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
  const ConfigValue* value = member(key, Kind::boolean);
  return value != nullptr ? std::optional(value->flag) : std::nullopt;
}

std::optional<std::string> ConfigSection::word(std::string_view key) const {
  const ConfigValue* value = member(key, Kind::text);
  return value != nullptr ? std::optional(value->text) : std::nullopt;
}

std::optional<std::vector<Rational>> ConfigSection::numbers(std::string_view key) const {
  const ConfigValue* value = member(key, Kind::list);
  if (value == nullptr) return std::nullopt;
  if (value->members.size() > kMostNumbers)
    fail(key, fmt::format("has more than {} numbers", kMostNumbers));
  std::vector<Rational> found;
  for (const auto& [unnamed, number] : value->members)
    found.push_back(read_positive(fmt::format("{}[{}]", key, found.size()), number));
  return found;
}

std::optional<ConfigSection> ConfigSection::section(std::string_view key) const {
  const ConfigValue* value = member(key, Kind::object);
  if (value == nullptr) return std::nullopt;
  return ConfigSection(*file_, *value, path(key));
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

std::string ConfigSection::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void ConfigSection::fail(std::string_view key, const std::string& why) const {
  const std::string whole = path(key);  // a key may contain any characters
  const std::string quoted = in_quotes(whole, 120);
  file_->fail((quoted == "'" + whole + "'" ? whole : quoted) + " " + why);
}

}  // namespace sextant
