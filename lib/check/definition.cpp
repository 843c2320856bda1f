#include "check/definition.hpp"

#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "check/error.hpp"
#include "check/literal.hpp"

namespace sextant::check {
namespace {

constexpr slong kBits = 500;
constexpr slong kMostPairs = 1 << 20;

/// Fields that do not touch frequencies, and those that are read below.
const std::set<std::string> kWithout = {"layout", "order", "origin"};
const std::set<std::string> kRead = {"dim", "base", "law", "shift", "scale"};

using Fields = std::map<std::string, std::string>;

std::optional<Fields> fields_of(const std::string& encoding) {
  std::istringstream words(encoding);
  std::string word;
  if (!(words >> word) || (word != "sinusoidal" && word != "rope")) return std::nullopt;
  Fields fields{{"base", "10000"}, {"law", "d"}, {"shift", "1"}, {"scale", "1"}};
  while (words >> word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const std::string key = word.substr(0, equals);
    if (kWithout.contains(key)) continue;
    if (!kRead.contains(key)) return std::nullopt;
    fields[key] = word.substr(equals + 1);
  }
  return fields;
}

/// What a law takes −i by, in base^(−i·step).
std::optional<Fraction> step_of(const Fields& fields, const Integer& dim) {
  const auto shift = fraction_of(fields.at("shift"));
  Fraction divisor(dim, Integer(2));
  if (fields.at("law") == "half-minus-shift" && shift) {
    Integer half;
    fmpz_fdiv_q_2exp(half.get(), dim.get(), 1);
    fmpz_set(fmpq_numref(divisor.get()), half.get());
    fmpz_one(fmpq_denref(divisor.get()));
    fmpq_sub(divisor.get(), divisor.get(), shift->get());
  } else if (fields.at("law") != "d") {
    return std::nullopt;
  }
  if (divisor.sign() <= 0) return std::nullopt;
  Fraction step;
  fmpq_inv(step.get(), divisor.get());
  return step;
}

}  // namespace

std::string named_frequencies(const std::string& encoding, const std::vector<Expression>& listed) {
  const std::string unknown = "frequencies as listed";
  const auto fields = fields_of(encoding);
  if (!fields || !fields->contains("dim")) return unknown;
  const auto dim = integer_of(fields->at("dim"));
  const auto base = fraction_of(fields->at("base")), scale = fraction_of(fields->at("scale"));
  if (!dim || *dim < Integer(2) || *dim > Integer(2 * kMostPairs) || !base || base->sign() <= 0 ||
      !scale)
    return unknown;
  const auto step = step_of(*fields, *dim);
  if (!step) return unknown;
  if (Integer(static_cast<slong>(2 * listed.size())) != *dim)
    throw Refused("frequencies: " + std::to_string(listed.size()) + " are listed, for dim " +
                  dim->text());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    Fraction exponent;
    fmpq_mul_si(exponent.get(), step->get(), -static_cast<slong>(i));
    const slong precision = kBits + 64;
    Real defined(*base, precision);
    arb_pow_fmpq(defined.get(), defined.get(), exponent.get(), precision);
    arb_mul(defined.get(), defined.get(), Real(*scale, precision).get(), precision);
    const Real given = evaluate(listed[i], precision);
    if (arb_is_finite(given.get()) == 0) continue;  // none has a value, and that is an error
    const bool known = arb_rel_accuracy_bits(given.get()) > kBits;
    if (!known || arb_overlaps(defined.get(), given.get()) == 0)
      throw Refused("frequencies[" + std::to_string(i) + "]: is not that of '" + encoding + "'");
  }
  return "frequencies by the definition";
}

}  // namespace sextant::check
