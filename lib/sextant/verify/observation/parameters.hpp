#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant::verify {

/// The parameters of a fault: values by name, in the order of the names.
class Parameters {
 public:
  /// Yes or no, an integer, a text, a list of integers, or a list of places.
  using Variant =
      std::variant<bool, Position, std::string, std::vector<int>, std::vector<Parameters>>;
  struct Value : Variant {
    using Variant::Variant;
    Value(std::string_view text) : Variant(std::string(text)) {}
    friend bool operator==(const Value& x, const Value& y);
  };
  using Values = std::map<std::string, Value>;

  Parameters();
  Parameters(std::initializer_list<Values::value_type> values);
  Parameters(const Parameters&);
  Parameters(Parameters&&) noexcept;
  Parameters& operator=(const Parameters&);
  Parameters& operator=(Parameters&&) noexcept;
  ~Parameters();

  bool contains(const std::string& name) const;
  /// These throw if there is no such value, or if it is of another type.
  const Value& at(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  const std::vector<Parameters>& places() const;
  /// Adds a value of that name if there is none.
  Value& operator[](const std::string& name);
  void erase(const std::string& name);

  bool empty() const;
  const Values& values() const { return values_; }

  friend bool operator==(const Parameters& x, const Parameters& y);

 private:
  Values values_;
};

/// A position that counts parts of 1/parts: an integer, or the text of a number that is none.
Parameters::Value position_value(Position position, std::uint64_t parts);

}  // namespace sextant::verify
