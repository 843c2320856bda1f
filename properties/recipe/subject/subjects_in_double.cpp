#include "recipe/subject/subject_of.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_double() { return subjects_in<double>(); }

}  // namespace sextant::recipe
