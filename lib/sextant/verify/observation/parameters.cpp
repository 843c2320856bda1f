#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

bool operator==(const Parameters::Value& x, const Parameters::Value& y) {
  using Variant = Parameters::Variant;
  return static_cast<const Variant&>(x) == static_cast<const Variant&>(y);
}

bool operator==(const Parameters& x, const Parameters& y) { return x.values_ == y.values_; }

Parameters::Parameters() = default;
Parameters::Parameters(const Parameters&) = default;
Parameters::Parameters(Parameters&&) noexcept = default;
Parameters& Parameters::operator=(const Parameters&) = default;
Parameters& Parameters::operator=(Parameters&&) noexcept = default;
Parameters::~Parameters() = default;

Parameters::Parameters(std::initializer_list<Values::value_type> values) : values_(values) {}

bool Parameters::contains(const std::string& name) const { return values_.contains(name); }

const Parameters::Value& Parameters::at(const std::string& name) const { return values_.at(name); }

const std::string& Parameters::text(const std::string& name) const {
  return std::get<std::string>(at(name));
}

const std::vector<Parameters>& Parameters::places() const {
  return std::get<std::vector<Parameters>>(at("places"));
}

Parameters::Value& Parameters::operator[](const std::string& name) { return values_[name]; }

void Parameters::erase(const std::string& name) { values_.erase(name); }

bool Parameters::empty() const { return values_.empty(); }

Parameters::Value position_value(Position position, std::uint64_t parts) {
  return position_value(Rational(to_rational(position) / Rational(Integer(parts))));
}

Parameters::Value position_value(const Rational& position) {
  if (!is_integer(position)) return to_text(position);
  return to_position(position);
}

}  // namespace sextant::verify
