#pragma once

#include <istream>
#include <optional>
#include <string>

#include "certificate/arithmetic/error.hpp"
#include "certificate/search/progress.hpp"

namespace sextant::certificate {

/// The numbers that a certificate lists for a name that this program does not know.
struct Listed {
  std::string encoding;
  std::string frequencies;  ///< in JSON, without spaces
};

/// The result of a check.
struct Checked {
  bool confirmed = false;
  std::string what;  ///< one line: what is confirmed and how, or the reason of failure
  double seconds = 0;
  bool defined = false;          ///< the frequencies agree with the name's definition
  std::optional<Listed> listed;  ///< the listed numbers, if the name is unknown
};

/// Proves a certificate's statement again, without code of the prover: Arb evaluates frequencies,
/// and bounds are integers.  The proof is about the listed frequencies; for plain encodings it is
/// also checked that these belong to the encoding.  Throws Error if the input is not a certificate,
/// and for kinds without a checker.
Checked check_certificate(std::istream& certificate, const Progress& progress = {});

}  // namespace sextant::certificate
