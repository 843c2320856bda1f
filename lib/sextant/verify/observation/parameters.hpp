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

/// The parameters of a fault: values by name, sorted by name.
class Parameters {
 public:
  /// A truth value, an integer, a text, a list of integers, or a list of places.
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
  /// Return the value.  They throw std::out_of_range if there is none, or std::bad_variant_access
  /// if it has another type.
  const Value& at(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  const std::vector<Parameters>& places() const;
  /// Returns the value, and adds an empty one if there is none.
  Value& operator[](const std::string& name);
  void erase(const std::string& name);

  bool empty() const;
  const Values& values() const { return values_; }

  friend bool operator==(const Parameters& x, const Parameters& y);

 private:
  Values values_;
};

/// The name of a fault with its known parameters.
struct Cause {
  std::string fault;
  Parameters parameters = {};

  bool operator==(const Cause&) const = default;
};

/// Returns a position, or one in units of 1/parts, as a value: an integer, or the text of a
/// fraction.
Parameters::Value position_value(Position position, std::uint64_t parts);
Parameters::Value position_value(const Rational& position);

}  // namespace sextant::verify
