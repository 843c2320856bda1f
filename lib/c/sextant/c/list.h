#ifndef SEXTANT_C_LIST_H
#define SEXTANT_C_LIST_H

#include <stddef.h>

#include "sextant/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The lists of the library. */
typedef enum sextant_listing SEXTANT_ENUM {
  SEXTANT_ENCODINGS = 0,
  SEXTANT_RECIPES = 1,
  SEXTANT_ENGINES = 2,
  SEXTANT_FORMATS = 3,
  SEXTANT_MODELS = 4,
  SEXTANT_FAULTS = 5,
  SEXTANT_LIBRARIES = 6,
  SEXTANT_MODES = 7
} sextant_listing;

/* Item number `index` of a list, from 0 on; SEXTANT_ABSENT after the last one.  `summary` may be
   NULL. */
SEXTANT_API sextant_status sextant_list(sextant_listing listing, size_t index, const char** name,
                                        const char** summary);

#ifdef __cplusplus
}
#endif

#endif
