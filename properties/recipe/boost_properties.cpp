#include <algorithm>
#include <iostream>
#include <random>

#include <gtest/gtest.h>

#include "recipe/subject_of.hpp"

namespace sextant::recipe {
namespace {

using Wide = Real<120>;

Wide wide(const CppBinFloat50& x) {
  const Number n = round(Format::bits(200), exactly(x));
  Wide size = 0;
  mpfr_set_str(size.backend().data(), n.significand.str().c_str(), 10, MPFR_RNDN);
  return ldexp(n.negative ? Wide(-size) : size, n.exponent);
}

/// |got − want| in units of u times `size`.
double units(const CppBinFloat50& got, const Wide& want, const Wide& size) {
  return static_cast<double>(abs(wide(got) - want) / size) / unit<CppBinFloat50>();
}

/// The largest errors of Boost's functions over drawn arguments, in the terms of Hypothesis.
Hypothesis measured() {
  std::mt19937_64 random{20170612};
  const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  Hypothesis worst{.exp = 0, .pow = 0, .log = 0, .trig = 0, .text = ""};
  const auto raise = [](double& most, double x) { most = std::max(most, x); };
  for (int i = 0; i < 4000; ++i) {
    const CppBinFloat50 x = CppBinFloat50(uniform()) + ldexp(CppBinFloat50(uniform()), -53);
    const CppBinFloat50 argument = -x * std::exp(7 * uniform());
    const Wide size = exp(wide(argument));
    const double loss = units(exp(argument), size, size);
    if (abs(argument) < 1) raise(worst.exp, loss / 2);
    raise(worst.exp_argument, loss / std::max(1.0, std::abs(static_cast<double>(argument))));
    const CppBinFloat50 base = (x + 1) * std::exp(40 * uniform() - 10);
    const Wide ln = log(wide(base));
    raise(worst.log, units(log(base), ln, abs(ln)) / 2);
    const CppBinFloat50 y = -x * 3;
    const Wide power = pow(wide(base), wide(y));
    const double pow_loss = units(pow(base, y), power, power);
    const double spread = std::abs(static_cast<double>(y) * static_cast<double>(ln));
    if (spread < 1) raise(worst.pow, pow_loss / 2);
    raise(worst.pow_argument, pow_loss / std::max(1.0, spread));
    const CppBinFloat50 angle = x * std::exp(44 * uniform());
    const Wide sine = sin(wide(angle));
    if (angle < 1) raise(worst.trig, units(sin(angle), sine, sine) / 2);
    raise(worst.reduction, units(sin(angle), sine, std::max(Wide(1), wide(angle))));
  }
  return worst;
}

/// Recorded for Boost 1.74, from both sides: the hypothesis is kept, and not by much more than the
/// margin that a draw of a few thousand arguments asks for.
TEST(BoostLosesWithTheArgument, AsTheHypothesisRecords) {
  const Hypothesis got = measured();
  const Hypothesis& kept = Arithmetic<CppBinFloat50>::hypothesis;
  const std::pair<const char*, double Hypothesis::*> names[] = {
      {"exp", &Hypothesis::exp},
      {"pow", &Hypothesis::pow},
      {"log", &Hypothesis::log},
      {"sine", &Hypothesis::trig},
      {"exp, per unit of its argument", &Hypothesis::exp_argument},
      {"pow, per unit of y ln x", &Hypothesis::pow_argument},
      {"sine, per radian", &Hypothesis::reduction}};
  for (const auto& [name, member] : names) {
    std::cout << "  " << name << ": " << got.*member << " of " << kept.*member << '\n';
    EXPECT_LE(got.*member, kept.*member) << name;
    EXPECT_GE(got.*member, kept.*member / 16) << name;
  }
}

}  // namespace
}  // namespace sextant::recipe
