#pragma once

#include <cmath>
#include <string_view>

#include "double_double.cuh"
#include "errors.cuh"

/// CUDA's functions with their true values.  `documented` says whether a result is as accurate as
/// the CUDA C Programming Guide (release 13.0) has it: that guide counts steps from the correctly
/// rounded result.
namespace cuda_functions {

struct Two {
  float x, y;
};
struct TwoDoubles {
  double x, y;
};

#define SEXTANT_FUNCTION(Type, shown, Argument, VALUE, TRUTH, DOCUMENTED)                  \
  struct Type {                                                                            \
    using Of = Argument;                                                                   \
    static constexpr std::string_view name = shown;                                        \
    static __device__ auto value(Argument x) { return VALUE; }                             \
    static __device__ auto truth(SEXTANT_WIDE_##Argument x) { return TRUTH; }              \
    static __device__ bool documented(Argument x, const Score& s) { return (DOCUMENTED); } \
  };
#define SEXTANT_WIDE_float double
#define SEXTANT_WIDE_double double
#define SEXTANT_WIDE_Two TwoDoubles
#define SEXTANT_WIDE_TwoDoubles TwoDoubles

inline __device__ float sine_of_sincosf(float x) {
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  return sine;
}
inline __device__ float cosine_of_sincosf(float x) {
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  return cosine;
}
inline __device__ float sine_of_fast_sincosf(float x) {
  float sine, cosine;
  __sincosf(x, &sine, &cosine);
  return sine;
}
inline __device__ float cosine_of_fast_sincosf(float x) {
  float sine, cosine;
  __sincosf(x, &sine, &cosine);
  return cosine;
}
inline __device__ double sine_of_sincos(double x) {
  double sine, cosine;
  sincos(x, &sine, &cosine);
  return sine;
}
inline __device__ double cosine_of_sincos(double x) {
  double sine, cosine;
  sincos(x, &sine, &cosine);
  return cosine;
}
inline __device__ float approximate_exp2(float x) {
  float result;
  asm("ex2.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

constexpr float kBelowPi = 0x1.921fb4p+1F;             ///< the largest float32 below π
constexpr double kFastSine = 0x1.8157d9d08a78dp-22;    ///< 2^-21.41
constexpr double kFastCosine = 0x1.c0d2771113e52p-22;  ///< 2^-21.19

inline __device__ bool middle(float x) { return x >= 0.5F && x <= 2; }

SEXTANT_FUNCTION(Sinf, "sinf", float, sinf(x), sin(x), s.steps <= 2)
SEXTANT_FUNCTION(Cosf, "cosf", float, cosf(x), cos(x), s.steps <= 2)
SEXTANT_FUNCTION(SincosfSine, "sincosf, sine", float, sine_of_sincosf(x), sin(x), s.steps <= 2)
SEXTANT_FUNCTION(SincosfCosine, "sincosf, cosine", float, cosine_of_sincosf(x), cos(x),
                 s.steps <= 2)
SEXTANT_FUNCTION(FastSinf, "__sinf", float, __sinf(x), sin(x),
                 fabsf(x) > kBelowPi || s.absolute <= kFastSine)
SEXTANT_FUNCTION(FastCosf, "__cosf", float, __cosf(x), cos(x),
                 fabsf(x) > kBelowPi || s.absolute <= kFastCosine)
SEXTANT_FUNCTION(FastSincosfSine, "__sincosf, sine", float, sine_of_fast_sincosf(x), sin(x),
                 fabsf(x) > kBelowPi || s.absolute <= kFastSine)
SEXTANT_FUNCTION(FastSincosfCosine, "__sincosf, cosine", float, cosine_of_fast_sincosf(x), cos(x),
                 fabsf(x) > kBelowPi || s.absolute <= kFastCosine)
SEXTANT_FUNCTION(Expf, "expf", float, expf(x), exp(x), s.steps <= 2)
SEXTANT_FUNCTION(FastExpf, "__expf", float, __expf(x), exp(x),
                 static_cast<double>(s.steps) <= 2 + floor(fabs(1.173 * x)))
SEXTANT_FUNCTION(Exp2f, "exp2f", float, exp2f(x), exp2(x), s.steps <= 2)
SEXTANT_FUNCTION(FastExp2f, "ex2.approx.f32", float, approximate_exp2(x), exp2(x), s.steps <= 2)
SEXTANT_FUNCTION(Logf, "logf", float, logf(x), log(x), s.steps <= 1)
SEXTANT_FUNCTION(FastLogf, "__logf", float, __logf(x), log(x),
                 middle(x) ? s.absolute <= kFastSine : s.steps <= 3)
SEXTANT_FUNCTION(Log2f, "log2f", float, log2f(x), log2(x), s.steps <= 1)
SEXTANT_FUNCTION(FastLog2f, "__log2f", float, __log2f(x), log2(x),
                 middle(x) ? s.absolute <= 0x1p-22 : s.steps <= 2)
SEXTANT_FUNCTION(Reciprocal, "1/x", float, 1 / x, 1 / x, s.steps <= 0)
SEXTANT_FUNCTION(FastReciprocal, "__fdividef(1, x)", float, __fdividef(1, x), 1 / x,
                 fabsf(x) < 0x1p-126F || fabsf(x) > 0x1p126F || s.steps <= 2)
SEXTANT_FUNCTION(Division, "x/y", Two, x.x / x.y, x.x / x.y, s.steps <= 0)
SEXTANT_FUNCTION(FastDivision, "__fdividef", Two, __fdividef(x.x, x.y), x.x / x.y, s.steps <= 2)
SEXTANT_FUNCTION(Powf, "powf", Two, powf(x.x, x.y), pow(x.x, x.y), s.steps <= 4)
SEXTANT_FUNCTION(FastPowf, "__powf", Two, __powf(x.x, x.y), pow(x.x, x.y), true)

SEXTANT_FUNCTION(Sin, "sin", double, sin(x), double_double::sine(x), s.steps <= 2)
SEXTANT_FUNCTION(Cos, "cos", double, cos(x), double_double::cosine(x), s.steps <= 2)
SEXTANT_FUNCTION(SincosSine, "sincos, sine", double, sine_of_sincos(x), double_double::sine(x),
                 s.steps <= 2)
SEXTANT_FUNCTION(SincosCosine, "sincos, cosine", double, cosine_of_sincos(x),
                 double_double::cosine(x), s.steps <= 2)
SEXTANT_FUNCTION(Exp, "exp", double, exp(x), double_double::exponential({x, 0}), s.steps <= 1)
SEXTANT_FUNCTION(Exp2, "exp2", double, exp2(x), double_double::power_of_two(x), s.steps <= 1)
SEXTANT_FUNCTION(Log, "log", double, log(x), double_double::logarithm(x), s.steps <= 1)
SEXTANT_FUNCTION(Log2, "log2", double, log2(x), double_double::binary_logarithm(x), s.steps <= 1)
SEXTANT_FUNCTION(Pow, "pow", TwoDoubles, pow(x.x, x.y), double_double::power(x.x, x.y),
                 s.steps <= 2)

#undef SEXTANT_FUNCTION
#undef SEXTANT_WIDE_float
#undef SEXTANT_WIDE_double
#undef SEXTANT_WIDE_Two
#undef SEXTANT_WIDE_TwoDoubles

}  // namespace cuda_functions
