#pragma once

#include <cmath>

/// Reference values for float64 functions: sums of two doubles, which hold some 106 bits.
///
/// Every operation names its rounding, so that no compiler flag changes a result.  The sequences
/// are those of Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building
/// blocks of double-word arithmetic" (2017): a sum or product errs by less than 2⁻¹⁰³ of itself.
namespace double_double {

/// The number hi + lo, where hi is that number rounded to a double.
struct Number {
  double hi = 0, lo = 0;
};

/// a + b, exactly.
__device__ inline Number sum(double a, double b) {
  const double s = __dadd_rn(a, b);
  const double t = __dsub_rn(s, a);
  return {s, __dadd_rn(__dsub_rn(a, __dsub_rn(s, t)), __dsub_rn(b, t))};
}

/// a + b, exactly, where |a| ≥ |b| or a = 0.
__device__ inline Number ordered_sum(double a, double b) {
  const double s = __dadd_rn(a, b);
  return {s, __dsub_rn(b, __dsub_rn(s, a))};
}

/// a·b, exactly.
__device__ inline Number product(double a, double b) {
  const double p = __dmul_rn(a, b);
  return {p, __fma_rn(a, b, -p)};
}

__device__ inline Number operator-(Number a) { return {-a.hi, -a.lo}; }

__device__ inline Number operator+(Number a, Number b) {
  const Number high = sum(a.hi, b.hi);
  const Number low = sum(a.lo, b.lo);
  const Number all = ordered_sum(high.hi, __dadd_rn(high.lo, low.hi));
  return ordered_sum(all.hi, __dadd_rn(all.lo, low.lo));
}

__device__ inline Number operator-(Number a, Number b) { return a + (-b); }

__device__ inline Number operator*(Number a, Number b) {
  const Number high = product(a.hi, b.hi);
  const double low = __fma_rn(a.lo, b.hi, __fma_rn(a.hi, b.lo, __dmul_rn(a.lo, b.lo)));
  return ordered_sum(high.hi, __dadd_rn(high.lo, low));
}

__device__ inline Number operator/(Number a, double b) {
  const double q = __ddiv_rn(a.hi, b);
  const double rest = __dadd_rn(__fma_rn(-q, b, a.hi), a.lo);
  return ordered_sum(q, __ddiv_rn(rest, b));
}

/// π/2 in four doubles, ln 2 in three, 1/ln 2 in two.
__constant__ constexpr double kHalfPi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                           -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164};
__constant__ constexpr double kLn2[] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
                                        0x1.7b57a079a1934p-111};
__constant__ constexpr Number kInverseLn2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

/// sin r for |r| ≤ π/4: Taylor's series as r(1 − r²/(2·3)·(1 − r²/(4·5)·(…))) up to r²⁷; the
/// remainder is below 2⁻¹¹² of the value.
__device__ inline Number sine_near_zero(Number r) {
  const Number square = r * r;
  Number t = {1, 0};
  for (int n = 27; n > 1; n -= 2) t = Number{1, 0} - square * t / (n * (n - 1));
  return r * t;
}

/// cos r for |r| ≤ π/4, likewise up to r²⁸.
__device__ inline Number cosine_near_zero(Number r) {
  const Number square = r * r;
  Number t = {1, 0};
  for (int n = 28; n > 0; n -= 2) t = Number{1, 0} - square * t / (n * (n - 1));
  return t;
}

/// sin(x + turns·π/2) for |x| ≤ 2³⁰.  The reduced argument r is off by 2⁻¹⁰²·|r| + 2⁻¹²⁶ at most:
/// the first difference is at most |r| + 2⁻²⁴, and each rounding leaves 2⁻¹⁰³ of it.
__device__ inline Number sine_of_quarter_turns(double x, int turns) {
  const double k = rint(__dmul_rn(x, 0x1.45f306dc9c883p-1));
  Number r = {x, 0};
  for (const double part : kHalfPi) r = r - product(k, part);
  const int quadrant = static_cast<int>((static_cast<long long>(k) + turns) & 3);
  const Number wave = quadrant % 2 == 0 ? sine_near_zero(r) : cosine_near_zero(r);
  return quadrant < 2 ? wave : -wave;
}

__device__ inline Number sine(double x) { return sine_of_quarter_turns(x, 0); }
__device__ inline Number cosine(double x) { return sine_of_quarter_turns(x, 1); }

/// eʳ − 1 for |r| ≤ 0.35: Taylor's series up to r²⁴; the remainder is below 2⁻¹²⁰ of the value.
__device__ inline Number exponential_less_one(Number r) {
  Number t = {1, 0};
  for (int n = 24; n > 1; --n) t = Number{1, 0} + r * t / n;
  return r * t;
}

/// 2ᵏ·eʳ for |r| ≤ 0.35.
__device__ inline Number scaled_exponential(Number r, double k) {
  const Number value = Number{1, 0} + exponential_less_one(r);
  const int power = static_cast<int>(k);
  return {ldexp(value.hi, power), ldexp(value.lo, power)};
}

/// eˣ where eˣ and 2⁻¹⁰⁶·eˣ are normal doubles.
__device__ inline Number exponential(Number x) {
  const double k = rint(__dmul_rn(x.hi, kInverseLn2.hi));
  Number r = x;
  for (const double part : kLn2) r = r - product(k, part);
  return scaled_exponential(r, k);
}

/// 2ˣ, likewise; x − k is exact.
__device__ inline Number power_of_two(double x) {
  const double k = rint(x);
  return scaled_exponential(Number{__dsub_rn(x, k), 0} * Number{kLn2[0], kLn2[1]}, k);
}

/// ln x for a normal x > 0.  With x = 2ᵉ·f and y ≈ ln f as the library has it,
///
///   ln f = y + ln(1 + m),  m = f·e⁻ʸ − 1 = (f − 1) + f·(e⁻ʸ − 1),
///
/// where m is some 2⁻⁵³·y, so that m − m²/2 suffices: an error of y is corrected, not kept.
__device__ inline Number logarithm(double x) {
  int e = 0;
  double f = frexp(x, &e);
  if (f < 0.70703125) f *= 2, --e;
  const double y = log(f);
  const Number m = sum(f, -1) + Number{f, 0} * exponential_less_one({-y, 0});
  Number result = Number{y, 0} + (m - m * m / 2);
  for (const double part : kLn2) result = result + product(e, part);
  return result;
}

__device__ inline Number binary_logarithm(double x) { return logarithm(x) * kInverseLn2; }

/// xʸ for a normal x > 0.
__device__ inline Number power(double x, double y) {
  return exponential(Number{y, 0} * logarithm(x));
}

}  // namespace double_double
