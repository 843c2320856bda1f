#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const sextant_positions* from(int64_t first, uint64_t count) {
  static sextant_positions positions;
  memset(&positions, 0, sizeof positions);
  positions.size = sizeof positions;
  positions.first = first;
  positions.count = count;
  return &positions;
}

/* Every entry of a table is the value of its place, in every format. */
static void entries(void) {
  static const struct {
    sextant_format format;
    size_t bytes;
  } all[] = {
      {SEXTANT_FLOAT16, 2}, {SEXTANT_BFLOAT16, 2}, {SEXTANT_FLOAT32, 4}, {SEXTANT_FLOAT64, 8}};
  static const char* const places[] = {"998", "999", "1000", "1001", "1002"};
  sextant_encoding* e = encoding_of("sinusoidal dim=6");
  size_t k, row, column, needed = 0;
  for (k = 0; k < sizeof all / sizeof *all; ++k) {
    char table[5 * 6 * 8];
    const size_t bytes = 5 * 6 * all[k].bytes;
    CHECK(sextant_table(e, SEXTANT_TABLE, from(998, 5), all[k].format, table, bytes, &needed) ==
          SEXTANT_OK);
    CHECK(needed == bytes);
    for (row = 0; row < 5; ++row) {
      for (column = 0; column < 6; ++column) {
        uint64_t bits = 0, stored = 0; /* little-endian, as tables are */
        memcpy(&stored, table + (row * 6 + column) * all[k].bytes, all[k].bytes);
        CHECK(sextant_value_bits(e, SEXTANT_TABLE, places[row], column, all[k].format, &bits) ==
              SEXTANT_OK);
        CHECK(bits == stored);
      }
    }
  }
  sextant_encoding_free(e);
}

/* The same bytes wherever the buffer begins, and none before or after it. */
static void buffers(void) {
  enum { kRows = 700, kColumns = 96, kBytes = kRows * kColumns * 4 };
  sextant_encoding* e = encoding_of("sinusoidal dim=96");
  char* table = malloc(kBytes);
  char* other = malloc(kBytes + 16);
  size_t shift, needed = 0;
  CHECK(sextant_table(e, SEXTANT_TABLE, from(0, kRows), SEXTANT_FLOAT32, table, kBytes, NULL) ==
        SEXTANT_OK);
  for (shift = 1; shift < 8; shift += 2) {
    memset(other, 'x', kBytes + 16);
    CHECK(sextant_table(e, SEXTANT_TABLE, from(0, kRows), SEXTANT_FLOAT32, other + shift,
                        kBytes + 3, NULL) == SEXTANT_OK);
    CHECK(memcmp(table, other + shift, kBytes) == 0);
    CHECK(other[shift - 1] == 'x' && other[shift + kBytes] == 'x');
  }
  memset(other, 'x', kBytes);
  REFUSED(
      SEXTANT_TOO_SMALL, "takes 268800 bytes, not 268799",
      sextant_table(e, SEXTANT_TABLE, from(0, kRows), SEXTANT_FLOAT32, other, kBytes - 1, &needed));
  CHECK(needed == kBytes && other[0] == 'x' && other[kBytes - 1] == 'x');
  REFUSED(SEXTANT_TOO_SMALL, "takes",
          sextant_table(e, SEXTANT_TABLE, from(0, kRows), SEXTANT_FLOAT32, NULL, 0, &needed));
  CHECK(needed == kBytes);
  REFUSED(SEXTANT_TOO_SMALL, "takes 18446744073709551615 bytes", /* more than can be counted */
          sextant_table(e, SEXTANT_TABLE, from(0, (uint64_t)1 << 62), SEXTANT_FLOAT32, other,
                        kBytes, &needed));
  free(table);
  free(other);
  sextant_encoding_free(e);
}

/* The table of a list is that of the same positions in a row. */
static void lists_of_positions(void) {
  static const double halves[] = {-0.5, 0, 0.5, 1};
  static const int64_t counted[] = {-1, 0, 1, 2};
  sextant_encoding* e = encoding_of("sinusoidal dim=4");
  sextant_positions positions = {sizeof positions, 4, 0, 0, 0, NULL, halves};
  float of_doubles[16], of_integers[16], in_a_row[16], whole[8];
  CHECK(sextant_table(e, SEXTANT_TABLE, &positions, SEXTANT_FLOAT32, of_doubles, sizeof of_doubles,
                      NULL) == SEXTANT_OK);
  positions.numbers = NULL;
  positions.integers = counted;
  positions.parts = 2;
  CHECK(sextant_table(e, SEXTANT_TABLE, &positions, SEXTANT_FLOAT32, of_integers,
                      sizeof of_integers, NULL) == SEXTANT_OK);
  positions.integers = NULL;
  positions.first = -1;
  CHECK(sextant_table(e, SEXTANT_TABLE, &positions, SEXTANT_FLOAT32, in_a_row, sizeof in_a_row,
                      NULL) == SEXTANT_OK);
  CHECK(memcmp(of_doubles, of_integers, sizeof of_doubles) == 0);
  CHECK(memcmp(of_doubles, in_a_row, sizeof of_doubles) == 0);
  CHECK(sextant_table(e, SEXTANT_TABLE, from(0, 2), SEXTANT_FLOAT32, whole, sizeof whole, NULL) ==
        SEXTANT_OK);
  CHECK(memcmp(of_doubles + 4, whole, 16) == 0 && memcmp(of_doubles + 12, whole + 4, 16) == 0);
  CHECK(of_doubles[0] != of_doubles[4]);
  sextant_encoding_free(e);
}

static void refused_positions(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  static const double endless[] = {0, HUGE_VAL};
  static const double apart[] = {0x1p60, 0x1p-60};
  static const int64_t zero[] = {0};
  const sextant_positions all[] = {
      {sizeof *all, 0, 0, 0, 0, NULL, NULL},
      {sizeof *all, 2, 0, 0, 0, NULL, endless},
      {sizeof *all, 2, 0, 0, 0, NULL, apart},
      {sizeof *all, 0, 0, 0, 0, zero, NULL},
      {sizeof *all, 0, 0, 0, 0, NULL, apart},
      {sizeof *all, UINT64_MAX, 0, INT64_MAX, 0, NULL, NULL},
      {sizeof *all, UINT64_MAX, INT64_MIN, INT64_MIN, 0, NULL, NULL},
      {sizeof *all, 2, 0, 0, UINT64_MAX, NULL, NULL},
      {sizeof *all, 2, INT64_MAX, INT64_MAX, 0, NULL, NULL},
  };
  static const char* const words[] = {"count is 0", "not finite", "beyond 2^63",
                                      "empty",      "empty",      "beyond",
                                      "beyond",     "1/2^63",     "beyond 2^63"};
  size_t i;
  float table[8];
  for (i = 0; i < sizeof all / sizeof *all; ++i)
    REFUSED(SEXTANT_BAD_INPUT, words[i],
            sextant_table(e, SEXTANT_TABLE, &all[i], SEXTANT_FLOAT32, table, sizeof table, NULL));
  sextant_encoding_free(e);
}

/* Integers in either width; a head a row, where the layout says so; parts of one row. */
static void other_parts(void) {
  sextant_encoding* t5 = encoding_of("t5 bidirectional=no");
  sextant_encoding* heads = encoding_of("alibi heads=3");
  sextant_encoding* first = encoding_of("alibi heads=3 layout=heads-first");
  int64_t wide[300];
  int32_t narrow[300];
  float columns[5][3], rows[3][5], slopes[3];
  int i, j;
  CHECK(sextant_table(t5, SEXTANT_BUCKETS, from(-299, 300), SEXTANT_INT64, wide, sizeof wide,
                      NULL) == SEXTANT_OK);
  CHECK(sextant_table(t5, SEXTANT_BUCKETS, from(-299, 300), SEXTANT_INT32, narrow, sizeof narrow,
                      NULL) == SEXTANT_OK);
  CHECK(wide[299] == 0 && wide[294] == 5 && wide[0] == 31);
  for (i = 0; i < 300; ++i) CHECK(wide[i] == narrow[i]);
  CHECK(sextant_table(heads, SEXTANT_BIAS, from(0, 5), SEXTANT_FLOAT32, columns, sizeof columns,
                      NULL) == SEXTANT_OK);
  CHECK(sextant_table(first, SEXTANT_BIAS, from(0, 5), SEXTANT_FLOAT32, rows, sizeof rows, NULL) ==
        SEXTANT_OK);
  CHECK(sextant_table(first, SEXTANT_SLOPES, NULL, SEXTANT_FLOAT32, slopes, sizeof slopes, NULL) ==
        SEXTANT_OK);
  for (i = 0; i < 5; ++i)
    for (j = 0; j < 3; ++j) CHECK(columns[i][j] == rows[j][i]);
  CHECK(slopes[0] == -columns[1][0] && slopes[1] != slopes[0]);
  REFUSED(SEXTANT_BAD_INPUT, "no integers",
          sextant_table(heads, SEXTANT_BIAS, from(0, 5), SEXTANT_INT64, wide, sizeof wide, NULL));
  sextant_encoding_free(t5);
  sextant_encoding_free(heads);
  sextant_encoding_free(first);
}

/* Half-split: each function's columns, and then the same again. */
static void repeated_parts(void) {
  static const sextant_part once[] = {SEXTANT_COS, SEXTANT_SIN};
  static const sextant_part twice[] = {SEXTANT_COS_REPEATED, SEXTANT_SIN_REPEATED};
  sextant_encoding* rope = encoding_of("rope dim=8");
  float narrow[2][4], wide[2][8], whole[8];
  int i;
  CHECK(sextant_table(rope, SEXTANT_TABLE, from(3, 1), SEXTANT_FLOAT32, whole, sizeof whole,
                      NULL) == SEXTANT_OK);
  for (i = 0; i < 2; ++i) {
    CHECK(sextant_table(rope, once[i], from(3, 1), SEXTANT_FLOAT32, narrow[i], sizeof narrow[i],
                        NULL) == SEXTANT_OK);
    CHECK(sextant_table(rope, twice[i], from(3, 1), SEXTANT_FLOAT32, wide[i], sizeof wide[i],
                        NULL) == SEXTANT_OK);
    CHECK(memcmp(wide[i], narrow[i], sizeof narrow[i]) == 0);
    CHECK(memcmp(wide[i] + 4, narrow[i], sizeof narrow[i]) == 0);
    CHECK(memcmp(whole + 4 * i, narrow[i], sizeof narrow[i]) == 0);
  }
  sextant_encoding_free(rope);
}

void tables(void) {
  entries();
  buffers();
  lists_of_positions();
  refused_positions();
  other_parts();
  repeated_parts();
}
