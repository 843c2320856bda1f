// kern OP TYPE < (int64 n, a[n], b[n]) > r[n] : elementary functions in whole arrays, as a C++
// program would call them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#ifdef USE_SLEEF
#include <sleef.h>
static inline float Sin(float x) { return Sleef_sinf_u35(x); }
static inline double Sin(double x) { return Sleef_sin_u35(x); }
static inline float Cos(float x) { return Sleef_cosf_u35(x); }
static inline double Cos(double x) { return Sleef_cos_u35(x); }
static inline float Exp(float x) { return Sleef_expf_u10(x); }
static inline double Exp(double x) { return Sleef_exp_u10(x); }
static inline float Log(float x) { return Sleef_logf_u10(x); }
static inline double Log(double x) { return Sleef_log_u10(x); }
static inline float Pow(float x, float y) { return Sleef_powf_u10(x, y); }
static inline double Pow(double x, double y) { return Sleef_pow_u10(x, y); }
#else
template <class T>
static inline T Sin(T x) {
  return std::sin(x);
}
template <class T>
static inline T Cos(T x) {
  return std::cos(x);
}
template <class T>
static inline T Exp(T x) {
  return std::exp(x);
}
template <class T>
static inline T Log(T x) {
  return std::log(x);
}
template <class T>
static inline T Pow(T x, T y) {
  return std::pow(x, y);
}
#endif
enum { N = 256 };  // a known trip count, so that -O2 makes vectors of it
#define LOOP(name, expr)                                                            \
  template <class T>                                                                \
  static void name(const T* __restrict a, const T* __restrict b, T* __restrict r) { \
    for (int i = 0; i < N; i++) r[i] = expr;                                        \
  }
LOOP(k_sin, Sin(a[i]));
LOOP(k_cos, Cos(a[i]));
LOOP(k_exp, Exp(a[i]));
LOOP(k_log, Log(a[i]));
LOOP(k_pow, Pow(a[i], b[i]));
LOOP(k_rpow, T(1) / Pow(a[i], b[i]));
LOOP(k_div, a[i] / b[i]);
LOOP(k_mul, a[i] * b[i]);
template <class T>
int run(const std::string& op) {
  int64_t n;
  if (fread(&n, 8, 1, stdin) != 1) return 1;
  int64_t m = (n + N - 1) / N * N;
  std::vector<T> a(m, T(1)), b(m, T(1)), r(m);
  if ((int64_t)fread(a.data(), sizeof(T), n, stdin) != n ||
      (int64_t)fread(b.data(), sizeof(T), n, stdin) != n)
    return 2;
  void (*f)(const T* __restrict, const T* __restrict, T* __restrict) = op == "sin"    ? k_sin<T>
                                                                       : op == "cos"  ? k_cos<T>
                                                                       : op == "exp"  ? k_exp<T>
                                                                       : op == "log"  ? k_log<T>
                                                                       : op == "pow"  ? k_pow<T>
                                                                       : op == "rpow" ? k_rpow<T>
                                                                       : op == "div"  ? k_div<T>
                                                                                      : k_mul<T>;
  for (int64_t i = 0; i < m; i += N) f(&a[i], &b[i], &r[i]);
  fwrite(r.data(), sizeof(T), n, stdout);
  return 0;
}
int main(int c, char** v) {
  if (c < 3) return 3;
  return std::string(v[2]) == "f32" ? run<float>(v[1]) : run<double>(v[1]);
}
