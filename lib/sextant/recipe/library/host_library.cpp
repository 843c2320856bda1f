#include "sextant/recipe/library/host_library.hpp"

#include <gnu/libc-version.h>

namespace sextant::recipe {

HostLibrary host_library() { return {gnu_get_libc_version(), __builtin_cpu_supports("fma") != 0}; }

std::string to_words(const HostLibrary& library) {
  return "glibc " + library.glibc + (library.fma ? ", with FMA" : ", without FMA");
}

}  // namespace sextant::recipe
