#pragma once

#include <cstdint>
#include <ostream>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sextant/number/number.hpp"

namespace sextant {

/// How counterexamples are shown.
std::ostream& operator<<(std::ostream& out, const Format& f);
std::ostream& operator<<(std::ostream& out, const Number& n);

/// What properties are tried on.  Draws do not depend on RapidCheck's size, which would keep the
/// first cases small: a position of 60 bits is as likely as one of 6.
namespace draw {

template <class T>
rc::Gen<T> full(rc::Gen<T> gen) {
  return rc::gen::resize(rc::kNominalSize, std::move(gen));
}

/// `usual` one time in two, otherwise what `gen` draws.
template <class T>
rc::Gen<T> mostly(T usual, rc::Gen<T> gen) {
  return rc::gen::oneOf(rc::gen::just(std::move(usual)), std::move(gen));
}

/// The number of `bits` bits whose leading bit is followed by those of `raw`.
std::uint64_t of_width(int bits, std::uint64_t raw);

/// Integers of k bits, k uniform in 0 … bits: log-uniform.  Shrinks towards 0.
rc::Gen<std::uint64_t> log_uniform(int bits);

/// A rational a/b, both log-uniform, a of 0 … `bits` bits.
rc::Gen<Rational> rationals(int bits = 20);

}  // namespace draw
}  // namespace sextant
