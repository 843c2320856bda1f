#pragma once

#include <ostream>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "sextant/encoding/encoding.hpp"

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Encoding& e);

namespace draw {

/// The bases people use, one just above 1, one below, squares and powers of two; or any.
Gen<Rational> bases();

/// Any even number of channels to 1024, and often one that models have.
Gen<int> even_dims();

Gen<Sinusoidal> sinusoidals();

/// What models stretch their positions by, and what they do not.
Gen<Context> contexts(int dim, const Rational& base);

Gen<Rotary> rotaries();

/// An encoding that means something: chart() takes it.
Gen<Encoding> encodings();

}  // namespace draw
}  // namespace sextant
