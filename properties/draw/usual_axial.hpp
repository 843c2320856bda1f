#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {

/// A matrix of 2 x n frequencies of float32, as text: multiples of 2⁻²⁰ of no order, in (−2, 2).
inline std::string usual_matrix(int n) {
  std::string text;
  for (int k = 0; k < 2 * n; ++k)
    text += (k == 0 ? "" : ",") +
            to_text(Rational(Rational((k * 1299709L + 700001L) % 4194301L - 2097150L) / (1 << 20)));
  return text;
}

/// An encoding of a program.  If its frequencies are a matrix, it has `dim` channels of
/// usual_matrix().
inline Axial usual_axial(std::string_view program, int dim = 32) {
  Axial e = *find_axial(program);
  if (e.split != Split::combined) return e;
  set_field(e, "dim", std::to_string(dim));
  set_field(e, "frequencies", usual_matrix(dim / 2));
  return e;
}

}  // namespace sextant
