// The names of MPFI for the project's own intervals, for a build without MPFI.  Each function that
// returns a number in MPFI to say which ends are exact returns 0 here: Boost does not look at it.

#include <mpfi.h>

#include "web/mpfi/intervals.hpp"

namespace intervals = sextant::intervals;

namespace {

/// An interval that contains only an integer.
class Point {
 public:
  explicit Point(unsigned long x) {
    intervals::init(x_, 64);
    intervals::set(x_, x);
  }
  Point(const Point&) = delete;
  Point& operator=(const Point&) = delete;
  ~Point() { intervals::clear(x_); }
  operator mpfi_srcptr() const { return x_; }

 private:
  mpfi_t x_;
};

}  // namespace

extern "C" {

void mpfi_init2(mpfi_ptr x, mp_prec_t precision) { intervals::init(x, precision); }
void mpfi_clear(mpfi_ptr x) { intervals::clear(x); }
mp_prec_t mpfi_get_prec(mpfi_srcptr x) { return mpfr_get_prec(&x->left); }
void mpfi_swap(mpfi_ptr x, mpfi_ptr y) {
  mpfr_swap(&x->left, &y->left);
  mpfr_swap(&x->right, &y->right);
}

int mpfi_set(mpfi_ptr to, mpfi_srcptr x) { return intervals::set(to, x), 0; }
int mpfi_set_ui(mpfi_ptr to, const unsigned long x) { return intervals::set(to, x), 0; }
int mpfi_set_si(mpfi_ptr to, const long x) { return intervals::set(to, x), 0; }
int mpfi_set_d(mpfi_ptr to, const double x) { return intervals::set(to, x), 0; }

int mpfi_neg(mpfi_ptr to, mpfi_srcptr x) { return intervals::neg(to, x), 0; }
int mpfi_abs(mpfi_ptr to, mpfi_srcptr x) { return intervals::abs(to, x), 0; }
int mpfi_add(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) { return intervals::add(to, x, y), 0; }
int mpfi_sub(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) { return intervals::sub(to, x, y), 0; }
int mpfi_mul(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) { return intervals::mul(to, x, y), 0; }
int mpfi_div(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) { return intervals::div(to, x, y), 0; }
int mpfi_add_ui(mpfi_ptr to, mpfi_srcptr x, const unsigned long y) {
  return intervals::add(to, x, Point(y)), 0;
}
int mpfi_sub_ui(mpfi_ptr to, mpfi_srcptr x, const unsigned long y) {
  return intervals::sub(to, x, Point(y)), 0;
}
int mpfi_mul_ui(mpfi_ptr to, mpfi_srcptr x, const unsigned long y) {
  return intervals::mul(to, x, Point(y)), 0;
}
int mpfi_div_ui(mpfi_ptr to, mpfi_srcptr x, const unsigned long y) {
  return intervals::div(to, x, Point(y)), 0;
}
int mpfi_ui_sub(mpfi_ptr to, const unsigned long x, mpfi_srcptr y) {
  return intervals::sub(to, Point(x), y), 0;
}
int mpfi_ui_div(mpfi_ptr to, const unsigned long x, mpfi_srcptr y) {
  return intervals::div(to, Point(x), y), 0;
}
int mpfi_mul_2exp(mpfi_ptr to, mpfi_srcptr x, unsigned long exponent) {
  return intervals::scale(to, x, static_cast<long>(exponent)), 0;
}
int mpfi_div_2exp(mpfi_ptr to, mpfi_srcptr x, unsigned long exponent) {
  return intervals::scale(to, x, -static_cast<long>(exponent)), 0;
}
int mpfi_sqr(mpfi_ptr to, mpfi_srcptr x) { return intervals::sqr(to, x), 0; }
int mpfi_sqrt(mpfi_ptr to, mpfi_srcptr x) { return intervals::sqrt(to, x), 0; }
int mpfi_exp(mpfi_ptr to, mpfi_srcptr x) { return intervals::exp(to, x), 0; }
int mpfi_log(mpfi_ptr to, mpfi_srcptr x) { return intervals::log(to, x), 0; }
int mpfi_sin(mpfi_ptr to, mpfi_srcptr x) { return intervals::sin(to, x), 0; }
int mpfi_cos(mpfi_ptr to, mpfi_srcptr x) { return intervals::cos(to, x), 0; }
int mpfi_const_pi(mpfi_ptr to) { return intervals::pi(to), 0; }
int mpfi_union(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) { return intervals::hull(to, x, y), 0; }

}  // extern "C"
