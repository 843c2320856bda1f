#ifndef SEXTANT_C_TABLE_H
#define SEXTANT_C_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "sextant/c/encoding.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How numbers lie in memory, in the machine's order of bytes.  0 is none of them. */
typedef enum sextant_format SEXTANT_ENUM {
  SEXTANT_FLOAT16 = 1,
  SEXTANT_BFLOAT16 = 2,
  SEXTANT_FLOAT32 = 3,
  SEXTANT_FLOAT64 = 4,
  SEXTANT_INT32 = 5, /* of buckets and indices alone */
  SEXTANT_INT64 = 6
} sextant_format;

/* "bfloat16", ...; NULL for no format. */
SEXTANT_API const char* sextant_format_name(sextant_format format);

/* The positions of rows: `count` doubles at `numbers`, each taken for the exact number that it is;
   or `count` integers at `integers`; or, where both are NULL, first, first + step, ...  Integers,
   `first` and `step` count parts of a position: {..., .integers = p, .parts = 3} are thirds. */
typedef struct sextant_positions {
  size_t size; /* sizeof(sextant_positions) */
  uint64_t count;
  int64_t first;
  int64_t step;   /* 0: 1 */
  uint64_t parts; /* 0: 1 */
  const int64_t* integers;
  const double* numbers;
} sextant_positions;

/* Those of a table of so many rows as the encoding's own program has them: from 0 on, or from n - 1
   down to 0 (transformer-xl), or from 1 on (opennmt-tf). */
SEXTANT_API sextant_status sextant_encoding_positions(const sextant_encoding* encoding,
                                                      uint64_t rows, sextant_positions* positions);

/* The number of a format nearest to the true value in one place, ties to even: its bits, in the
   lowest of `bits`.  `position` is a text, "1048577", "2^20", "999.5", "1/3", up to 2^63; NULL for
   parts of one row.  Channels are columns, from 0.  Integers, of buckets and indices, are
   SEXTANT_INT64 (two's complement) or one of the others. */
SEXTANT_API sextant_status sextant_value_bits(const sextant_encoding* encoding, sextant_part part,
                                              const char* position, size_t channel,
                                              sextant_format format, uint64_t* bits);

/* The true value to `digits` significant decimal digits (at most 100000; 0: 20, or the integer as
   it is), rounded to nearest, as a text in `buffer`, which has `size` bytes.  `*needed` (unless
   NULL) becomes the bytes that it takes with the zero byte, also with SEXTANT_TOO_SMALL, when the
   buffer is left as it was; it may be NULL where size is 0. */
SEXTANT_API sextant_status sextant_value_decimal(const sextant_encoding* encoding,
                                                 sextant_part part, const char* position,
                                                 size_t channel, int digits, char* buffer,
                                                 size_t size, size_t* needed);

/* Rows of the numbers nearest to the truth, one after the other in `buffer`, which has `size` bytes
   and needs no alignment: row i is position i of `positions`, and has sextant_encoding_columns
   numbers.  Parts of one row take NULL for positions.  `*needed` as above.  Where an entry is
   undecided, or memory runs out, the buffer is partly written. */
SEXTANT_API sextant_status sextant_table(const sextant_encoding* encoding, sextant_part part,
                                         const sextant_positions* positions, sextant_format format,
                                         void* buffer, size_t size, size_t* needed);

#ifdef __cplusplus
}
#endif

#endif
