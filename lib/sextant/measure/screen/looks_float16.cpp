#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/screen/looks_float16.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InSixteen<false>
#define SEXTANT_LOOKS float16_looks
#include "sextant/measure/screen/looks-inl.h"
