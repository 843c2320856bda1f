#include "recipe/subject/subject_of.hpp"

namespace sextant::recipe {

std::vector<Subjects> subjects_in_binary128() { return subjects_in<Binary128>(); }

}  // namespace sextant::recipe
