#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/prefilter/prefilter_float32.cpp"
#include <hwy/foreach_target.h>

#define SEXTANT_NUMBERS InFloat32
#define SEXTANT_PREFILTER float32_prefilter
#include "sextant/measure/prefilter/prefilter_target-inl.h"
