#include <cmath>
#include <memory>
#include <utility>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <mpfr.h>
#ifdef SEXTANT_HAS_ARB
#include <arb.h>
#endif

#include "benchmark/maker.hpp"

namespace sextant::bench {
namespace {

constexpr int kBits = 113;  ///< those of binary128, for each

/// A pair by MPFR: the frequency kept, the angle one product.
class Mpfr {
 public:
  explicit Mpfr(std::size_t columns) : frequencies_(columns / 2) {
    mpfr_inits2(kBits, angle_, sine_, cosine_, nullptr);
    for (std::size_t i = 0; i < frequencies_.size(); ++i) {
      mpfr_init2(&frequencies_[i], kBits);
      mpfr_set_si(angle_, -2 * static_cast<long>(i), MPFR_RNDN);
      mpfr_div_ui(angle_, angle_, columns, MPFR_RNDN);
      mpfr_ui_pow(&frequencies_[i], 10000, angle_, MPFR_RNDN);
    }
  }
  Mpfr(const Mpfr&) = delete;
  ~Mpfr() {
    mpfr_clears(angle_, sine_, cosine_, nullptr);
    for (auto& frequency : frequencies_) mpfr_clear(&frequency);
  }

  std::pair<double, double> operator()(std::uint64_t position, std::size_t pair) {
    mpfr_mul_ui(angle_, &frequencies_[pair], position, MPFR_RNDN);
    mpfr_sin_cos(sine_, cosine_, angle_, MPFR_RNDN);
    return {mpfr_get_d(sine_, MPFR_RNDN), mpfr_get_d(cosine_, MPFR_RNDN)};
  }

 private:
  std::vector<__mpfr_struct> frequencies_;
  mpfr_t angle_, sine_, cosine_;
};

#ifdef SEXTANT_HAS_ARB
class Arb {
 public:
  explicit Arb(std::size_t columns)
      : pairs_(static_cast<slong>(columns / 2)), frequencies_(_arb_vec_init(pairs_)) {
    arb_init(angle_), arb_init(sine_), arb_init(cosine_);
    arb_set_ui(sine_, 10000);
    for (slong i = 0; i < pairs_; ++i) {
      arb_set_si(angle_, -2 * i);
      arb_div_ui(angle_, angle_, columns, kBits);
      arb_pow(frequencies_ + i, sine_, angle_, kBits);
    }
  }
  Arb(const Arb&) = delete;
  ~Arb() {
    arb_clear(angle_), arb_clear(sine_), arb_clear(cosine_);
    _arb_vec_clear(frequencies_, pairs_);
  }

  std::pair<double, double> operator()(std::uint64_t position, std::size_t pair) {
    arb_mul_ui(angle_, frequencies_ + pair, position, kBits);
    arb_sin_cos(sine_, cosine_, angle_, kBits);
    return {arf_get_d(arb_midref(sine_), ARF_RND_NEAR),
            arf_get_d(arb_midref(cosine_), ARF_RND_NEAR)};
  }

 private:
  slong pairs_;
  arb_ptr frequencies_;
  arb_t angle_, sine_, cosine_;
};
#endif

class CppBinFloat {
 public:
  using Number = boost::multiprecision::number<
      boost::multiprecision::cpp_bin_float<kBits, boost::multiprecision::digit_base_2>,
      boost::multiprecision::et_off>;

  explicit CppBinFloat(std::size_t columns) {
    for (std::size_t i = 0; i < columns / 2; ++i)
      frequencies_.push_back(pow(Number(10000), -Number(2 * i) / Number(columns)));
  }

  std::pair<double, double> operator()(std::uint64_t position, std::size_t pair) {
    const Number angle = frequencies_[pair] * position;
    return {static_cast<double>(sin(angle)), static_cast<double>(cos(angle))};
  }

 private:
  std::vector<Number> frequencies_;
};

template <class Pairs, class Real>
Writer prepare(Size size) {
  return [size, pairs = std::make_shared<Pairs>(size.columns)](std::byte* at) {
    Real* entry = reinterpret_cast<Real*>(at);
    for (std::uint64_t row = 0; row < size.rows; ++row) {
      for (std::size_t i = 0; i < size.columns / 2; ++i) {
        const auto [sine, cosine] = (*pairs)(kFirst + row, i);
        *entry++ = static_cast<Real>(sine);
        *entry++ = static_cast<Real>(cosine);
      }
    }
  };
}

/// Few rows: a whole table would take minutes, and the time of an element would be the same.
template <class Pairs>
void add(const std::string& name, std::vector<Maker>& makers) {
  const std::vector<Size> few = {{16, 512}, {1, 512}};
  makers.push_back({"float32", name, 4, few, prepare<Pairs, float>});
  makers.push_back({"float64", name, 8, few, prepare<Pairs, double>});
}

}  // namespace

std::vector<Maker> multiprecision_makers() {
  std::vector<Maker> result;
  add<Mpfr>("mpfr", result);
#ifdef SEXTANT_HAS_ARB
  add<Arb>("arb", result);
#endif
  add<CppBinFloat>("cpp_bin_float", result);
  return result;
}

}  // namespace sextant::bench
