#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/prefilter/prefilter_float16.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InSixteen<false>
#define SEXTANT_PREFILTER float16_prefilter
#include "sextant/measure/prefilter/prefilter_target-inl.h"
