#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/screen/looks_bfloat16.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InSixteen<true>
#define SEXTANT_LOOKS bfloat16_looks
#include "sextant/measure/screen/looks-inl.h"
