#include "sextant/encoding/frequency/context.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

[[noreturn]] void refuse(const std::string& field, const Rational& value, const std::string& why) {
  throw Error("--" + field + " " + readable(value) + " " + why);
}

void want_positive(const std::string& field, const Rational& value) {
  if (value <= 0) refuse(field, value, "must be positive");
}

const Rational& original(const Context& c) {
  if (c.original <= 0) throw Error("this --scaling needs --original-context, a positive number");
  return c.original;
}

bool beyond_original(const Context& c) { return c.length > original(c); }

Expression clamp(const Expression& x) { return min(max(x, 0), 1); }

/// 1/f for kept = 0, 1 for kept = 1, linear in between.
Expression blend(const Rational& factor, const Expression& kept) {
  return Expression(Rational(1 / factor)) + Expression(Rational(1 - 1 / factor)) * kept;
}

std::vector<Expression> yarn(const Context& c, const Rational& base, int dim) {
  want_positive("beta-fast", c.beta_fast);
  want_positive("beta-slow", c.beta_slow);
  if (c.extrapolation_factor < 0 || c.extrapolation_factor > 1)
    refuse("extrapolation-factor", c.extrapolation_factor, "is not in 0 ... 1");
  if (base == 1) refuse("base", base, "has no logarithm that --scaling yarn could divide by");
  if (c.convention == Convention::deepseek && !beyond_original(c))
    return std::vector<Expression>(static_cast<std::size_t>(dim / 2), 1);
  const Expression low = corr(c, base, dim, c.beta_fast);
  const Expression high = corr(c, base, dim, c.beta_slow);
  return c.truncate ? yarn_between(c, dim, floor(low), ceil(high))
                    : yarn_between(c, dim, low, high);
}

std::vector<Expression> llama3(const Context& c, const GeometricFrequencies& geometric, int dim) {
  want_positive("low-freq-factor", c.low_freq_factor);
  if (c.high_freq_factor < c.low_freq_factor)
    refuse("high-freq-factor", c.high_freq_factor, "is below --low-freq-factor");
  const Rational gap = c.high_freq_factor - c.low_freq_factor;
  std::vector<Expression> result;
  for (int pair = 0; pair < dim / 2; ++pair) {
    // The number of wavelengths in the original context.
    const Expression turns =
        Expression(Rational(original(c) / 2)) * geometric[pair].expression() / Expression::pi();
    const Expression smooth =
        gap == 0 ? floor(turns / c.low_freq_factor) : (turns - c.low_freq_factor) / Expression(gap);
    result.push_back(blend(c.factor, clamp(smooth)));
  }
  return result;
}

std::vector<Expression> longrope(const Context& c, int dim) {
  const bool is_long = beyond_original(c);
  const std::vector<Rational>& divisors = is_long ? c.long_factor : c.short_factor;
  const std::string field = is_long ? "long-factor" : "short-factor";
  if (divisors.size() != static_cast<std::size_t>(dim / 2)) {
    throw Error("--" + field + " has " + std::to_string(divisors.size()) + " numbers, but " +
                std::to_string(dim) + " rotated channels are " + std::to_string(dim / 2) +
                " pairs");
  }
  std::vector<Expression> result;
  for (const Rational& divisor : divisors) {
    want_positive(field, divisor);
    result.emplace_back(Rational(1 / divisor));
  }
  return result;
}

/// The first int(partial · dim / 2) pairs turn; the product is exact.
std::vector<Expression> proportional(const Context& c, int dim) {
  if (c.partial <= 0 || c.partial > 1) refuse("partial", c.partial, "is not in (0, 1]");
  std::vector<Expression> result;
  for (int pair = 0; pair < dim / 2; ++pair)
    result.push_back(pair + 1 <= c.partial * dim / 2 ? Rational(1 / c.factor) : Rational(0));
  return result;
}

/// The base becomes base·q^(d/(d−2)).
std::vector<Expression> ntk(const Rational& q, int dim) {
  if (dim < 4) throw Error("dim " + std::to_string(dim) + ": this --scaling divides by dim - 2");
  std::vector<Expression> result;
  for (int pair = 0; pair < dim / 2; ++pair)
    result.push_back(pow(Expression(q), Rational(-2 * pair, dim - 2)));
  return result;
}

/// Pair i is divided by f^((2(i+1)/d)^b), a power of e if the exponent of f is irrational.
std::vector<Expression> ntk_mixed(const Context& c, int dim) {
  want_positive("mixed-b", c.mixed_b);
  std::vector<Expression> result;
  for (int pair = 0; pair < dim / 2; ++pair) {
    const Expression power = pow(Expression(Rational(2 * (pair + 1), dim)), c.mixed_b);
    result.push_back(exp(-power * log(c.factor)));
  }
  return result;
}

Rational dynamic(const Context& c) {
  if (!beyond_original(c)) return 1;
  const Rational q = c.factor * c.length / original(c) - (c.factor - 1);
  if (q <= 0) refuse("factor", c.factor, "leaves no positive base");
  return q;
}

/// g(m) = coefficient·m·ln f + 1, and 1 for f ≤ 1.
Expression g(const Context& c, const Rational& m) {
  if (c.factor <= 1) return 1;
  return Expression(Rational(c.mscale_coefficient * m)) * log(c.factor) + 1;
}

Expression yarn_amplitude(const Context& c) {
  const Expression given = c.attention_factor.value_or(1);
  switch (c.convention) {
    case Convention::deepseek:
      return given;
    case Convention::vllm:
      return g(c, 1) * given;
    case Convention::vllm_deepseek:
      return g(c, c.mscale == 0 ? Rational(1) : c.mscale) / g(c, c.mscale_all_dim) * given;
    case Convention::transformers:
      break;
  }
  if (c.attention_factor) return given;
  if (c.mscale != 0 && c.mscale_all_dim != 0) return g(c, c.mscale) / g(c, c.mscale_all_dim);
  return g(c, 1);
}

}  // namespace

Expression corr(const Context& c, const Rational& base, int dim, const Rational& rotations) {
  const Expression turns = Expression(Rational(original(c) / (2 * rotations))) / Expression::pi();
  return Expression(Rational(dim, 2)) * (log(turns) / log(base));
}

std::vector<Expression> yarn_between(const Context& c, int dim, const Expression& low,
                                     const Expression& high) {
  const Expression first = max(low, 0);
  const Expression last = min(high, c.clamp == Clamp::channels ? dim - 1 : dim / 2 - 1);
  const Expression width = unless_zero(last - first, Rational(1, 1000));
  std::vector<Expression> result;
  for (int pair = 0; pair < dim / 2; ++pair) {
    const Expression ramp = clamp((Expression(pair) - first) / width);
    result.push_back(blend(c.factor, Expression(c.extrapolation_factor) * (Expression(1) - ramp)));
  }
  return result;
}

std::vector<Expression> factors(const Context& c, const Rational& base, int dim) {
  want_positive("factor", c.factor);
  const auto pairs = static_cast<std::size_t>(dim / 2);
  switch (c.scaling) {
    case Scaling::linear:
      return std::vector<Expression>(pairs, Rational(1 / c.factor));
    case Scaling::ntk:
      return ntk(c.factor, dim);
    case Scaling::dynamic:
      return ntk(dynamic(c), dim);
    case Scaling::ntk_mixed:
      return ntk_mixed(c, dim);
    case Scaling::yarn:
      return yarn(c, base, dim);
    case Scaling::llama3:
      return llama3(c, {base, 2, dim}, dim);
    case Scaling::longrope:
      return longrope(c, dim);
    case Scaling::proportional:
      return proportional(c, dim);
    case Scaling::none:
      break;
  }
  return std::vector<Expression>(pairs, 1);
}

Expression amplitude(const Context& c) {
  if (c.scaling == Scaling::yarn) return yarn_amplitude(c);
  if (c.scaling != Scaling::longrope) return 1;
  if (c.attention_factor) return *c.attention_factor;
  if (c.factor <= 1) return 1;
  if (original(c) == 1) refuse("original-context", c.original, "has no logarithm to divide by");
  return pow(Expression(1) + log(c.factor) / log(original(c)), Rational(1, 2));
}

}  // namespace sextant
