#pragma once

#include <string>

namespace sextant::recipe {

/// The mathematical library that recipes call.  Its sine and cosine in double depend on the version
/// and on whether the processor has FMA, so every figure names both.
struct HostLibrary {
  std::string glibc;
  bool fma = false;
};
HostLibrary host_library();

/// `glibc 2.36, with FMA`.
std::string to_words(const HostLibrary& library);

}  // namespace sextant::recipe
