#include "recipe/subject/subject_of.hpp"
#include "sextant/recipe/bound/arithmetic_mpfr.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_binary128() { return subjects_in<Binary128>(); }

}  // namespace sextant::recipe
