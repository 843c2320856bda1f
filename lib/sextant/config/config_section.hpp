#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_document.hpp"
#include "sextant/config/config_record.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// Thrown for a config that is well formed but means something that no encoding expresses.  The
/// message names the key; it does not name the file.
class NotExpressible : public Error {
 public:
  using Error::Error;
};

/// An object of a config, and its path.  Functions that read a value return nullopt if the key is
/// missing or null.  If the value is of another kind, they throw Error, naming file and key.  Each
/// key whose value is returned is noted in the record, which all sections of a document share.
class ConfigSection {
 public:
  ConfigSection(const InputFile& file, const ConfigValue& object)
      : ConfigSection(file, object, {}, std::make_shared<ConfigRecord>()) {}

  /// Whether the key exists; its value may be null.
  bool mentions(std::string_view key) const { return object_->find(key) != nullptr; }
  bool has(std::string_view key) const { return member(key) != nullptr; }
  /// Whether the key has a value of this kind.
  bool has(std::string_view key, ConfigValue::Kind kind) const;
  /// The first of these keys that has a value; if none has, the first of the list.
  std::string_view first_of(std::initializer_list<std::string_view> keys) const;

  std::optional<Rational> number(std::string_view key) const;
  std::optional<Rational> positive(std::string_view key) const;
  /// An integer in 1 ... most.
  std::optional<Integer> count(std::string_view key, const Integer& most) const;
  std::optional<bool> flag(std::string_view key) const;
  /// Like Python's `bool(value)` of a number or a flag; false if the key is missing.
  bool truth(std::string_view key) const;
  std::optional<std::string> word(std::string_view key) const;
  /// Positive numbers.
  std::optional<std::vector<Rational>> numbers(std::string_view key) const;
  /// Integers in 0 ... most; true counts as 1 and false as 0, as in Python.
  std::optional<std::vector<int>> integers(std::string_view key, int most) const;
  std::optional<std::vector<std::string>> words(std::string_view key) const;
  std::optional<ConfigSection> section(std::string_view key) const;
  /// All keys.
  std::vector<std::string> keys() const;
  /// The keys whose values are objects.
  std::vector<std::string> sections() const;

  /// The value as written, lists and objects without spaces; empty if it is missing.
  std::string written(std::string_view key) const;

  /// The path of the key in the file: `rope_scaling.factor`.
  std::string path(std::string_view key) const;
  ConfigRecord& record() const { return *record_; }
  /// Notes that the key is missing and a default was taken.
  void note_default(std::string_view key) const { record_->note(path(key), {}); }

  /// The same, and adds a warning with the default, `value` as text.
  void warn_of_default(std::string_view key, std::string_view value,
                       std::vector<std::string>& warnings) const;

  /// Throws Error: "<file>: <path of key> <why>".
  [[noreturn]] void fail(std::string_view key, const std::string& why) const;
  /// Throws Error: "<file>: <what>".
  [[noreturn]] void fail(const std::string& what) const { file_->fail(what); }
  /// Throws NotExpressible: "<path of key> <why>".
  [[noreturn]] void not_expressible(std::string_view key, const std::string& why) const;

 private:
  ConfigSection(const InputFile& file, const ConfigValue& object, std::string path,
                std::shared_ptr<ConfigRecord> record)
      : file_(&file), object_(&object), path_(std::move(path)), record_(std::move(record)) {}

  const ConfigValue* member(std::string_view key) const;
  /// The value, noted as read.  Throws Error if it is of another kind.
  const ConfigValue* read(std::string_view key, ConfigValue::Kind kind) const;
  const ConfigValue* noted(std::string_view key) const;
  Rational parse(std::string_view key, const ConfigValue& value) const;
  Rational parse_positive(std::string_view key, const ConfigValue& value) const;
  /// The members of a list of at most as many values as an encoding has frequencies.
  const ConfigValue* list(std::string_view key) const;
  std::string shown_path(std::string_view key) const;

  const InputFile* file_;
  const ConfigValue* object_;
  std::string path_;
  std::shared_ptr<ConfigRecord> record_;
};

}  // namespace sextant
