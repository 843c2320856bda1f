// Loops that real programs contain and that give unsound tables: graphics hardware's sines, cheap
// polynomials and tables, and rows that are turned on from row to row.

#include <cmath>

namespace {

constexpr double two_pi = 6.283185307179586;
constexpr float turns_of_radian = 0.15915494f;

// The remainder of a double's angle, within half a turn.
double reduced(double x) { return x - two_pi * std::rint(x / two_pi); }

// Parabola through 0, pi/2, pi; refined draws it towards the sine as the well known trick does.
double parabola(double x, bool refined) {
  const double r = reduced(x);
  const double y = (4 / M_PI) * r - (4 / (M_PI * M_PI)) * r * std::fabs(r);
  return refined ? 0.225 * (y * std::fabs(y) - y) + y : y;
}

// Taylor's series up to the power 2 terms - 1, after reduction to a quarter turn.
double taylor(double x, int terms) {
  double r = reduced(x);
  if (std::fabs(r) > M_PI / 2) {
    r = std::copysign(M_PI, r) - r;
  }
  double term = r, sum = r;
  for (int k = 1; k < terms; ++k) {
    term *= -r * r / ((2 * k) * (2 * k + 1));
    sum += term;
  }
  return sum;
}

// A table of size entries a turn: the entry below, or a line between two.
double looked_up(double x, int size, bool line) {
  const double turns = x / two_pi - std::floor(x / two_pi);
  const double place = turns * size, below = std::floor(place), part = line ? place - below : 0;
  const float low = static_cast<float>(std::sin(two_pi * below / size));
  const float high = static_cast<float>(std::sin(two_pi * (below + 1) / size));
  return low + part * (high - low);
}

}  // namespace

extern "C" {

// kind 0: the product with 1/(2 pi) is rounded to a float, and the unit's result has 22 bits after
// the point; kind 1: one subtraction of a float's multiple of 2 pi; kind 2: as 0, but the fraction
// is rounded too. quarter is 1 for the cosine.
void hardware(const float* x, float* y, long n, int kind, int quarter) {
  for (long i = 0; i < n; ++i) {
    const volatile float product = x[i] * turns_of_radian;
    const double shift = quarter * 0.25;
    if (kind == 1) {
      const volatile float multiple = std::rint(product) * 6.2831855f;
      const float rest = x[i] - multiple;
      y[i] = quarter != 0 ? std::cos(rest) : std::sin(rest);
    } else if (kind == 0) {
      const double turns = static_cast<double>(product) - std::rint(static_cast<double>(product));
      y[i] = static_cast<float>(std::rint(std::sin(two_pi * (turns + shift)) * 4194304) / 4194304);
    } else {
      const float fraction = product - std::floor(product);
      y[i] = static_cast<float>(std::sin(two_pi * (fraction + shift)));
    }
  }
}

// kind 0 parabola, 1 refined parabola, 2 Taylor (size: terms), 3 table (size), 4 table with lines.
void approximate(const double* x, double* y, long n, int kind, int size, int quarter) {
  for (long i = 0; i < n; ++i) {
    const double angle = x[i] + quarter * (M_PI / 2);
    y[i] = kind <= 1   ? parabola(angle, kind == 1)
           : kind == 2 ? taylor(angle, size)
                       : looked_up(angle, size, kind == 4);
  }
}

#define TURN_ON(name, Number)                                                                  \
  void name(Number* c, Number* s, const Number* cw, const Number* sw, long rows, long pairs) { \
    for (long r = 1; r < rows; ++r) {                                                          \
      for (long i = 0; i < pairs; ++i) {                                                       \
        const Number a = c[(r - 1) * pairs + i], b = s[(r - 1) * pairs + i];                   \
        c[r * pairs + i] = a * cw[i] - b * sw[i];                                              \
        s[r * pairs + i] = b * cw[i] + a * sw[i];                                              \
      }                                                                                        \
    }                                                                                          \
  }

// Every row is the one above, turned once more.
TURN_ON(turn_on_f, float)
TURN_ON(turn_on_d, double)

}  // extern "C"
