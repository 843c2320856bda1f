#include "sextant/recipe/bound/library.hpp"

#include <gnu/libc-version.h>

namespace sextant::recipe {

Library library() { return {gnu_get_libc_version(), __builtin_cpu_supports("fma") != 0}; }

std::string to_words(const Library& library) {
  return "glibc " + library.glibc + (library.fma ? ", with FMA" : ", without FMA");
}

}  // namespace sextant::recipe
