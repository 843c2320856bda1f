#pragma once

#include <string>
#include <vector>

#include "sextant/encoding/wave/rotary.hpp"
#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// The tensors of a GGUF file that divide the angles, one number a pair, as stored.  Each is empty
/// if the file lacks it.
struct GgufDivisors {
  std::vector<double> always = {};          ///< rope_freqs.weight
  std::vector<double> long_contexts = {};   ///< rope_factors_long.weight
  std::vector<double> short_contexts = {};  ///< rope_factors_short.weight
};

/// Reads them from the arrays of a file.  Throws Error, naming the tensor, if one has more than
/// one axis or more than 32768 numbers.
GgufDivisors read_gguf_divisors(const std::vector<StoredArray>& arrays);

/// Adds divisors to a rotary encoding whose scaling is none or linear, with L₀ `original`; a linear
/// factor multiplies each divisor.  A divisor of at least 1e30 means that its pair does not turn:
/// the scaling is then proportional, if ones precede all such divisors.  Returns why the encoding
/// cannot be expressed; empty if it can.  Adds to `warnings` what is assumed.
std::string divide(Rotary& encoding, const GgufDivisors& divisors, const Rational& original,
                   std::vector<std::string>& warnings);

}  // namespace sextant
