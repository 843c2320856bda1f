#include "sextant/version.hpp"

namespace sextant {

std::string_view version() { return SEXTANT_VERSION; }

}  // namespace sextant
