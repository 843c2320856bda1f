#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/screen/looks_float32.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InFloat32
#define SEXTANT_LOOKS float32_looks
#include "sextant/measure/screen/looks-inl.h"
