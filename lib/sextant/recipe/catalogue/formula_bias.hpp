#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// Integers are exact: buckets and indices have no error.
class Integers final : public Recipe {
 public:
  static constexpr std::string_view name = "integers";

  Integers(const Chart& chart, const ComputeFormats& formats, const Positions& positions)
      : chart_(chart), store_(formats.store), positions_(positions) {}

  void row(std::uint64_t row, std::span<double> values) override {
    for (std::size_t j = 0; j < chart_.channels.size(); ++j)
      values[j] = to_double(round(store_, at(row, j)));
  }
  Terms terms(std::uint64_t row, std::size_t channel) const override {
    const Rational value = at(row, channel);
    if (to_rational(round(store_, value)) == value) return {};
    return {.storage = storage_error(store_, upward(Rational(abs(value))))};
  }
  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  Rational at(std::uint64_t row, std::size_t channel) const {
    const Waves& w = chart_.waves;
    const Rational place = to_rational(positions_[row]) + w.origin;
    return *cell(*w.formula, place, chart_.channels[channel].pair, w.scale).rational();
  }

  Chart chart_;
  Format store_;
  Positions positions_;
};

/// −r₁·log(1 + r₂·n) or −r₁·pow(n, r₂) in T, with parameters of T.           bias.md, (8) and (9)
template <class T>
class KerpleBias final : public Recipe {
 public:
  static constexpr std::string_view name = "kerple";

  KerpleBias(const Chart& chart, const ComputeFormats& formats, const Positions& positions)
      : encoding_(std::get<Kerple>(*chart.waves.formula)),
        origin_(chart.waves.origin),
        store_(formats.store),
        hypothesis_(formats.called().hypothesis(Arithmetic<T>::format)),
        positions_(positions) {}

  void row(std::uint64_t row, std::span<double> values) override {
    for (std::size_t h = 0; h < values.size(); ++h) {
      const T n = to<T>(distance(row));
      const T r1 = to<T>(encoding_.r1[h]);
      const T r2 = to<T>(encoding_.r2[h]);
      const T kernel = logarithmic() ? T(std::log(T(1) + r2 * n)) : T(std::pow(n, r2));
      values[h] = round_to(store_, static_cast<double>(-(r1 * kernel)));
    }
  }

  Terms terms(std::uint64_t row, std::size_t channel) const override;

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  bool logarithmic() const { return encoding_.kernel == Kerple::Kernel::log; }
  Rational distance(std::uint64_t row) const {
    const Rational moved = to_rational(positions_[row]) + origin_;
    return abs(moved);
  }

  Kerple encoding_;
  Rational origin_;
  Format store_;
  Hypothesis hypothesis_;
  Positions positions_;
};

template <class T>
Terms KerpleBias<T>::terms(std::uint64_t row, std::size_t h) const {
  const double u = unit<T>();
  const Rational n = distance(row);
  if (n == 0) return {};
  const double r1 = upward(Rational(abs(encoding_.r1[h])));
  const double r2 = upward(encoding_.r2[h]);
  const double size = upward(n);
  const double most = static_cast<double>(std::log(std::max(size, 2.0))) * 2 + r2 * size;
  if (!is_normal<T>(r1) || !is_normal<T>(r2) || !is_normal<T>(most))
    return {.power = std::numeric_limits<double>::infinity()};
  const double given = holds<T>(encoding_.r2[h]) ? 0 : u;
  const double place = holds<T>(n) ? 0 : u;
  double kernel = 0;    // upper bound of the exact one
  double absolute = 0;  // the error of its argument, carried through
  if (logarithmic()) {
    const double sum = grown(grown(given, 1, place), 1, grown(u, 1, u));
    kernel = std::log1p(r2 * size) * (1 + 0x1p-40);
    absolute = sum / (1 - sum) * (1 + 0x1p-40);
  } else {
    const double logarithm = std::log(size) + 1;
    kernel = std::pow(size, r2) * (1 + 0x1p-40);
    absolute = kernel * std::expm1((r2 * place * 2 + r2 * given * logarithm) * (1 + 0x1p-40));
  }
  const double library =
      2 * u * (logarithmic() ? hypothesis_.log : hypothesis_.pow) * (kernel + absolute);
  const double made = kernel + absolute + library;
  const double scaled = grown(u, 1, holds<T>(encoding_.r1[h]) ? 0 : u);
  if (!is_normal<T>(r1 * made)) return {.power = std::numeric_limits<double>::infinity()};
  Terms terms{.position = r1 * absolute * (1 + 0x1p-40),
              .power = r1 * library * (1 + 0x1p-40),
              .product = r1 * made * scaled * (1 + 0x1p-40)};
  const double least = std::ldexp(1.0, Arithmetic<T>::format.emin);  // underflow limit
  terms.product += least;
  if (store_ != Arithmetic<T>::format)
    terms.storage = storage_error(store_, r1 * made * (1 + scaled) + least);
  return terms;
}

}  // namespace sextant::recipe
