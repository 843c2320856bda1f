#include "recipe/subject/subject_of.hpp"
#include "sextant/recipe/bound/arithmetic_mpfr.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_mpfr_float() { return subjects_in<MpfrFloat50>(); }

}  // namespace sextant::recipe
