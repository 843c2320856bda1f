// One mathematical library behind a plain C interface. programs.py compiles this file once for each
// library: as it is (glibc, called number by number), with -ffast-math and vectors (libmvec),
// and with -DSLEEF=10 or 35 (SLEEF's vector functions of that bound in tenths of an ulp).
// The name of every function ends in f (float) or d (double); y receives n results.

#include <cmath>
#include <cstring>

#ifdef SLEEF
#include <immintrin.h>
#include <sleef.h>

namespace {

// Runs a vector function over n numbers; the last, incomplete vector is filled up with ones.
template <class Number, int lanes, class Vector, class Load, class Store, class Function>
void vectors(const Number* a, const Number* b, Number* y, long n, Load load, Store store,
             Function function) {
  for (long i = 0; i < n; i += lanes) {
    const long left = n - i < lanes ? n - i : lanes;
    Number first[lanes], second[lanes], result[lanes];
    for (int k = 0; k < lanes; ++k) {
      first[k] = second[k] = 1;
    }
    std::memcpy(first, a + i, left * sizeof(Number));
    if (b != nullptr) {
      std::memcpy(second, b + i, left * sizeof(Number));
    }
    const Vector value = function(load(first), load(second));
    store(result, value);
    std::memcpy(y + i, result, left * sizeof(Number));
  }
}

template <class Function>
void floats(const float* a, const float* b, float* y, long n, Function function) {
  vectors<float, 8, __m256>(
      a, b, y, n, [](const float* p) { return _mm256_loadu_ps(p); },
      [](float* p, __m256 v) { _mm256_storeu_ps(p, v); }, function);
}

template <class Function>
void doubles(const double* a, const double* b, double* y, long n, Function function) {
  vectors<double, 4, __m256d>(
      a, b, y, n, [](const double* p) { return _mm256_loadu_pd(p); },
      [](double* p, __m256d v) { _mm256_storeu_pd(p, v); }, function);
}

}  // namespace

#if SLEEF == 10
#define FLOAT(name) Sleef_##name##f8_u10
#define DOUBLE(name) Sleef_##name##d4_u10
#else
#define FLOAT(name) Sleef_##name##f8_u35
#define DOUBLE(name) Sleef_##name##d4_u35
#endif

#define UNARY(name, of_float, of_double)                                        \
  void name##_f(const float* x, float* y, long n) {                             \
    floats(x, nullptr, y, n, [](__m256 a, __m256) { return of_float(a); });     \
  }                                                                             \
  void name##_d(const double* x, double* y, long n) {                           \
    doubles(x, nullptr, y, n, [](__m256d a, __m256d) { return of_double(a); }); \
  }

extern "C" {

UNARY(sin, FLOAT(sin), DOUBLE(sin))
UNARY(cos, FLOAT(cos), DOUBLE(cos))
UNARY(log, FLOAT(log), DOUBLE(log))
UNARY(exp, Sleef_expf8_u10, Sleef_expd4_u10)  // there is no u35 of exp and pow

void pow_f(const float* a, const float* b, float* y, long n) {
  floats(a, b, y, n, [](__m256 x, __m256 e) { return Sleef_powf8_u10(x, e); });
}

void pow_d(const double* a, const double* b, double* y, long n) {
  doubles(a, b, y, n, [](__m256d x, __m256d e) { return Sleef_powd4_u10(x, e); });
}

#else

#define UNARY(name)                                                         \
  void name##_f(const float* __restrict x, float* __restrict y, long n) {   \
    for (long i = 0; i < n; ++i) {                                          \
      y[i] = std::name(x[i]);                                               \
    }                                                                       \
  }                                                                         \
  void name##_d(const double* __restrict x, double* __restrict y, long n) { \
    for (long i = 0; i < n; ++i) {                                          \
      y[i] = std::name(x[i]);                                               \
    }                                                                       \
  }

extern "C" {

UNARY(sin)
UNARY(cos)
UNARY(log)
UNARY(exp)

void pow_f(const float* __restrict a, const float* __restrict b, float* __restrict y, long n) {
  for (long i = 0; i < n; ++i) {
    y[i] = std::pow(a[i], b[i]);
  }
}

void pow_d(const double* __restrict a, const double* __restrict b, double* __restrict y, long n) {
  for (long i = 0; i < n; ++i) {
    y[i] = std::pow(a[i], b[i]);
  }
}

#endif

// Under -ffast-math the compiler makes a reciprocal and a Newton step of this.
void div_f(const float* __restrict a, const float* __restrict b, float* __restrict y, long n) {
  for (long i = 0; i < n; ++i) {
    y[i] = a[i] / b[i];
  }
}

void div_d(const double* __restrict a, const double* __restrict b, double* __restrict y, long n) {
  for (long i = 0; i < n; ++i) {
    y[i] = a[i] / b[i];
  }
}

}  // extern "C"
