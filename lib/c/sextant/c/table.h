#ifndef SEXTANT_C_TABLE_H
#define SEXTANT_C_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "sextant/c/encoding.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number formats in memory, in the byte order of the machine.  0 is not a format. */
typedef enum sextant_format SEXTANT_ENUM {
  SEXTANT_FLOAT16 = 1,
  SEXTANT_BFLOAT16 = 2,
  SEXTANT_FLOAT32 = 3,
  SEXTANT_FLOAT64 = 4,
  SEXTANT_INT32 = 5, /* for buckets and indices only */
  SEXTANT_INT64 = 6
} sextant_format;

/* The name of a format, such as "bfloat16"; NULL for an unknown format. */
SEXTANT_API const char* sextant_format_name(sextant_format format);

/* The positions of rows: `count` doubles at `numbers`, as exact numbers; or `count` integers at
   `integers`; or, if both are NULL, first, first + step, ...  Integers, `first` and `step` count
   units of 1/parts: {..., .integers = p, .parts = 3} are thirds. */
typedef struct sextant_positions {
  size_t size; /* sizeof(sextant_positions) */
  uint64_t count;
  int64_t first;
  int64_t step;   /* 0: 1 */
  uint64_t parts; /* 0: 1 */
  const int64_t* integers;
  const double* numbers;
} sextant_positions;

/* The positions of a table with `rows` rows in the order of the encoding's own program: from 0
   on, from n - 1 down to 0 (transformer-xl), or from 1 on (opennmt-tf). */
SEXTANT_API sextant_status sextant_encoding_positions(const sextant_encoding* encoding,
                                                      uint64_t rows, sextant_positions* positions);

/* The number of a format nearest to the true value of one entry, ties to even.  Its bits are the
   lowest of `bits`.  `position` is a text such as "1048577", "2^20", "999.5" or "1/3", up to
   2^63; NULL for parts of one row.  Channels are columns, from 0.  Buckets and indices may have
   any format; SEXTANT_INT32 and SEXTANT_INT64 are two's complement. */
SEXTANT_API sextant_status sextant_value_bits(const sextant_encoding* encoding, sextant_part part,
                                              const char* position, size_t channel,
                                              sextant_format format, uint64_t* bits);

/* The true value to `digits` significant decimal digits, rounded to nearest, as a text in
   `buffer`, which has `size` bytes.  `digits` is at most 100000; 0 means 20 digits, or all
   digits of an integer.  `*needed` (unless NULL) receives the required bytes, including the zero
   byte.  With SEXTANT_TOO_SMALL the buffer is unchanged.  The buffer may be NULL if size is 0. */
SEXTANT_API sextant_status sextant_value_decimal(const sextant_encoding* encoding,
                                                 sextant_part part, const char* position,
                                                 size_t channel, int digits, char* buffer,
                                                 size_t size, size_t* needed);

/* Rows of the numbers nearest to the true values, contiguous in `buffer`, which has `size` bytes
   and needs no alignment.  Row i is position i of `positions`, and has sextant_encoding_columns
   numbers.  For parts of one row `positions` is NULL.  `*needed` as above.  If an entry is
   undecided, or memory runs out, the buffer is partly written. */
SEXTANT_API sextant_status sextant_table(const sextant_encoding* encoding, sextant_part part,
                                         const sextant_positions* positions, sextant_format format,
                                         void* buffer, size_t size, size_t* needed);

#ifdef __cplusplus
}
#endif

#endif
