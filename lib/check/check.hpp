#pragma once

#include <istream>
#include <optional>
#include <string>

#include "check/arithmetic/error.hpp"
#include "check/search/progress.hpp"

namespace sextant::check {

/// What a certificate lists under a name whose numbers are not known here.
struct Listed {
  std::string encoding;
  std::string frequencies;  ///< in JSON, without spaces
};

/// What a certificate came to.
struct Checked {
  bool confirmed = false;
  std::string what;  ///< one line: what is confirmed and how, or why not
  double seconds = 0;
  bool defined = false;          ///< frequencies are by the definition of the name
  std::optional<Listed> listed;  ///< where they are these, whatever the name
};

/// Proves once more what a certificate states.  Nothing of the prover is used: frequencies are
/// evaluated by Arb, and bounds are integers.  A certificate speaks of the frequencies that it
/// lists; that these are of the encoding it names is checked where that is a plain one.  Throws
/// Error for what is no certificate, and for kinds that have no checker.
Checked check_certificate(std::istream& certificate, const Progress& progress = {});

}  // namespace sextant::check
