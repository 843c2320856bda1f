#pragma once

#include <ostream>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "sextant/encoding/encoding.hpp"

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Encoding& e);

namespace draw {

/// Usual bases, bases just above and below 1, squares and powers of two; or any.
Gen<Rational> bases();

/// Even numbers of channels up to 1024; often one that models use.
Gen<int> even_dims();

Gen<Sinusoidal> sinusoidals();

/// Context scalings, with parameters of models and others.
Gen<Context> contexts(int dim, const Rational& base);

Gen<Rotary> rotaries();

/// Valid encodings: chart() accepts them.
Gen<Encoding> encodings();

}  // namespace draw
}  // namespace sextant
