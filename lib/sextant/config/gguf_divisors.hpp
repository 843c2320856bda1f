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

/// Reads the divisors from the arrays of a file.  Throws Error, naming the tensor, unless each has
/// one axis of 2 to 32768 numbers.
GgufDivisors read_gguf_divisors(const std::vector<StoredArray>& arrays);

/// Adds divisors to a rotary encoding.  Unless all are 1, its scaling becomes longrope with
/// original context `original`.  A linear factor multiplies each divisor.  A divisor of about 1e30
/// or more means that its pair does not turn; the scaling becomes proportional if all divisors
/// before it are 1.
///
/// Returns why no encoding can express the divisors, for example with YaRN; empty if one can.  Adds
/// to `warnings` what is assumed.
std::string divide(Rotary& encoding, const GgufDivisors& divisors, const Rational& original,
                   std::vector<std::string>& warnings);

}  // namespace sextant
