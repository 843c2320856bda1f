#pragma once

#include <string>

namespace sextant::recipe {

/// The mathematical library that recipes call here.  Its own FMA and other variants differ in
/// double sine and cosine: the version and the processor's FMA belong to every figure.
struct Library {
  std::string glibc;
  bool fma = false;
};
Library library();

/// `glibc 2.36, with FMA`.
std::string to_words(const Library& library);

}  // namespace sextant::recipe
