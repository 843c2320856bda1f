#include "sextant/version.hpp"

#include "sextant/c/status.h"

extern "C" {

const char* sextant_version(void) { return sextant::version().data(); }  // a literal

int sextant_abi(void) { return SEXTANT_ABI; }
}
