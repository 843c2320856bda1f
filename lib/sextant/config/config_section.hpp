#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_document.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// An object of a config, and its path.  A member that is null counts as missing: the functions
/// return nullopt.  If a value has the wrong kind, they throw Error, naming file and key.
class ConfigSection {
 public:
  ConfigSection(const InputFile& file, const ConfigValue& object, std::string path = {})
      : file_(&file), object_(&object), path_(std::move(path)) {}

  /// Whether the key exists; its value may be null.
  bool mentions(std::string_view key) const { return object_->find(key) != nullptr; }
  bool has(std::string_view key) const { return member(key) != nullptr; }
  /// The first of these keys that has a value; if none has, the first of the list.
  std::string_view first_of(std::initializer_list<std::string_view> keys) const;

  std::optional<Rational> number(std::string_view key) const;
  std::optional<Rational> positive(std::string_view key) const;
  /// An integer in 1 ... most.
  std::optional<Integer> count(std::string_view key, const Integer& most) const;
  std::optional<bool> flag(std::string_view key) const;
  std::optional<std::string> word(std::string_view key) const;
  /// Positive numbers.
  std::optional<std::vector<Rational>> numbers(std::string_view key) const;
  std::optional<ConfigSection> section(std::string_view key) const;
  /// All keys, and the keys whose values are objects.
  std::vector<std::string> keys() const;
  std::vector<std::string> sections() const;

  /// The path of the key in the file: `rope_scaling.factor`.
  std::string path(std::string_view key) const;
  /// Throws Error: "<file>: <path of key> <why>".
  [[noreturn]] void fail(std::string_view key, const std::string& why) const;
  /// Throws Error: "<file>: <what>".
  [[noreturn]] void fail(const std::string& what) const { file_->fail(what); }

 private:
  const ConfigValue* member(std::string_view key) const;
  const ConfigValue* member(std::string_view key, ConfigValue::Kind kind) const;
  Rational read(std::string_view key, const ConfigValue& value) const;
  Rational read_positive(std::string_view key, const ConfigValue& value) const;

  const InputFile* file_;
  const ConfigValue* object_;
  std::string path_;
};

}  // namespace sextant
