#include <mpfi.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "web/mpfi/intervals.hpp"

/// The project's own intervals, which stand in for MPFI in WebAssembly, against MPFI.
namespace sextant {
namespace {

class Enclosure {
 public:
  explicit Enclosure(mpfr_prec_t precision) { mpfi_init2(x_, precision); }
  Enclosure(Enclosure&& other) noexcept {
    mpfi_init2(x_, 2);
    mpfi_swap(x_, other.x_);
  }
  Enclosure& operator=(Enclosure&&) = delete;
  ~Enclosure() { mpfi_clear(x_); }

  mpfi_ptr get() { return x_; }
  mpfr_srcptr left() const { return &x_->left; }
  mpfr_srcptr right() const { return &x_->right; }

 private:
  mpfi_t x_;
};

/// A point, a narrow or a wide interval, on either side of 0, around it, or with an end there.
Enclosure drawn(mpfr_prec_t precision, int highest, const char* name) {
  Enclosure x(precision);
  const auto end = [&](mpfr_ptr to) {
    const auto bits = *draw::arbitrary<std::uint64_t>().as(name);
    mpfr_set_ui_2exp(to, bits | 1, *draw::in_range(-140, highest + 1).as("exponent") - 64,
                     MPFR_RNDN);
    if (*draw::arbitrary<bool>().as("negative")) mpfr_neg(to, to, MPFR_RNDN);
  };
  mpfi_ptr to = x.get();
  end(&to->left);
  mpfr_set(&to->right, &to->left, MPFR_RNDN);
  switch (*draw::in_range(0, 5).as("kind")) {
    case 0:
      break;
    case 1:  // a few units wide
      for (int steps = *draw::in_range(1, 9).as("units"); steps > 0; --steps)
        mpfr_nextabove(&to->right);
      break;
    case 2:
      mpfr_set_zero(&to->right, 1);
      break;
    default:
      end(&to->right);
  }
  if (mpfr_cmp(&to->left, &to->right) > 0) mpfr_swap(&to->left, &to->right);
  return x;
}

/// Whether an end is the one of MPFI, or one unit inside of it.
bool same_end(mpfr_srcptr mine, mpfr_srcptr theirs, bool is_left) {
  if (mpfr_equal_p(mine, theirs) != 0) return true;
  mpfr_t inside;
  mpfr_init2(inside, mpfr_get_prec(theirs));
  mpfr_set(inside, theirs, MPFR_RNDN);
  is_left ? mpfr_nextabove(inside) : mpfr_nextbelow(inside);
  const bool next = mpfr_equal_p(mine, inside) != 0;
  mpfr_clear(inside);
  return next;
}

/// Compares an operation with MPFI's, also where the result replaces the first operand.
template <class Mine, class Theirs, class... Operands>
void compare(Mine mine, Theirs theirs, mpfr_prec_t precision, Enclosure& first,
             Operands&... others) {
  Enclosure a(precision), b(precision);
  theirs(b.get(), first.get(), others.get()...);
  mine(a.get(), first.get(), others.get()...);
  const auto same = [&](Enclosure& found) {
    if (mpfi_nan_p(b.get()) != 0) return mpfi_nan_p(found.get()) != 0;
    return same_end(found.left(), b.left(), true) && same_end(found.right(), b.right(), false);
  };
  RC_ASSERT(same(a));
  if (mpfi_get_prec(first.get()) != precision) return;
  mine(first.get(), first.get(), others.get()...);
  RC_ASSERT(same(first));
}

using Unary = void (*)(mpfi_ptr, mpfi_srcptr);
using Binary = void (*)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr);

mpfr_prec_t precision(const char* name) {
  return *draw::element_of(std::vector<mpfr_prec_t>{53, 64, 169, 335, 1331}).as(name);
}

PROPERTY(OwnIntervals, AreThoseOfMpfiOfOneOperand) {
  const mpfr_prec_t p = precision("precision");
  const int operation = *draw::in_range(0, 9).as("operation");
  Enclosure x = drawn(precision("precision of x"), operation == 5 ? 12 : 70, "x");
  switch (operation) {
    case 0:
      return compare(Unary(intervals::neg), mpfi_neg, p, x);
    case 1:
      return compare(Unary(intervals::abs), mpfi_abs, p, x);
    case 2:
      return compare(Unary(intervals::sqr), mpfi_sqr, p, x);
    case 3:
      return compare(Unary(intervals::sqrt), mpfi_sqrt, p, x);
    case 4:
      return compare(Unary(intervals::set), mpfi_set, p, x);
    case 5:
      return compare(Unary(intervals::exp), mpfi_exp, p, x);
    case 6:
      return compare(Unary(intervals::log), mpfi_log, p, x);
    case 7:
      return compare(Unary(intervals::sin), mpfi_sin, p, x);
    default:
      return compare(Unary(intervals::cos), mpfi_cos, p, x);
  }
}

PROPERTY(OwnIntervals, AreThoseOfMpfiOfTwoOperands) {
  const mpfr_prec_t p = precision("precision");
  Enclosure x = drawn(precision("precision of x"), 70, "x");
  Enclosure y = drawn(precision("precision of y"), 70, "y");
  switch (*draw::in_range(0, 5).as("operation")) {
    case 0:
      return compare(Binary(intervals::add), mpfi_add, p, x, y);
    case 1:
      return compare(Binary(intervals::sub), mpfi_sub, p, x, y);
    case 2:
      return compare(Binary(intervals::mul), mpfi_mul, p, x, y);
    case 3:
      return compare(Binary(intervals::div), mpfi_div, p, x, y);
    default:
      return compare(Binary(intervals::hull), mpfi_union, p, x, y);
  }
}

TEST(OwnIntervals, SetAndScaleAndPiAreThoseOfMpfi) {
  for (const mpfr_prec_t p : {53, 169, 1331}) {
    Enclosure mine(p), theirs(p);
    const auto expect_same = [&] {
      EXPECT_NE(mpfr_equal_p(mine.left(), theirs.left()), 0);
      EXPECT_NE(mpfr_equal_p(mine.right(), theirs.right()), 0);
    };
    intervals::pi(mine.get()), mpfi_const_pi(theirs.get());
    expect_same();
    intervals::scale(mine.get(), mine.get(), 90), mpfi_mul_2exp(theirs.get(), theirs.get(), 90);
    expect_same();
    intervals::scale(mine.get(), mine.get(), -200), mpfi_div_2exp(theirs.get(), theirs.get(), 200);
    expect_same();
    intervals::set(mine.get(), ~0ul), mpfi_set_ui(theirs.get(), ~0ul);
    expect_same();
    intervals::set(mine.get(), -3l), mpfi_set_si(theirs.get(), -3l);
    expect_same();
    intervals::set(mine.get(), 0.1), mpfi_set_d(theirs.get(), 0.1);
    expect_same();
  }
}

}  // namespace
}  // namespace sextant
