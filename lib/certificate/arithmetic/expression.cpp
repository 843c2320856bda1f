#include "certificate/arithmetic/expression.hpp"

#include <cstdlib>
#include <string>

namespace sextant::certificate {
namespace {

using Kind = Expression::Kind;

constexpr int kDeepestTerm = 32;
constexpr slong kExponentBits = 213;  // 64 digits

Expression read(const Node& node, int depth);

Expression operation(Kind kind, const std::vector<Node>& elements, std::size_t parts, int depth) {
  const std::size_t size = 1 + parts + (kind == Kind::power ? 1 : 0);
  if (elements.size() != size)
    elements.front().refuse("needs " + std::to_string(size - 1) + " arguments");
  Expression e{kind, {}, {}};
  for (std::size_t k = 1; k <= parts; ++k) e.parts.push_back(read(elements[k], depth + 1));
  if (kind != Kind::power) return e;
  e.rational = elements.back().fraction();
  const fmpq* exponent = e.rational.get();
  if (fmpz_bits(fmpq_numref(exponent)) > kExponentBits ||
      fmpz_bits(fmpq_denref(exponent)) > kExponentBits)
    elements.back().refuse("an exponent has 64 digits at most");
  return e;
}

Expression read(const Node& node, int depth) {
  if (node.is_text()) return {Kind::rational, node.fraction(), {}};
  if (depth >= kDeepestTerm) node.refuse("nested more than 32 deep");
  const std::vector<Node> elements = node.list(1, 3);
  const std::string& name = elements.front().text();
  if (name == "pi") return operation(Kind::pi, elements, 0, depth);
  if (name == "log") return operation(Kind::log, elements, 1, depth);
  if (name == "power") return operation(Kind::power, elements, 1, depth);
  if (name == "sum") return operation(Kind::sum, elements, 2, depth);
  if (name == "product") return operation(Kind::product, elements, 2, depth);
  elements.front().refuse("must be pi, log, power, sum or product");
}

/// Numbers above 2^4096 are not frequencies, and would only cost time.
void bound(Real& x) {
  if (arf_cmpabs_2exp_si(arb_midref(x.get()), 4096) > 0) arb_indeterminate(x.get());
}

/// An integer power of q·π^p, if it is small enough to be written out.
std::optional<OfPi> power_of_pi(const OfPi& base, const Fraction& exponent) {
  if (!fmpz_is_one(fmpq_denref(exponent.get()))) return std::nullopt;
  const fmpz* n = fmpq_numref(exponent.get());
  const fmpq* q = base.rational.get();
  if (fmpz_bits(n) > 8 || (base.rational.sign() == 0 && fmpz_sgn(n) < 0)) return std::nullopt;
  if (fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) > 1000 || std::labs(base.power) > 1000)
    return std::nullopt;
  OfPi result{{}, base.power * fmpz_get_si(n)};
  fmpq_pow_si(result.rational.get(), base.rational.get(), fmpz_get_si(n));
  return result;
}

}  // namespace

Expression read_expression(const Node& node) { return read(node, 0); }

Real evaluate(const Expression& e, slong precision) {
  Real x;
  const auto part = [&](std::size_t k) { return evaluate(e.parts[k], precision); };
  switch (e.kind) {
    case Kind::rational:
      x = Real(e.rational, precision);
      break;
    case Kind::pi:
      arb_const_pi(x.get(), precision);
      break;
    case Kind::log:
      arb_log(x.get(), part(0).get(), precision);
      break;
    case Kind::power:
      arb_pow_fmpq(x.get(), part(0).get(), e.rational.get(), precision);
      break;
    case Kind::sum:
      arb_add(x.get(), part(0).get(), part(1).get(), precision);
      break;
    case Kind::product:
      arb_mul(x.get(), part(0).get(), part(1).get(), precision);
      break;
  }
  bound(x);
  return x;
}

std::optional<OfPi> of_pi(const Expression& e) {
  if (e.kind == Kind::rational) return OfPi{e.rational, 0};
  if (e.kind == Kind::pi) return OfPi{Fraction(1, 1), 1};
  if (e.kind == Kind::log) return std::nullopt;
  const auto a = of_pi(e.parts[0]);
  if (!a) return std::nullopt;
  if (e.kind == Kind::power) return power_of_pi(*a, e.rational);
  const auto b = of_pi(e.parts[1]);
  if (!b) return std::nullopt;
  OfPi result{{}, a->power};
  if (e.kind == Kind::product) {
    result.power += b->power;
    fmpq_mul(result.rational.get(), a->rational.get(), b->rational.get());
    return result;
  }
  if (a->power != b->power) return std::nullopt;
  fmpq_add(result.rational.get(), a->rational.get(), b->rational.get());
  return result;
}

}  // namespace sextant::certificate
