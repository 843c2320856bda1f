#include <string.h>

#include "check.h"

/* A struct of an older header, and one of a newer header. */
static void read_as_far_as_they_go(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  struct {
    sextant_positions known;
    uint64_t more;
  } newer;
  float table[2], again[2];
  memset(&newer, 0, sizeof newer);
  newer.known.size = sizeof newer;
  newer.known.count = 1;
  newer.known.first = 3;
  CHECK(sextant_table(e, SEXTANT_TABLE, &newer.known, SEXTANT_FLOAT32, table, sizeof table, NULL) ==
        SEXTANT_OK);
  newer.more = 1;
  REFUSED(
      SEXTANT_BAD_ARGUMENT, "newer header",
      sextant_table(e, SEXTANT_TABLE, &newer.known, SEXTANT_FLOAT32, table, sizeof table, NULL));
  newer.known.size = offsetof(sextant_positions, step); /* what follows is not looked at */
  newer.known.step = 5;
  newer.known.parts = 7;
  newer.known.integers = (const int64_t*)1;
  CHECK(sextant_table(e, SEXTANT_TABLE, &newer.known, SEXTANT_FLOAT32, again, sizeof again, NULL) ==
        SEXTANT_OK);
  CHECK(memcmp(table, again, sizeof table) == 0);
  sextant_encoding_free(e);
}

static void of_no_size(void) {
  static const size_t wrong[] = {0, 1, 7, 4097, (size_t)-1};
  static const float ones[] = {1, 1};
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  size_t i;
  for (i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    sextant_positions positions = {0, 1, 0, 0, 0, NULL, NULL};
    sextant_array array = {sizeof array, ones, sizeof ones, 1, 2, SEXTANT_FLOAT32, 0, NULL};
    sextant_question question = {sizeof question, SEXTANT_TABLE, NULL, 0, 0, NULL, 0, 0, 0, 0};
    sextant_verdict* verdict = NULL;
    float table[2];
    positions.size = wrong[i];
    REFUSED(
        SEXTANT_BAD_ARGUMENT, "positions.size is not set",
        sextant_table(e, SEXTANT_TABLE, &positions, SEXTANT_FLOAT32, table, sizeof table, NULL));
    REFUSED(SEXTANT_BAD_ARGUMENT, "positions.size is not set",
            sextant_encoding_positions(e, 1, &positions));
    question.positions = &positions;
    REFUSED(SEXTANT_BAD_ARGUMENT, "question.positions.size is not set",
            sextant_verify(e, &array, &question, &verdict));
    question.size = wrong[i];
    REFUSED(SEXTANT_BAD_ARGUMENT, "question.size is not set",
            sextant_verify(e, &array, &question, &verdict));
    array.size = wrong[i];
    REFUSED(SEXTANT_BAD_ARGUMENT, "array.size is not set",
            sextant_verify(e, &array, NULL, &verdict));
  }
  sextant_encoding_free(e);
}

/* What is given goes as far as the caller's struct, and not beyond. */
static void written_as_far_as_they_go(void) {
  static const float ones[] = {1, 1};
  sextant_encoding* e = encoding_of("sinusoidal dim=2");
  const sextant_array array = {sizeof array, ones, sizeof ones, 1, 2, SEXTANT_FLOAT32, 0, NULL};
  sextant_verdict* verdict = NULL;
  struct {
    sextant_counts counts;
    uint64_t more;
  } newer = {{sizeof newer, 9, 9, 9, 9}, 9};
  sextant_counts older = {offsetof(sextant_counts, misrounded), 9, 9, 9, 9};
  sextant_entry entry;
  sextant_finding finding;
  CHECK(sextant_verify(e, &array, NULL, &verdict) == SEXTANT_OK);
  CHECK(sextant_verdict_counts(verdict, &newer.counts) == SEXTANT_OK);
  CHECK(newer.counts.entries == 2 && newer.counts.misrounded == 1 && newer.more == 9);
  CHECK(newer.counts.size == sizeof newer);
  CHECK(sextant_verdict_counts(verdict, &older) == SEXTANT_OK);
  CHECK(older.entries == 2 && older.misrounded == 9);
  older.size = 0;
  REFUSED(SEXTANT_BAD_ARGUMENT, "counts.size", sextant_verdict_counts(verdict, &older));
  entry.size = 4;
  REFUSED(SEXTANT_BAD_ARGUMENT, "entry.size",
          sextant_verdict_worst(verdict, SEXTANT_BY_ULPS, &entry));
  finding.size = 4;
  REFUSED(SEXTANT_BAD_ARGUMENT, "finding.size", sextant_verdict_finding(verdict, 0, &finding));
  sextant_verdict_free(verdict);
  sextant_encoding_free(e);
}

void structs(void) {
  read_as_far_as_they_go();
  of_no_size();
  written_as_far_as_they_go();
}
