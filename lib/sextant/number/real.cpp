#include "sextant/number/real.hpp"

#include <cstdlib>
#include <memory>

#include "sextant/number/thread_caches.hpp"

namespace sextant {

// Results of intervals leave MPFR by these functions: each of them cares for the thread's caches.

Number from_mpfr(const __mpfr_struct* x) {
  free_caches_at_thread_exit();
  const bool negative = mpfr_signbit(x) != 0;
  if (mpfr_nan_p(x) != 0) return {Number::Kind::nan, negative, 0, 0};
  if (mpfr_inf_p(x) != 0) return {Number::Kind::infinite, negative, 0, 0};
  if (mpfr_zero_p(x) != 0) return {Number::Kind::finite, negative, 0, 0};
  // A Number cannot hold such exponents safely.
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

namespace {

/// 64 bits of the significand from bit `at` on; bits outside of it are 0.
std::uint64_t bits_at(const __mpfr_struct* x, long at) {
  const auto limbs = static_cast<long>((mpfr_get_prec(x) + 63) / 64);
  const auto limb = [&](long i) { return i < 0 || i >= limbs ? 0 : std::uint64_t{x->_mpfr_d[i]}; };
  const long low = at >= 0 ? at / 64 : -((63 - at) / 64);
  const auto shift = static_cast<unsigned>(at - 64 * low);
  return shift == 0 ? limb(low) : (limb(low) >> shift) | (limb(low + 1) << (64 - shift));
}

}  // namespace

LeadingBits leading_bits(const __mpfr_struct* x) {
  free_caches_at_thread_exit();
  const auto bits = static_cast<long>((mpfr_get_prec(x) + 63) / 64 * 64);
  bool exact = true;
  for (long at = bits - 192; at > -64; at -= 64) exact = exact && bits_at(x, at) == 0;
  return {(Bits{bits_at(x, bits - 64)} << 64) | bits_at(x, bits - 128),
          static_cast<int>(mpfr_get_exp(x)) - 128, exact};
}

std::optional<std::array<std::uint64_t, 3>> fraction_192(const __mpfi_struct* x) {
  free_caches_at_thread_exit();
  const __mpfr_struct* lower = &x->left;
  if (mpfr_number_p(lower) == 0 || mpfr_number_p(&x->right) == 0) return std::nullopt;
  MPFR_DECL_INIT(width, 64);
  mpfr_sub(width, &x->right, lower, MPFR_RNDU);
  if (mpfr_cmp_ui_2exp(width, 1, -194) > 0) return std::nullopt;
  std::array<std::uint64_t, 3> limbs{};
  if (mpfr_zero_p(lower) != 0) return limbs;
  // Bit k of the significand has the value 2^(exponent − bits + k).
  const auto bits = static_cast<long>((mpfr_get_prec(lower) + 63) / 64 * 64);
  const long unit = bits - 192 - mpfr_get_exp(lower);
  for (std::size_t i = 0; i < limbs.size(); ++i)
    limbs[i] = bits_at(lower, unit + 64 * static_cast<long>(i));
  const auto add = [&](bool carry) {
    for (std::size_t i = 0; carry && i < limbs.size(); ++i) carry = ++limbs[i] == 0;
  };
  add((bits_at(lower, unit - 1) & 1) != 0);  // to nearest
  if (mpfr_signbit(lower) != 0) {
    for (std::uint64_t& limb : limbs) limb = ~limb;
    add(true);
  }
  return limbs;
}

DecimalDigits nearest_digits(const __mpfr_struct* x, int digits) {
  free_caches_at_thread_exit();
  mpfr_exp_t point = 0;
  const std::unique_ptr<char, decltype(&mpfr_free_str)> text(
      mpfr_get_str(nullptr, &point, 10, static_cast<std::size_t>(digits), x, MPFR_RNDN),
      &mpfr_free_str);
  std::string shown = text.get();
  const bool negative = !shown.empty() && shown.front() == '-';
  return {negative, shown.substr(negative ? 1 : 0), static_cast<long>(point)};
}

}  // namespace sextant
