#include "web/mpfi/intervals.hpp"

#include <algorithm>

namespace sextant::intervals {
namespace {

/// The ends of a result, of the precision of `to`, which gets them at the end.
class Result {
 public:
  explicit Result(mpfi_ptr to) : to_(to) {
    mpfr_init2(left, mpfr_get_prec(&to->left));
    mpfr_init2(right, mpfr_get_prec(&to->right));
  }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  ~Result() {
    mpfr_swap(&to_->left, left);
    mpfr_swap(&to_->right, right);
    mpfr_clear(left);
    mpfr_clear(right);
  }
  void all() { mpfr_set_inf(left, -1), mpfr_set_inf(right, 1); }
  void none() { mpfr_set_nan(left), mpfr_set_nan(right); }

  mpfr_t left, right;

 private:
  mpfi_ptr to_;
};

bool has_nan(mpfi_srcptr x) { return mpfr_nan_p(&x->left) != 0 || mpfr_nan_p(&x->right) != 0; }
bool not_negative(mpfi_srcptr x) { return mpfr_sgn(&x->left) >= 0; }
bool not_positive(mpfi_srcptr x) { return mpfr_sgn(&x->right) <= 0; }

/// A product or a quotient of ends.  0·∞ and 0/0 count as 0: they come from ends that the
/// operand does not reach.
template <class Operation>
void combine(Operation operation, mpfr_ptr to, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t direction) {
  operation(to, x, y, direction);
  if (mpfr_nan_p(to) != 0) mpfr_set_zero(to, 1);
}
void product(mpfr_ptr to, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t direction) {
  combine(mpfr_mul, to, x, y, direction);
}
void quotient(mpfr_ptr to, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t direction) {
  if (mpfr_zero_p(y) != 0 && mpfr_zero_p(x) == 0)  // y > 0 comes close to 0
    mpfr_set_inf(to, mpfr_sgn(x));
  else
    combine(mpfr_div, to, x, y, direction);
}

/// A view of −x, which takes no memory.
__mpfi_struct negated(mpfi_srcptr x) {
  __mpfi_struct result{x->right, x->left};
  mpfr_neg(&result.left, &result.left, MPFR_RNDN);
  mpfr_neg(&result.right, &result.right, MPFR_RNDN);
  return result;
}

/// ⌊2x/π⌋, the quarter turn of a finite x.  2x/π is 0 or irrational, so that the precision that
/// separates it from the integers exists.
void quarter(mpz_ptr to, mpfr_srcptr x) {
  mpz_set_ui(to, 0);
  if (mpfr_zero_p(x) != 0) return;
  mpz_t other;
  mpz_init(other);
  const mpfr_prec_t whole = std::max<mpfr_exp_t>(mpfr_get_exp(x), 0);
  for (mpfr_prec_t precision = whole + 64;; precision *= 2) {
    mpfr_t pi, turns;
    mpfr_init2(pi, precision), mpfr_init2(turns, precision);
    for (const mpfr_rnd_t direction : {MPFR_RNDD, MPFR_RNDU}) {
      const bool away = direction == MPFR_RNDU;
      mpfr_const_pi(pi, away == (mpfr_sgn(x) > 0) ? MPFR_RNDD : MPFR_RNDU);
      mpfr_div(turns, x, pi, direction);
      mpfr_mul_2ui(turns, turns, 1, direction);
      mpfr_get_z(away ? other : to, turns, MPFR_RNDD);
    }
    mpfr_clear(pi), mpfr_clear(turns);
    if (mpz_cmp(to, other) == 0) break;
  }
  mpz_clear(other);
}

/// The sine or the cosine, whose maxima are at the quarters ≡ `top` mod 4.
template <class Function>
void wave(Function function, unsigned long top, mpfi_ptr to, mpfi_srcptr x) {
  Result result(to);
  if (has_nan(x)) return result.none();
  constexpr mpfr_exp_t kFarthest = 1 << 24;
  const auto far = [](mpfr_srcptr end) {
    return mpfr_inf_p(end) != 0 || (mpfr_regular_p(end) != 0 && mpfr_get_exp(end) > kFarthest);
  };
  mpfr_set_si(result.left, -1, MPFR_RNDD);
  mpfr_set_si(result.right, 1, MPFR_RNDU);
  if (far(&x->left) || far(&x->right)) return;
  mpz_t first, last, passed;
  mpz_inits(first, last, passed, nullptr);
  quarter(first, &x->left);
  quarter(last, &x->right);
  mpz_sub(passed, last, first);
  // Whether a multiple of a quarter that is ≡ residue mod 4 is in (first, last].
  const auto passes = [&](unsigned long residue) {
    const unsigned long ahead = (residue + 3 - mpz_fdiv_ui(first, 4)) % 4 + 1;
    return mpz_cmp_ui(passed, ahead) >= 0;
  };
  const bool highest = passes(top), lowest = passes((top + 2) % 4);
  mpz_clears(first, last, passed, nullptr);
  mpfr_t other;
  if (!lowest) {
    mpfr_init2(other, mpfr_get_prec(result.left));
    function(result.left, &x->left, MPFR_RNDD);
    function(other, &x->right, MPFR_RNDD);
    mpfr_min(result.left, result.left, other, MPFR_RNDD);
    mpfr_clear(other);
  }
  if (!highest) {
    mpfr_init2(other, mpfr_get_prec(result.right));
    function(result.right, &x->left, MPFR_RNDU);
    function(other, &x->right, MPFR_RNDU);
    mpfr_max(result.right, result.right, other, MPFR_RNDU);
    mpfr_clear(other);
  }
}

}  // namespace

void init(mpfi_ptr x, mpfr_prec_t precision) {
  mpfr_init2(&x->left, precision);
  mpfr_init2(&x->right, precision);
}

void clear(mpfi_ptr x) {
  mpfr_clear(&x->left);
  mpfr_clear(&x->right);
}

void set(mpfi_ptr to, mpfi_srcptr x) {
  mpfr_set(&to->left, &x->left, MPFR_RNDD);
  mpfr_set(&to->right, &x->right, MPFR_RNDU);
}

void set(mpfi_ptr to, unsigned long x) {
  mpfr_set_ui(&to->left, x, MPFR_RNDD);
  mpfr_set_ui(&to->right, x, MPFR_RNDU);
}

void set(mpfi_ptr to, long x) {
  mpfr_set_si(&to->left, x, MPFR_RNDD);
  mpfr_set_si(&to->right, x, MPFR_RNDU);
}

void set(mpfi_ptr to, double x) {
  mpfr_set_d(&to->left, x, MPFR_RNDD);
  mpfr_set_d(&to->right, x, MPFR_RNDU);
}

void neg(mpfi_ptr to, mpfi_srcptr x) {
  Result result(to);
  mpfr_neg(result.left, &x->right, MPFR_RNDD);
  mpfr_neg(result.right, &x->left, MPFR_RNDU);
}

void abs(mpfi_ptr to, mpfi_srcptr x) {
  if (has_nan(x)) return Result(to).none();
  if (not_negative(x)) return set(to, x);
  if (not_positive(x)) return neg(to, x);
  Result result(to);
  mpfr_set_zero(result.left, 1);
  const bool below = mpfr_cmpabs(&x->left, &x->right) > 0;
  mpfr_abs(result.right, below ? &x->left : &x->right, MPFR_RNDU);
}

void add(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) {
  mpfr_add(&to->left, &x->left, &y->left, MPFR_RNDD);
  mpfr_add(&to->right, &x->right, &y->right, MPFR_RNDU);
}

void sub(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) {
  Result result(to);
  mpfr_sub(result.left, &x->left, &y->right, MPFR_RNDD);
  mpfr_sub(result.right, &x->right, &y->left, MPFR_RNDU);
}

void mul(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) {
  Result result(to);
  if (has_nan(x) || has_nan(y)) return result.none();
  if (!not_negative(x) && !not_positive(x)) std::swap(x, y);
  if (not_negative(x)) {
    product(result.left, not_negative(y) ? &x->left : &x->right, &y->left, MPFR_RNDD);
    product(result.right, not_positive(y) ? &x->left : &x->right, &y->right, MPFR_RNDU);
  } else if (not_positive(x)) {
    product(result.left, not_positive(y) ? &x->right : &x->left, &y->right, MPFR_RNDD);
    product(result.right, not_negative(y) ? &x->right : &x->left, &y->left, MPFR_RNDU);
  } else {  // 0 is inside both
    mpfr_t other;
    mpfr_init2(other, mpfr_get_prec(result.left));
    product(result.left, &x->left, &y->right, MPFR_RNDD);
    product(other, &x->right, &y->left, MPFR_RNDD);
    mpfr_min(result.left, result.left, other, MPFR_RNDD);
    mpfr_set_prec(other, mpfr_get_prec(result.right));
    product(result.right, &x->left, &y->left, MPFR_RNDU);
    product(other, &x->right, &y->right, MPFR_RNDU);
    mpfr_max(result.right, result.right, other, MPFR_RNDU);
    mpfr_clear(other);
  }
}

void div(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) {
  if (has_nan(x) || has_nan(y)) return Result(to).none();
  if (not_positive(y) && !not_negative(y)) {
    const __mpfi_struct minus_x = negated(x), minus_y = negated(y);
    return div(to, &minus_x, &minus_y);
  }
  Result result(to);
  if (!not_negative(y) || mpfr_zero_p(&y->right) != 0) return result.all();
  quotient(result.left, &x->left, not_negative(x) ? &y->right : &y->left, MPFR_RNDD);
  quotient(result.right, &x->right, not_positive(x) ? &y->right : &y->left, MPFR_RNDU);
}

void sqr(mpfi_ptr to, mpfi_srcptr x) {
  if (has_nan(x)) return Result(to).none();
  Result result(to);
  const bool below = mpfr_cmpabs(&x->left, &x->right) > 0;
  mpfr_sqr(result.left, below ? &x->right : &x->left, MPFR_RNDD);
  mpfr_sqr(result.right, below ? &x->left : &x->right, MPFR_RNDU);
  if (!not_negative(x) && !not_positive(x)) mpfr_set_zero(result.left, 1);
}

void sqrt(mpfi_ptr to, mpfi_srcptr x) {
  if (has_nan(x) || !not_negative(x)) return Result(to).none();
  mpfr_sqrt(&to->left, &x->left, MPFR_RNDD);
  mpfr_sqrt(&to->right, &x->right, MPFR_RNDU);
}

void exp(mpfi_ptr to, mpfi_srcptr x) {
  mpfr_exp(&to->left, &x->left, MPFR_RNDD);
  mpfr_exp(&to->right, &x->right, MPFR_RNDU);
}

void log(mpfi_ptr to, mpfi_srcptr x) {
  if (has_nan(x) || !not_negative(x)) return Result(to).none();
  mpfr_log(&to->left, &x->left, MPFR_RNDD);
  mpfr_log(&to->right, &x->right, MPFR_RNDU);
}

void sin(mpfi_ptr to, mpfi_srcptr x) { wave(mpfr_sin, 1, to, x); }
void cos(mpfi_ptr to, mpfi_srcptr x) { wave(mpfr_cos, 0, to, x); }

void pi(mpfi_ptr to) {
  mpfr_const_pi(&to->left, MPFR_RNDD);
  mpfr_const_pi(&to->right, MPFR_RNDU);
}

void hull(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y) {
  mpfr_min(&to->left, &x->left, &y->left, MPFR_RNDD);
  mpfr_max(&to->right, &x->right, &y->right, MPFR_RNDU);
}

void scale(mpfi_ptr to, mpfi_srcptr x, long exponent) {
  mpfr_mul_2si(&to->left, &x->left, exponent, MPFR_RNDD);
  mpfr_mul_2si(&to->right, &x->right, exponent, MPFR_RNDU);
}

}  // namespace sextant::intervals
