#include "certificate/arithmetic/rounding.hpp"

#include <algorithm>

namespace sextant::certificate {

std::optional<Format> format_of(std::string_view name) {
  if (name == "float16") return Format{11, -14, 15};
  if (name == "bfloat16") return Format{8, -126, 127};
  if (name == "float32") return Format{24, -126, 127};
  if (name == "float64") return Format{53, -1022, 1023};
  if (name == "binary128") return Format{113, -16382, 16383};
  return std::nullopt;
}

Dyadic rounded(const Dyadic& x, const Format& format) {
  Dyadic result;
  if (arf_is_zero(x.get()) != 0) return result;
  // 2^(size − 1) ≤ |x| < 2^size.
  const slong size = arf_abs_bound_lt_2exp_si(x.get());
  const slong unit = std::max<slong>(size - 1, format.least) - format.precision + 1;
  arf_mul_2exp_si(result.get(), x.get(), -unit);
  Integer whole;
  arf_get_fmpz(whole.get(), result.get(), ARF_RND_NEAR);
  arf_set_fmpz(result.get(), whole.get());
  arf_mul_2exp_si(result.get(), result.get(), unit);
  return result;
}

std::optional<Dyadic> rounded(const Real& x, const Format& format) {
  if (arb_is_finite(x.get()) == 0) return std::nullopt;
  Dyadic low, high;
  arb_get_lbound_arf(low.get(), x.get(), ARF_PREC_EXACT);
  arb_get_ubound_arf(high.get(), x.get(), ARF_PREC_EXACT);
  Dyadic result = rounded(low, format);
  if (result == rounded(high, format)) return result;
  return std::nullopt;
}

slong widest_gap(const Real& size, const Format& format) {
  Dyadic high;
  arb_get_abs_ubound_arf(high.get(), size.get(), 64);
  // 2^e < high ≤ 2^(e + 1).
  slong e = arf_abs_bound_lt_2exp_si(high.get()) - 1;
  if (arf_cmpabs_2exp_si(high.get(), e) == 0) --e;
  return std::max<slong>(e, format.least) - format.precision + 1;
}

}  // namespace sextant::certificate
