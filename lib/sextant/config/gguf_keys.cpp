#include "sextant/config/gguf_keys.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/config/deciding.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

/// Parts of the names of keys about positions.
constexpr std::array<std::string_view, 7> kPositional = {"rope",  "yarn",     "scaling",    "alibi",
                                                         "freq_", "position", "temperature"};

bool is_positional(const std::string& key) {
  if (key.starts_with("tokenizer.") || key.starts_with("general.")) return false;
  return std::any_of(kPositional.begin(), kPositional.end(),
                     [&](auto part) { return key.find(part) != std::string::npos; });
}

}  // namespace

const GgufValue* GgufKeys::find(std::string_view key) {
  const std::string whole = path(key);
  const GgufValue* value = metadata_->find(whole);
  if (value != nullptr) note(whole, value->shown());
  return value;
}

void GgufKeys::note(const std::string& key, const std::string& value) {
  read_.insert(key);
  auto noted = std::find_if(from_.begin(), from_.end(),
                            [&](const ConfigKey& one) { return one.key == key; });
  if (noted == from_.end()) noted = from_.insert(noted, {key, value});
  for (const std::string& one : deciding_)
    if (std::find(noted->decides.begin(), noted->decides.end(), one) == noted->decides.end())
      noted->decides.push_back(one);
}

void GgufKeys::note(const std::vector<ConfigKey>& keys) {
  for (const ConfigKey& key : keys) {
    const Deciding scope(*this, {});
    deciding_ = key.decides;
    note(key.key, key.value);
  }
}

Rational GgufKeys::finite(std::string_view key, const GgufValue& value) const {
  if (!value.number || value.type == GgufType::boolean)
    fail(key, "is " + in_quotes(value.shown(), 40) + "; a finite number is needed");
  return *value.number;
}

std::optional<Rational> GgufKeys::number(std::string_view key) {
  const GgufValue* value = find(key);
  return value != nullptr ? std::optional(finite(key, *value)) : std::nullopt;
}

std::optional<Rational> GgufKeys::positive(std::string_view key) {
  auto value = number(key);
  if (value && *value <= 0)
    fail(key, "is " + in_quotes(find(key)->shown(), 40) + ": it must be positive");
  return value;
}

std::optional<int> GgufKeys::count(std::string_view key, int most) {
  const auto value = number(key);
  if (!value) return std::nullopt;
  if (!is_integer(*value) || *value < 0 || *value > most)
    fail(key, fmt::format("is {}: not one of 0 ... {}", in_quotes(find(key)->shown(), 40), most));
  return static_cast<int>(*value);
}

std::optional<Position> GgufKeys::positions(std::string_view key) {
  const auto value = number(key);
  if (!value) return std::nullopt;
  if (!is_integer(*value) || *value < 0 || *value > to_rational(kLargestPosition))
    fail(key, "is " + in_quotes(find(key)->shown(), 40) + ": no number of positions");
  return to_position(*value);
}

std::optional<std::string> GgufKeys::word(std::string_view key) {
  const GgufValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->type != GgufType::text || !value->kept)
    fail(key, "is " + in_quotes(value->shown(), 40) + "; a text is needed");
  return value->text;
}

std::optional<bool> GgufKeys::flag(std::string_view key) {
  const GgufValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->type != GgufType::boolean)
    fail(key, "is " + in_quotes(value->shown(), 40) + "; true or false is needed");
  return *value->number != 0;
}

std::optional<std::vector<Rational>> GgufKeys::numbers(std::string_view key) {
  const GgufValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->type != GgufType::array) return std::vector{finite(key, *value)};
  if (!value->kept) fail(key, "is " + value->shown() + "; finite numbers are needed");
  return value->numbers;
}

std::vector<std::string> GgufKeys::unread() const {
  std::vector<std::string> warnings;
  for (const GgufEntry& entry : metadata_->entries) {
    if (!is_positional(entry.key) || read_.contains(entry.key)) continue;
    warnings.push_back(fmt::format("the key {} ({}) is not read", in_quotes(entry.key, 120),
                                   in_quotes(entry.value.shown(), 40)));
  }
  return warnings;
}

void GgufKeys::fail(std::string_view key, const std::string& why) const {
  throw Error(metadata_->file + ": the key " + in_quotes(path(key), 120) + " " + why + kGgufRemedy);
}

}  // namespace sextant
