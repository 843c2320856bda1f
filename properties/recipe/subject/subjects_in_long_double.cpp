#include "recipe/subject/subject_of.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_long_double() { return subjects_in<long double>(); }

}  // namespace sextant::recipe
