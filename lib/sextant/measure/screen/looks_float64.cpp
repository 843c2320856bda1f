#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/screen/looks_float64.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InFloat64
#define SEXTANT_LOOKS float64_looks
#include "sextant/measure/screen/looks-inl.h"
