#include "sextant/recipe/library/host_library.hpp"

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

namespace sextant::recipe {

HostLibrary host_library() {
#ifdef __GLIBC__
  return {gnu_get_libc_version(), __builtin_cpu_supports("fma") != 0};
#else
  return {};
#endif
}

std::string to_words(const HostLibrary& library) {
  if (library.glibc.empty()) return "a library that is not glibc";
  return "glibc " + library.glibc + (library.fma ? ", with FMA" : ", without FMA");
}

}  // namespace sextant::recipe
