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
