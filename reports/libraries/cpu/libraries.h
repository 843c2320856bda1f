#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#if __has_include(<sleef.h>)
#include <sleef.h>
#define SEXTANT_SLEEF 1
#endif

// The functions of glibc, libmvec and SLEEF on arrays, registered before main.

enum Kind { kSin, kCos, kExp, kExp2, kLog, kLog2, kPow };
constexpr const char* kNames[] = {"sin", "cos", "exp", "exp2", "log", "log2", "pow"};

/// Computes `count` results, a multiple of 16.
template <class T>
using Array = void (*)(const T* x, const T* y, T* result, std::size_t count);

/// One function of one document.  It has an array function, or its results come from a pipe.
template <class T>
struct Subject {
  std::string document;
  Kind kind;
  double documented;  ///< the documented largest error in ulp at the true value; 0 if none
  Array<T> array = nullptr;
  std::FILE* pipe = nullptr;
};

template <class T>
std::vector<Subject<T>>& registry() {
  static std::vector<Subject<T>> subjects;
  return subjects;
}

template <class T>
struct Registered {
  Registered(const char* document, Kind kind, double documented, bool available, Array<T> array) {
    if (available) registry<T>().push_back({document, kind, documented, array});
  }
};

template <class T, auto F>
void array_of(const T* x, const T* y, T* result, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    if constexpr (std::is_invocable_v<decltype(F), T, T>)
      result[k] = F(x[k], y[k]);
    else
      result[k] = F(x[k]);
}

// The glibc manual counts ulps from the correctly rounded result: ½ more at the true value.
#define SEXTANT_GLIBC(KIND, ULPS, NAME)                                            \
  static const Registered<float> registered_##NAME##f{"glibc", KIND, 1.5, true,    \
                                                      array_of<float, ::NAME##f>}; \
  static const Registered<double> registered_##NAME{                               \
      "glibc", KIND, ULPS, true, array_of<double, static_cast<double(*) SEXTANT_TYPES>(::NAME)>};
#define SEXTANT_TYPES (double)
SEXTANT_GLIBC(kSin, 1.5, sin)
SEXTANT_GLIBC(kCos, 1.5, cos)
SEXTANT_GLIBC(kExp, 1.5, exp)
SEXTANT_GLIBC(kExp2, 1.5, exp2)
SEXTANT_GLIBC(kLog, 1.5, log)
SEXTANT_GLIBC(kLog2, 2.5, log2)
#undef SEXTANT_TYPES
#define SEXTANT_TYPES (double, double)
SEXTANT_GLIBC(kPow, 1.5, pow)

#define SEXTANT_VECTORS(T, W) typedef T T##W __attribute__((vector_size(W * sizeof(T))));
SEXTANT_VECTORS(float, 4)
SEXTANT_VECTORS(float, 8)
SEXTANT_VECTORS(float, 16)
SEXTANT_VECTORS(double, 2)
SEXTANT_VECTORS(double, 4)
SEXTANT_VECTORS(double, 8)

// Declares, applies to arrays and registers a function of vectors of W numbers.
#define SEXTANT_ARRAY(DOCUMENT, KIND, ULPS, FEATURE, T, W, SYMBOL, OPERANDS)                     \
  __attribute__((target(FEATURE))) static void array_##SYMBOL(const T* x, const T* y, T* result, \
                                                              std::size_t count) {               \
    for (std::size_t k = 0; k < count; k += W) {                                                 \
      T##W a, b;                                                                                 \
      std::memcpy(&a, x + k, sizeof a), std::memcpy(&b, y + k, sizeof b);                        \
      a = SYMBOL OPERANDS;                                                                       \
      std::memcpy(result + k, &a, sizeof a);                                                     \
    }                                                                                            \
  }                                                                                              \
  static const Registered<T> registered_##SYMBOL{                                                \
      DOCUMENT, KIND, ULPS, (__builtin_cpu_init(), __builtin_cpu_supports(FEATURE) != 0),        \
      array_##SYMBOL};

// glibc's wiki: 4 ulp at most, by random tests.
#define SEXTANT_LIBMVEC(ISA, NAME, FEATURE, T, W, SUFFIX)      \
  SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, kSin, sin##SUFFIX)    \
  SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, kCos, cos##SUFFIX)    \
  SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, kExp, exp##SUFFIX)    \
  SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, kExp2, exp2##SUFFIX)  \
  SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, kLog, log##SUFFIX)    \
  SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, kLog2, log2##SUFFIX)  \
  extern "C" T##W _ZGV##ISA##N##W##vv_pow##SUFFIX(T##W, T##W); \
  SEXTANT_ARRAY("libmvec_" NAME, kPow, 4, FEATURE, T, W, _ZGV##ISA##N##W##vv_pow##SUFFIX, (a, b))
#define SEXTANT_MVEC(ISA, NAME, FEATURE, T, W, KIND, FUNCTION) \
  extern "C" T##W _ZGV##ISA##N##W##v_##FUNCTION(T##W);         \
  SEXTANT_ARRAY("libmvec_" NAME, KIND, 4, FEATURE, T, W, _ZGV##ISA##N##W##v_##FUNCTION, (a))
SEXTANT_LIBMVEC(b, "sse4", "sse4.1", float, 4, f)
SEXTANT_LIBMVEC(d, "avx2", "avx2", float, 8, f)
SEXTANT_LIBMVEC(e, "avx512", "avx512dq", float, 16, f)
SEXTANT_LIBMVEC(b, "sse4", "sse4.1", double, 2, )
SEXTANT_LIBMVEC(d, "avx2", "avx2", double, 4, )
SEXTANT_LIBMVEC(e, "avx512", "avx512dq", double, 8, )

#ifdef SEXTANT_SLEEF
#define SEXTANT_SLEEFS(NAME, ISA, FEATURE, T, W, S)                         \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kSin, 1, "u10_", sin##S##W##_u10)   \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kCos, 1, "u10_", cos##S##W##_u10)   \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kSin, 3.5, "u35_", sin##S##W##_u35) \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kCos, 3.5, "u35_", cos##S##W##_u35) \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kExp, 1, "u10_", exp##S##W##_u10)   \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kExp2, 1, "u10_", exp2##S##W##_u10) \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kLog, 1, "u10_", log##S##W##_u10)   \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kLog, 3.5, "u35_", log##S##W##_u35) \
  SEXTANT_ONE(NAME, ISA, FEATURE, T, W, kLog2, 1, "u10_", log2##S##W##_u10) \
  extern "C" const T##W Sleef_pow##S##W##_u10##ISA(T##W, T##W);             \
  SEXTANT_ARRAY("sleef_u10_" NAME, kPow, 1, FEATURE, T, W, Sleef_pow##S##W##_u10##ISA, (a, b))
#define SEXTANT_ONE(NAME, ISA, FEATURE, T, W, KIND, ULPS, CLASS, FUNCTION)                   \
  extern "C" const T##W Sleef_##FUNCTION##ISA(T##W); /* sleef.h declares scalars as const */ \
  SEXTANT_ARRAY("sleef_" CLASS NAME, KIND, ULPS, FEATURE, T, W, Sleef_##FUNCTION##ISA, (a))
typedef float float1;
typedef double double1;
SEXTANT_SLEEFS("scalar", purec, "sse2", float, 1, f)
SEXTANT_SLEEFS("scalar", purec, "sse2", double, 1, d)
SEXTANT_SLEEFS("avx2", avx2, "avx2", float, 8, f)
SEXTANT_SLEEFS("avx512", avx512f, "avx512f", float, 16, f)
SEXTANT_SLEEFS("avx2", avx2, "avx2", double, 4, d)
SEXTANT_SLEEFS("avx512", avx512f, "avx512f", double, 8, d)
#endif
