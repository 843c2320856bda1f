#include "recipe/subject/subject_of.hpp"
#include "sextant/recipe/bound/arithmetic_cpp_bin_float.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_cpp_bin_float() { return subjects_in<CppBinFloat50>(); }

}  // namespace sextant::recipe
