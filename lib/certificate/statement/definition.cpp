#include "certificate/statement/definition.hpp"

#include <map>
#include <set>
#include <sstream>

#include "certificate/arithmetic/error.hpp"
#include "certificate/arithmetic/literal.hpp"

namespace sextant::certificate {
namespace {

constexpr slong kBits = 500;
constexpr std::size_t kLongest = 1000;  // characters of a name, which is printed

using Fields = std::map<std::string, std::string>;

/// Words that change neither frequencies nor distances.
const std::map<std::string, std::set<std::string>> kWords = {
    {"layout", {"interleaved", "halves", "half-split"}},
    {"order", {"sin-cos", "cos-sin"}},
    {"rotated-channels", {"first", "last"}},
    {"direction", {"forward", "inverse"}}};

std::optional<Fields> fields_of(const std::string& encoding) {
  std::istringstream words(encoding);
  std::string word;
  if (encoding.size() > kLongest || !(words >> word) || (word != "sinusoidal" && word != "rope"))
    return std::nullopt;
  Fields fields{{"name", word}};
  while (words >> word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const std::string key = word.substr(0, equals);
    if (!fields.emplace(key, word.substr(equals + 1)).second)
      throw Refused("encoding: '" + key + "' comes twice");
    fields["name"] += " " + word;
  }
  return fields;
}

/// Removes a field and returns it as a number; nullopt if it is not a number.
std::optional<Fraction> number(Fields& fields, const std::string& key, const std::string& unless) {
  const auto field = fields.extract(key);
  return fraction_of(field ? field.mapped() : unless);
}

/// The step of a law, in base^(−i·step); nullopt if it is invalid.
std::optional<Fraction> step_of(Fields& fields, slong dim) {
  const auto shift = number(fields, "shift", "1");
  const auto law = fields.extract("law");
  if (!shift) return std::nullopt;
  Fraction divisor(Integer(dim), Integer(2));
  if (law && law.mapped() == "half-minus-shift")
    fmpq_sub(divisor.get(), divisor.get(), shift->get());
  else if (law && law.mapped() != "d")
    return std::nullopt;
  if (divisor.sign() <= 0) return std::nullopt;
  Fraction step;
  fmpq_inv(step.get(), divisor.get());
  return step;
}

Expression rational(const Fraction& value) { return {Expression::Kind::rational, value, {}}; }

/// scale·base^(−i·step).
Expression frequency(const Fraction& scale, const Fraction& base, const Fraction& step, slong i) {
  Fraction exponent;
  fmpq_mul_si(exponent.get(), step.get(), -i);
  Expression power{Expression::Kind::power, exponent, {rational(base)}};
  return {Expression::Kind::product, {}, {rational(scale), std::move(power)}};
}

bool same(const Fraction& a, const Fraction& b) { return fmpq_equal(a.get(), b.get()) != 0; }

}  // namespace

std::optional<Defined> defined(const std::string& encoding, std::size_t frequencies) {
  auto fields = fields_of(encoding);
  if (!fields) return std::nullopt;
  const auto named = fields->extract("name"), dim = fields->extract("dim");
  for (const auto& [key, known] : kWords)
    if (const auto word = fields->extract(key); word && !known.contains(word.mapped()))
      return std::nullopt;
  const auto width = dim ? integer_of(dim.mapped()) : std::nullopt;
  if (!width || fmpz_is_even(width->get()) == 0) return std::nullopt;
  const auto listed = static_cast<slong>(2 * frequencies);
  const auto step = step_of(*fields, listed);
  const auto base = number(*fields, "base", "10000"), scale = number(*fields, "scale", "1");
  const auto origin = number(*fields, "origin", "0"), amplitude = number(*fields, "amplitude", "1");
  if (!fields->empty() || !base || base->sign() <= 0 || !scale || scale->sign() == 0 || !origin ||
      !amplitude || amplitude->sign() == 0)
    return std::nullopt;
  if (*width != Integer(listed))
    throw Refused("frequencies: " + std::to_string(frequencies) + " are listed, for dim " +
                  width->text());
  if (!step) return std::nullopt;
  Defined result{named.mapped(), {}, *origin, *amplitude};
  for (std::size_t i = 0; i < frequencies; ++i)
    result.frequencies.push_back(frequency(*scale, *base, *step, static_cast<slong>(i)));
  return result;
}

void expect_listed(const Defined& encoding, const Certificate& c) {
  for (std::size_t i = 0; i < encoding.frequencies.size(); ++i) {
    const Real meant = evaluate(encoding.frequencies[i], kBits + 64);
    const Real given = evaluate(c.frequencies[i], kBits + 64);
    const bool known =
        arb_is_finite(given.get()) != 0 && arb_rel_accuracy_bits(given.get()) > kBits;
    if (!known || arb_overlaps(meant.get(), given.get()) == 0)
      throw Refused("frequencies[" + std::to_string(i) + "]: is not that of '" + encoding.name +
                    "'");
  }
  if (!c.rows) return;
  if (!same(encoding.origin, c.rows->origin))
    throw Refused("rows.origin: is not that of the encoding");
  const Expression& amplitude = c.rows->amplitude;
  if (amplitude.kind != Expression::Kind::rational || !same(encoding.amplitude, amplitude.rational))
    throw Refused("rows.amplitude: is not that of the encoding");
}

}  // namespace sextant::certificate
