#pragma once

#include <ostream>

#include <rapidcheck/gtest.h>

#include "draw/numbers.hpp"
#include "sextant/encoding/wave/encoding.hpp"

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Encoding& e);

namespace draw {

/// The bases people use, one just above 1, one below, squares and powers of two; or any.
rc::Gen<Rational> bases();

/// Any even number of channels to 1024, and often one that models have.
rc::Gen<int> even_dims();

rc::Gen<Sinusoidal> sinusoidals();

/// What models stretch their positions by, and what they do not.
rc::Gen<Context> contexts(int dim, const Rational& base);

rc::Gen<Rotary> rotaries();

/// An encoding that means something: chart() takes it.
rc::Gen<Encoding> encodings();

}  // namespace draw
}  // namespace sextant
