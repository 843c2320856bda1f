#include "recipe/subject/subject_of.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_float() { return subjects_in<float>(); }

}  // namespace sextant::recipe
