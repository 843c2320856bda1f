#include "certificate/search/lattice.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "certificate/arithmetic/error.hpp"
#include "certificate/arithmetic/matrix.hpp"
#include "certificate/search/enumeration.hpp"
#include "certificate/search/radius.hpp"

namespace sextant::certificate {
namespace {

/// (6): the rows span all integer vectors exactly if the determinant is ±1.
void confirm_determinant(const Lattice& lattice) {
  const auto size = static_cast<slong>(lattice.basis.size());
  IntegerMatrix rows(size);
  for (slong i = 0; i < size; ++i)
    for (slong j = 0; j < size; ++j)
      fmpz_set(rows.at(i, j),
               lattice.basis[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get());
  Integer determinant;
  fmpz_mat_det(determinant.get(), rows.get());
  if (!fmpz_is_pm1(determinant.get())) {
    const std::string value = determinant.bits() < 100
                                  ? determinant.text()
                                  : "of " + std::to_string(determinant.bits()) + " bits";
    throw Refused("the lattice's basis has the determinant " + value + ", not 1 or -1");
  }
}

/// Inner products of the vectors (7) of the rows.
void set_gram(IntegerMatrix& gram, const Lattice& lattice, Turns& turns) {
  const std::vector<Integer> f = turns.fixed_point(lattice.bits);
  const std::size_t size = lattice.basis.size();
  IntegerMatrix vectors(static_cast<slong>(size));
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<Integer>& row = lattice.basis[i];
    for (std::size_t j = 0; j + 1 < size; ++j) {
      fmpz* x = vectors.at(static_cast<slong>(i), static_cast<slong>(j));
      fmpz_mul_2exp(x, row[j + 1].get(), static_cast<ulong>(lattice.bits));
      fmpz_neg(x, x);
      fmpz_addmul(x, row[0].get(), f[j].get());
    }
    fmpz_mul(vectors.at(static_cast<slong>(i), static_cast<slong>(size) - 1), row[0].get(),
             lattice.unit.get());
  }
  fmpz_mat_gram(gram.get(), vectors.get());
}

/// μ·2⁴⁸ rounded to the nearest integer; nullopt if its error may exceed 1.
std::optional<std::int64_t> slope(arb_srcptr mu) {
  Real scaled;
  arb_mul_2exp_si(scaled.get(), mu, 48);
  if (arb_is_finite(scaled.get()) == 0 || mag_cmp_2exp_si(arb_radref(scaled.get()), -1) > 0)
    return std::nullopt;
  Integer nearest;
  arf_get_fmpz(nearest.get(), arb_midref(scaled.get()), ARF_RND_NEAR);
  if (nearest.bits() > 62) throw Refused("the lattice's basis is not reduced");
  return fmpz_get_si(nearest.get());
}

/// ⌊√(c/R²)·2⁴⁰⌋, at most 2⁶⁰; nullopt if c has fewer than 40 certain bits.
std::optional<std::uint64_t> weight(arb_srcptr c, const Real& square_of_radius) {
  if (arb_is_positive(c) == 0 || arb_rel_accuracy_bits(c) < 40) return std::nullopt;
  Real x;
  arb_div(x.get(), c, square_of_radius.get(), 128);
  arb_sqrt(x.get(), x.get(), 128);
  arb_mul_2exp_si(x.get(), x.get(), 40);
  return fmpz_get_ui(std::min(floor_of(x), power_of_two(60)).get());
}

std::optional<Form> form_at(const IntegerMatrix& gram, const Real& square_of_radius,
                            slong precision) {
  const slong size = fmpz_mat_nrows(gram.get());
  RealMatrix entries(size), split(size);
  arb_mat_set_fmpz_mat(entries.get(), gram.get());
  if (arb_mat_ldl(split.get(), entries.get(), precision) == 0) return std::nullopt;
  Form form;
  for (slong j = 0; j < size; ++j) {
    const auto w = weight(split.at(j, j), square_of_radius);
    if (!w) return std::nullopt;
    form.weights.push_back(*w);
    auto& row = form.slopes.emplace_back();
    for (slong l = 0; l < j; ++l) {
      const auto mu = slope(split.at(j, l));
      if (!mu) return std::nullopt;
      row.push_back(*mu);
    }
  }
  return form;
}

/// |Σ z_j b_j|²/R² as a form, (10) and (11).
Form form_of(const Lattice& lattice, const Near& near, Turns& turns) {
  const auto size = static_cast<slong>(lattice.basis.size());
  IntegerMatrix gram(size);
  set_gram(gram, lattice, turns);
  const Real radius = square_of_radius(lattice, near);
  for (slong precision = 128 + 4 * size; precision <= 65536; precision *= 2)
    if (auto form = form_at(gram, radius, precision)) return *form;
  throw Refused("the lattice's basis is not reduced");
}

}  // namespace

std::uint64_t search_lattice(const Lattice& lattice, const Near& near, Turns& turns,
                             const Prefilter& prefilter, Ledger& ledger) {
  confirm_determinant(lattice);
  return enumerate(form_of(lattice, near, turns), [&](const std::vector<std::int64_t>& z) {
    Integer k;
    // Not fmpz_addmul_si: in FLINT 2.9 a sum that falls below 2⁶² again compares unequal to every
    // integer.
    for (std::size_t j = 0; j < z.size(); ++j) k = k + lattice.basis[j][0] * Integer(z[j]);
    fmpz_abs(k.get(), k.get());
    if (k.sign() == 0 || k > near.last) return;
    if (k.bits() < 64 && prefilter.rules_out(fmpz_get_ui(k.get()))) return;
    ledger.settle(k);
  });
}

}  // namespace sextant::certificate
