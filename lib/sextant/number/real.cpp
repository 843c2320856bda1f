#include "sextant/number/real.hpp"

#include <cstdlib>
#include <memory>

namespace sextant {

Number from_mpfr(const __mpfr_struct* x) {
  const bool negative = mpfr_signbit(x) != 0;
  if (mpfr_nan_p(x) != 0) return {Number::Kind::nan, negative, 0, 0};
  if (mpfr_inf_p(x) != 0) return {Number::Kind::infinite, negative, 0, 0};
  if (mpfr_zero_p(x) != 0) return {Number::Kind::finite, negative, 0, 0};
  // Beyond what the exponent of a Number holds comfortably, nothing is known.
  if (std::abs(mpfr_get_exp(x)) > (1 << 28)) return {Number::Kind::nan, negative, 0, 0};
  mpz_t significand;
  mpz_init(significand);
  const auto exponent = static_cast<int>(mpfr_get_z_2exp(significand, x));
  Integer value = 0;
  for (std::size_t limb = mpz_size(significand); limb-- > 0;) {
    value = (value << 64) + std::uint64_t{mpz_getlimbn(significand, static_cast<mp_size_t>(limb))};
  }
  mpz_clear(significand);
  return make_number(negative, value, exponent);
}

LeadingBits leading_bits(const __mpfr_struct* x) {
  mpfr_t cut;
  mpfr_init2(cut, 128);
  const bool exact = mpfr_abs(cut, x, MPFR_RNDZ) == 0;
  mpz_t bits;
  mpz_init(bits);
  const auto exponent = static_cast<int>(mpfr_get_z_2exp(bits, cut));
  const Bits significand = (Bits{mpz_getlimbn(bits, 1)} << 64) | mpz_getlimbn(bits, 0);
  mpz_clear(bits);
  mpfr_clear(cut);
  return {significand, exponent, exact};
}

std::optional<std::array<std::uint64_t, 3>> fraction_192(const __mpfi_struct* x) {
  if (mpfr_number_p(&x->left) == 0 || mpfr_number_p(&x->right) == 0) return std::nullopt;
  mpfr_t scaled;
  mpfr_init2(scaled, mpfr_get_prec(&x->left));
  mpfr_sub(scaled, &x->right, &x->left, MPFR_RNDU);
  const bool narrow = mpfr_cmp_ui_2exp(scaled, 1, -194) <= 0;
  std::array<std::uint64_t, 3> limbs{};
  if (narrow) {
    mpfr_mul_2ui(scaled, &x->left, 192, MPFR_RNDN);  // exact
    mpz_t whole;
    mpz_init(whole);
    mpfr_get_z(whole, scaled, MPFR_RNDN);
    mpz_fdiv_r_2exp(whole, whole, 192);
    for (std::size_t i = 0; i < limbs.size(); ++i)
      limbs[i] = mpz_getlimbn(whole, static_cast<mp_size_t>(i));
    mpz_clear(whole);
  }
  mpfr_clear(scaled);
  return narrow ? std::optional(limbs) : std::nullopt;
}

DecimalDigits nearest_digits(const __mpfr_struct* x, int digits) {
  mpfr_exp_t point = 0;
  const std::unique_ptr<char, decltype(&mpfr_free_str)> text(
      mpfr_get_str(nullptr, &point, 10, static_cast<std::size_t>(digits), x, MPFR_RNDN),
      &mpfr_free_str);
  std::string shown = text.get();
  const bool negative = !shown.empty() && shown.front() == '-';
  return {negative, shown.substr(negative ? 1 : 0), static_cast<long>(point)};
}

}  // namespace sextant
