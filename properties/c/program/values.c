#include <stdlib.h>
#include <string.h>

#include "check.h"

static uint64_t bits_of(const sextant_encoding* encoding, sextant_part part, const char* position,
                        size_t channel, sextant_format format) {
  uint64_t bits = 42;
  CHECK(sextant_value_bits(encoding, part, position, channel, format, &bits) == SEXTANT_OK);
  return bits;
}

static void patterns(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  CHECK(bits_of(e, SEXTANT_TABLE, "0", 1, SEXTANT_FLOAT16) == 0x3c00);
  CHECK(bits_of(e, SEXTANT_TABLE, "0", 1, SEXTANT_BFLOAT16) == 0x3f80);
  CHECK(bits_of(e, SEXTANT_TABLE, "0", 1, SEXTANT_FLOAT32) == 0x3f800000);
  CHECK(bits_of(e, SEXTANT_TABLE, "0", 1, SEXTANT_FLOAT64) == 0x3ff0000000000000);
  CHECK(bits_of(e, SEXTANT_TABLE, "0", 0, SEXTANT_FLOAT64) == 0);
  /* sin 1 = 0.84147098480789650665..., as every table of sines has it. */
  CHECK(bits_of(e, SEXTANT_TABLE, "1", 0, SEXTANT_FLOAT64) == 0x3feaed548f090cee);
  CHECK(bits_of(e, SEXTANT_TABLE, "-1", 0, SEXTANT_FLOAT64) == 0xbfeaed548f090cee);
  CHECK(bits_of(e, SEXTANT_TABLE, "2/2", 0, SEXTANT_FLOAT64) == 0x3feaed548f090cee);
  REFUSED(SEXTANT_BAD_INPUT, "no integers",
          sextant_value_bits(e, SEXTANT_TABLE, "0", 0, SEXTANT_INT64, (uint64_t[1]){0}));
  sextant_encoding_free(e);
}

/* A negative value that rounds to zero is -0; the value 0 is +0. */
static void signs_of_zero(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2 scale=1/1073741824");
  CHECK(bits_of(e, SEXTANT_TABLE, "-1", 0, SEXTANT_FLOAT16) == 0x8000);
  CHECK(bits_of(e, SEXTANT_TABLE, "1", 0, SEXTANT_FLOAT16) == 0);
  CHECK(bits_of(e, SEXTANT_TABLE, "0", 0, SEXTANT_FLOAT16) == 0);
  sextant_encoding_free(e);
}

static void of_one_row(void) {
  sextant_encoding* rope = encoding_of("rope dim=8");
  CHECK(bits_of(rope, SEXTANT_INV_FREQ, NULL, 0, SEXTANT_FLOAT32) == 0x3f800000);
  CHECK(bits_of(rope, SEXTANT_INV_FREQ, "7", 0, SEXTANT_FLOAT32) == 0x3f800000);
  sextant_encoding_free(rope);
}

static void integers(void) {
  sextant_encoding* t5 = encoding_of("t5 bidirectional=no");
  char text[8] = "";
  CHECK(bits_of(t5, SEXTANT_BUCKETS, "-5", 0, SEXTANT_INT64) == 5);
  CHECK(bits_of(t5, SEXTANT_BUCKETS, "-5", 0, SEXTANT_INT32) == 5);
  CHECK(bits_of(t5, SEXTANT_BUCKETS, "-5", 0, SEXTANT_FLOAT32) == 0x40a00000);
  CHECK(sextant_value_decimal(t5, SEXTANT_BUCKETS, "-5", 0, 0, text, sizeof text, NULL) ==
        SEXTANT_OK);
  CHECK(same(text, "5"));
  REFUSED(SEXTANT_BAD_INPUT, "not an integer",
          sextant_value_bits(t5, SEXTANT_BUCKETS, "1/2", 0, SEXTANT_INT64, (uint64_t[1]){0}));
  sextant_encoding_free(t5);
}

/* The text is as long as it is said to be, and a buffer without room for it stays as it was. */
static void decimals(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  char buffer[32];
  size_t needed = 0, size;
  CHECK(sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 0, buffer, sizeof buffer, &needed) ==
        SEXTANT_OK);
  CHECK(same(buffer, "0.84147098480789650665") && needed == strlen(buffer) + 1);
  CHECK(sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 3, buffer, sizeof buffer, &needed) ==
        SEXTANT_OK);
  CHECK(same(buffer, "0.841") && needed == 6);
  for (size = 0; size < 6; ++size) {
    memset(buffer, 'x', sizeof buffer);
    needed = 0;
    REFUSED(SEXTANT_TOO_SMALL, "takes 6 bytes",
            sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 3, buffer, size, &needed));
    CHECK(needed == 6 && buffer[0] == 'x' && buffer[5] == 'x');
  }
  CHECK(sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 3, buffer, 6, NULL) == SEXTANT_OK);
  REFUSED(SEXTANT_TOO_SMALL, "takes 6 bytes",
          sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 3, NULL, 0, &needed));
  sextant_encoding_free(e);
}

static void many_digits(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  size_t needed = 0;
  char* text;
  CHECK(sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 5000, NULL, 0, &needed) ==
        SEXTANT_TOO_SMALL);
  CHECK(needed == 5003); /* 0. and the zero byte */
  text = malloc(needed);
  CHECK(sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 5000, text, needed, NULL) == SEXTANT_OK);
  CHECK(strncmp(text, "0.841470984807896506652502321630298999622563060798371", 53) == 0);
  free(text);
  sextant_encoding_free(e);
}

static void places(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  static const struct {
    const char* position;
    size_t channel;
    const char* words;
  } all[] = {{"0", 2, "channel 2"},   {"0", (size_t)-1, "channel"}, {"", 0, "''"},
             {"2^63+1", 0, "2^63+1"}, {"2^64", 0, "beyond"},        {"one", 0, "one"}};
  size_t i;
  uint64_t bits;
  for (i = 0; i < sizeof all / sizeof *all; ++i) {
    bits = 42;
    REFUSED(SEXTANT_BAD_INPUT, all[i].words,
            sextant_value_bits(e, SEXTANT_TABLE, all[i].position, all[i].channel, SEXTANT_FLOAT32,
                               &bits));
    CHECK(bits == 0);
  }
  CHECK(sextant_value_bits(e, SEXTANT_TABLE, "2^63", 0, SEXTANT_FLOAT32, &bits) == SEXTANT_OK);
  REFUSED(SEXTANT_BAD_INPUT, "digits",
          sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, 100001, NULL, 0, NULL));
  REFUSED(SEXTANT_BAD_INPUT, "digits",
          sextant_value_decimal(e, SEXTANT_TABLE, "1", 0, -1, NULL, 0, NULL));
  sextant_encoding_free(e);
}

static void without_a_width(void) {
  sextant_encoding* rope = encoding_of("rope");
  size_t columns = 7;
  REFUSED(SEXTANT_BAD_INPUT, "--dim is missing",
          sextant_value_bits(rope, SEXTANT_COS, "0", 0, SEXTANT_FLOAT32, (uint64_t[1]){0}));
  REFUSED(SEXTANT_BAD_INPUT, "--dim is missing",
          sextant_encoding_columns(rope, SEXTANT_COS, &columns));
  CHECK(columns == 0);

  sextant_encoding_free(rope);
}

void values(void) {
  patterns();
  signs_of_zero();
  of_one_row();
  integers();
  decimals();
  many_digits();
  places();
  without_a_width();
}
