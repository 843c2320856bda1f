#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/prefilter/prefilter_float64.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InFloat64
#define SEXTANT_PREFILTER float64_prefilter
#include "sextant/measure/prefilter/prefilter_target-inl.h"
