#pragma once

#include <string>

namespace sextant::recipe {

/// The mathematical library that recipes call.  The results of its float64 sine and cosine depend
/// on the version, and on whether the processor has FMA.
struct HostLibrary {
  std::string glibc;  ///< the version; empty for another library
  bool fma = false;
};
HostLibrary host_library();

/// For example `glibc 2.36, with FMA`.
std::string to_words(const HostLibrary& library);

}  // namespace sextant::recipe
