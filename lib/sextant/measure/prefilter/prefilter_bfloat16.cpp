#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/prefilter/prefilter_bfloat16.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InSixteen<true>
#define SEXTANT_PREFILTER bfloat16_prefilter
#include "sextant/measure/prefilter/prefilter_target-inl.h"
