// One program in three builds: glibc, -ffast-math (GCC's vectoriser then calls libmvec) and SLEEF.
// Reads a request from standard input:
//   text line: MODE WIDTH(32|64) ROWS PAIRS VARIANT EXTRA, then WIDTH-bit arrays; writes WIDTH-bit
//   arrays.
// freq: one array, the exponents (PAIRS), VARIANT the recipe, EXTRA the base -> PAIRS numbers
// else: positions (ROWS), frequencies (PAIRS)                                -> sines, then
// cosines, ROWS x PAIRS each
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#ifdef SLEEF
#include <sleef.h>
#endif

#ifdef SLEEF
static bool fast35 = false;
static float sine(float x) { return fast35 ? Sleef_sinf_u35(x) : Sleef_sinf_u10(x); }
static float cosine(float x) { return fast35 ? Sleef_cosf_u35(x) : Sleef_cosf_u10(x); }
static double sine(double x) { return fast35 ? Sleef_sin_u35(x) : Sleef_sin_u10(x); }
static double cosine(double x) { return fast35 ? Sleef_cos_u35(x) : Sleef_cos_u10(x); }
static float power(float b, float e) { return Sleef_powf_u10(b, e); }
static double power(double b, double e) { return Sleef_pow_u10(b, e); }
static float exponential(float x) { return Sleef_expf_u10(x); }
static double exponential(double x) { return Sleef_exp_u10(x); }
#else
template <class T>
static inline T sine(T x) {
  return std::sin(x);
}
template <class T>
static inline T cosine(T x) {
  return std::cos(x);
}
template <class T>
static inline T power(T b, T e) {
  return std::pow(b, e);
}
template <class T>
static inline T exponential(T x) {
  return std::exp(x);
}
#endif

template <class T>
static __attribute__((noinline)) void sines(T* __restrict to, const T* __restrict a, int n) {
  for (int k = 0; k < n; ++k) to[k] = sine(a[k]);
}
template <class T>
static __attribute__((noinline)) void cosines(T* __restrict to, const T* __restrict a, int n) {
  for (int k = 0; k < n; ++k) to[k] = cosine(a[k]);
}

static float tf32(float x) {  // round to nearest, ties away, as cvt.rna.tf32.f32 does
  uint32_t u;
  std::memcpy(&u, &x, 4);
  u = (u + 0x1000u) & ~0x1fffu;
  std::memcpy(&x, &u, 4);
  return x;
}

// The sine unit of a graphics card: turns by one rounded product, its fraction in fixed point, then
// a table with interpolation.
static float hardware(float x, float shift) {
  const float turns = x * 0.15915494309189535f + shift;
  const double part = double(turns) - std::nearbyint(double(turns));
  const double fixed = std::nearbyint(part * 16777216.0) / 16777216.0;
  return float(std::nearbyint(::sin(fixed * 6.283185307179586476925) * 8388608.0) / 8388608.0);
}

// Sines that people write themselves. The argument is reduced well; the function is what is poor.
static double homemade(double x, int variant) {
  const double pi = 3.14159265358979323846, tau = 2 * pi;
  double r = x - tau * std::floor(x / tau + 0.5);  // [-pi, pi)
  if (variant == 0) {                              // Bhaskara
    const double a = std::fabs(r), y = 16 * a * (pi - a) / (5 * pi * pi - 4 * a * (pi - a));
    return r < 0 ? -y : y;
  }
  if (variant == 1) {  // a parabola, corrected once
    const double y = 4 / pi * r - 4 / (pi * pi) * r * std::fabs(r);
    return 0.225 * (y * std::fabs(y) - y) + y;
  }
  if (variant < 10) {  // Taylor to x^variant, folded to a quarter
    if (r > pi / 2) r = pi - r;
    if (r < -pi / 2) r = -pi - r;
    double term = r, sum = r;
    for (int k = 3; k <= variant; k += 2) sum += term *= -r * r / (k * (k - 1));
    return sum;
  }
  const int n = variant & ~1;  // a table of n entries, nearest or (odd) interpolated
  const double at = (r < 0 ? r + tau : r) / tau * n;
  if (variant & 1) {
    const double below = std::floor(at), part = at - below;
    return (1 - part) * ::sin(tau * below / n) + part * ::sin(tau * (below + 1) / n);
  }
  return ::sin(tau * std::floor(at + 0.5) / n);
}

template <class T>
static std::vector<T> take(size_t n) {
  std::vector<T> v(n);
  if (n && std::fread(v.data(), sizeof(T), n, stdin) != n) std::exit(3);
  return v;
}

template <class T>
static int work(const std::string& mode, size_t rows, size_t pairs, int variant, double extra) {
  if (mode == "freq") {
    std::vector<T> e = take<T>(pairs);
    const T base = T(extra);
    if (variant == 0)
      for (auto& x : e) x = power(base, -x);
    if (variant == 1)
      for (auto& x : e) x = T(1) / power(base, x);
    if (variant == 2)
      for (auto& x : e) x = power(base, x);  // timescales: positions are divided by them
    if (variant == 3)
      for (auto& x : e) x = exponential(x);  // logarithms were given
    std::fwrite(e.data(), sizeof(T), pairs, stdout);
    return 0;
  }
  const std::vector<T> p = take<T>(rows), w = take<T>(pairs);
  std::vector<T> a(rows * pairs), s(rows * pairs), c(rows * pairs);
  const T quarter = T(1.57079632679489661923);
  for (size_t r = 0; r < rows; ++r) {
    T* row = a.data() + r * pairs;
    if (mode == "divide")
      for (size_t i = 0; i < pairs; ++i) row[i] = p[r] / w[i];
    else if (mode == "tf32")
      for (size_t i = 0; i < pairs; ++i) row[i] = T(tf32(float(p[r])) * tf32(float(w[i])));
    else if (mode == "onward") {  // llama.cpp: the angle of the next pair from this one's
      T theta = p[r] * w[0];
      for (size_t i = 0; i < pairs; ++i) {
        row[i] = theta;
        theta *= T(extra);
      }
    } else
      for (size_t i = 0; i < pairs; ++i) row[i] = p[r] * w[i];
    for (size_t i = 0; mode != "onward" && variant < 0 && i < pairs; ++i)
      row[i] += T(extra);  // a phase
  }
  if (mode == "rotate") {  // every row from the last one, a complex product
    for (size_t i = 0; i < pairs; ++i) {
      T re = cosine(p[0] * w[i]), im = sine(p[0] * w[i]);
      const T step = rows > 1 ? p[1] - p[0] : T(1), cr = cosine(step * w[i]),
              ci = sine(step * w[i]);
      for (size_t r = 0; r < rows; ++r) {
        s[r * pairs + i] = im, c[r * pairs + i] = re;
        const T next = re * cr - im * ci;
        im = re * ci + im * cr, re = next;
      }
    }
  } else if (mode == "hardware") {
    for (size_t k = 0; k < a.size(); ++k)
      s[k] = hardware(float(a[k]), 0), c[k] = hardware(float(a[k]), 0.25f);
  } else if (mode == "homemade") {
    for (size_t k = 0; k < a.size(); ++k)
      s[k] = T(homemade(a[k], variant)),
      c[k] = T(homemade(double(a[k]) + 1.57079632679489661923, variant));
  } else {
    sines(s.data(), a.data(), a.size());
    for (size_t k = 0; mode == "quarter" && k < a.size(); ++k) a[k] += quarter;
    mode == "quarter" ? sines(c.data(), a.data(), a.size()) : cosines(c.data(), a.data(), a.size());
  }
  std::fwrite(s.data(), sizeof(T), s.size(), stdout);
  std::fwrite(c.data(), sizeof(T), c.size(), stdout);
  return 0;
}

int main(int argc, char** argv) {
  char mode[32];
  int width, variant;
  size_t rows, pairs;
  double extra;
  if (std::scanf("%31s %d %zu %zu %d %lf", mode, &width, &rows, &pairs, &variant, &extra) != 6)
    return 2;
  std::getchar();
#ifdef SLEEF
  fast35 = argc > 1 && !std::strcmp(argv[1], "35");
#endif
  (void)argc, (void)argv;
  return width == 32 ? work<float>(mode, rows, pairs, variant, extra)
                     : work<double>(mode, rows, pairs, variant, extra);
}
