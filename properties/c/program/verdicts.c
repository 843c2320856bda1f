#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { kRows = 40, kColumns = 16 };

static sextant_encoding* rope;
static float table[kRows * kColumns / 2]; /* cos, from position 100 on */

static sextant_array array_of(const void* data, size_t bytes, uint64_t rows, uint64_t columns,
                              sextant_format format) {
  sextant_array array;
  memset(&array, 0, sizeof array);
  array.size = sizeof array;
  array.data = data;
  array.bytes = bytes;
  array.rows = rows;
  array.columns = columns;
  array.format = format;
  return array;
}

static sextant_array of_table(void) {
  return array_of(table, sizeof table, kRows, kColumns / 2, SEXTANT_FLOAT32);
}

static sextant_verdict* judge(const sextant_array* array, int64_t first, sextant_grade required) {
  sextant_positions positions = {sizeof positions, 0, 0, 0, 0, NULL, NULL};
  sextant_question question = {sizeof question, SEXTANT_COS, NULL, 0, 0, NULL, 0, 0, 0, 0};
  sextant_verdict* verdict = NULL;
  positions.first = first;
  question.positions = &positions;
  question.required = required;
  CHECK(sextant_verify(rope, array, &question, &verdict) == SEXTANT_OK);
  if (verdict == NULL) exit(1);
  return verdict;
}

static void expect(sextant_verdict* verdict, sextant_grade want, int passes) {
  sextant_grade grade = 0;
  int answer = 42;
  CHECK(sextant_verdict_grade(verdict, &grade) == SEXTANT_OK && grade == want);
  CHECK(sextant_verdict_passes(verdict, &answer) == SEXTANT_OK && answer == passes);
}

static void right(void) {
  const sextant_array array = of_table();
  sextant_verdict* verdict = judge(&array, 100, 0);
  sextant_counts counts = {sizeof counts, 0, 0, 0, 0};
  sextant_entry entry;
  sextant_finding finding;
  const char* text = NULL;
  entry.size = sizeof entry;
  finding.size = sizeof finding;
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 1);
  CHECK(sextant_verdict_counts(verdict, &counts) == SEXTANT_OK);
  CHECK(counts.entries == kRows * kColumns / 2 && counts.misrounded == 0);
  CHECK(counts.undecided == 0 && counts.non_finite == 0);
  CHECK(sextant_verdict_worst(verdict, SEXTANT_BY_ULPS, &entry) == SEXTANT_OK);
  CHECK(entry.ulps > 0 && entry.ulps <= 0.5 && entry.got_bits == entry.want_bits);
  CHECK(entry.has_phase == 0); /* there are no sines */
  REFUSED(SEXTANT_ABSENT, "no entry", sextant_verdict_worst(verdict, SEXTANT_BY_PHASE, &entry));
  REFUSED(SEXTANT_ABSENT, "there are 0", sextant_verdict_finding(verdict, 0, &finding));
  CHECK(sextant_verdict_words(verdict, &text) == SEXTANT_OK);
  CHECK(strstr(text, "the table: correctly-rounded (passes)") != NULL);
  CHECK(sextant_verdict_json(verdict, &text) == SEXTANT_OK);
  CHECK(text[0] == '{' && strstr(text, "\"grade\": \"correctly-rounded\"") != NULL);
  sextant_verdict_free(verdict);
}

/* Limits decide whatever the grade; a struct of an older header has none. */
static void limited(void) {
  const sextant_array array = of_table();
  sextant_question question;
  sextant_positions positions = {sizeof positions, 0, 100, 0, 0, NULL, NULL};
  sextant_verdict* verdict = NULL;
  const char* text = NULL;
  memset(&question, 0, sizeof question);
  question.size = sizeof question;
  question.part = SEXTANT_COS;
  question.positions = &positions;
  question.library = "glibc";
  question.strict = 1;
  question.time_limit = 60;
  question.max_error = 0x1p-25; /* half an ulp below 1 */
  CHECK(sextant_verify(rope, &array, &question, &verdict) == SEXTANT_OK);
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 1);
  sextant_verdict_free(verdict);
  question.max_error = 0x1p-30;
  CHECK(sextant_verify(rope, &array, &question, &verdict) == SEXTANT_OK);
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 0);
  CHECK(sextant_verdict_words(verdict, &text) == SEXTANT_OK);
  CHECK(strstr(text, "(does not pass: beyond max-error)") != NULL);
  CHECK(sextant_verdict_json(verdict, &text) == SEXTANT_OK);
  CHECK(strstr(text, "\"limit\": \"max-error\"") != NULL);
  sextant_verdict_free(verdict);
  question.size = offsetof(sextant_question, library);
  CHECK(sextant_verify(rope, &array, &question, &verdict) == SEXTANT_OK);
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 1);
  sextant_verdict_free(verdict);
  question.size = sizeof question;
  question.max_error = -1;
  REFUSED(SEXTANT_BAD_ARGUMENT, "question.max_error",
          sextant_verify(rope, &array, &question, &verdict));
  question.max_error = 0;
  question.strict = 2;
  REFUSED(SEXTANT_BAD_ARGUMENT, "question.strict",
          sextant_verify(rope, &array, &question, &verdict));
  question.strict = 0;
  question.max_phase = 1;
  REFUSED(SEXTANT_BAD_INPUT, "needs the sine and the cosine",
          sextant_verify(rope, &array, &question, &verdict));
  question.max_phase = 0;
  question.library = "gllibc";
  REFUSED(SEXTANT_BAD_INPUT, "gllibc", sextant_verify(rope, &array, &question, &verdict));
}

/* Rows off by one: the verdict says so, and where it is worst. */
static void off_by_one(void) {
  sextant_array array = of_table();
  sextant_verdict* verdict;
  sextant_entry entry;
  sextant_finding finding;
  const char* text = NULL;
  entry.size = sizeof entry;
  finding.size = sizeof finding;
  array.name = "mine";
  verdict = judge(&array, 101, 0);
  expect(verdict, SEXTANT_EXPLAINED, 0);
  CHECK(sextant_verdict_finding(verdict, 0, &finding) == SEXTANT_OK);
  CHECK(same(finding.fault, "position-offset") && finding.match == 1);
  CHECK(strstr(finding.parameters, "-1") != NULL && finding.parameters[0] == '{');
  CHECK(strlen(finding.mechanism) > 10 && strlen(finding.effect) > 10);
  CHECK(strlen(finding.reference) > 3);
  CHECK(sextant_verdict_worst(verdict, SEXTANT_BY_ABSOLUTE, &entry) == SEXTANT_OK);
  CHECK(entry.channel == 0 && entry.absolute > 0.9 && entry.absolute < 1);
  CHECK(atoi(entry.position) == (int)entry.row + 101);
  CHECK(entry.got == table[entry.row * kColumns / 2] && entry.steps > 1000);
  CHECK(memcmp(&entry.got_bits, &table[entry.row * kColumns / 2], 4) == 0);
  CHECK(entry.want != entry.got && entry.want_bits != entry.got_bits);
  CHECK(sextant_verdict_words(verdict, &text) == SEXTANT_OK && strncmp(text, "'mine': ", 8) == 0);
  sextant_verdict_free(verdict);
  verdict = judge(&array, 101, SEXTANT_EXPLAINED);
  expect(verdict, SEXTANT_EXPLAINED, 1);
  sextant_verdict_free(verdict);
}

static void not_finite(void) {
  float damaged[kRows * kColumns / 2];
  sextant_array array = of_table();
  sextant_verdict* verdict;
  sextant_counts counts = {sizeof counts, 0, 0, 0, 0};
  sextant_finding finding;
  finding.size = sizeof finding;
  memcpy(damaged, table, sizeof table);
  damaged[7] = (float)NAN;
  array.data = damaged;
  verdict = judge(&array, 100, 0);
  expect(verdict, SEXTANT_EXPLAINED, 0);
  CHECK(sextant_verdict_counts(verdict, &counts) == SEXTANT_OK && counts.non_finite == 1);
  CHECK(sextant_verdict_finding(verdict, 0, &finding) == SEXTANT_OK);
  CHECK(same(finding.fault, "not-finite"));
  sextant_verdict_free(verdict);
}

/* The same numbers in another order, at an odd address, or with more bytes behind, are as good. */
static void layouts(void) {
  float turned[kColumns / 2][kRows] = {{0}};
  char shifted[sizeof table + 1];
  sextant_array array = array_of(turned, sizeof turned, kRows, kColumns / 2, SEXTANT_FLOAT32);
  sextant_verdict* verdict;
  size_t i, j;
  for (i = 0; i < kRows; ++i)
    for (j = 0; j < kColumns / 2; ++j) turned[j][i] = table[i * (kColumns / 2) + j];
  array.column_major = 1;
  verdict = judge(&array, 100, 0);
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 1);
  sextant_verdict_free(verdict);
  memcpy(shifted + 1, table, sizeof table);
  array = of_table();
  array.data = shifted + 1;
  verdict = judge(&array, 100, 0);
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 1);
  sextant_verdict_free(verdict);
  array.rows = kRows - 1;
  verdict = judge(&array, 100, 0);
  expect(verdict, SEXTANT_CORRECTLY_ROUNDED, 1);
  sextant_verdict_free(verdict);
}

static void identified(void) {
  const sextant_array array = of_table();
  sextant_verdict* verdict = NULL;
  const char *warning = NULL, *text = NULL;
  CHECK(sextant_verify(NULL, &array, NULL, &verdict) == SEXTANT_OK);
  CHECK(sextant_verdict_warning(verdict, 0, &warning) == SEXTANT_OK);
  CHECK(sextant_verdict_json(verdict, &text) == SEXTANT_OK);
  CHECK(strstr(text, warning) != NULL);
  sextant_verdict_free(verdict);
}

static void of_integers(void) {
  static const int32_t buckets[] = {0, 1, 2, 3, 5};
  sextant_encoding* t5 = encoding_of("t5 bidirectional=no");
  const sextant_array array = array_of(buckets, sizeof buckets, 5, 1, SEXTANT_INT32);
  const sextant_positions positions = {sizeof positions, 5, 0, -1, 0, NULL, NULL};
  const sextant_question question = {
      sizeof question, SEXTANT_BUCKETS, &positions, 0, 0, NULL, 0, 0, 0, 0};
  sextant_verdict* verdict = NULL;
  sextant_entry entry;
  entry.size = sizeof entry;
  CHECK(sextant_verify(t5, &array, &question, &verdict) == SEXTANT_OK);
  CHECK(sextant_verdict_worst(verdict, SEXTANT_BY_ABSOLUTE, &entry) == SEXTANT_OK);
  CHECK(entry.got_bits == 5 && entry.want_bits == 4 && same(entry.position, "-4"));
  sextant_verdict_free(verdict);
  sextant_encoding_free(t5);
}

void verdicts(void) {
  const sextant_positions positions = {sizeof positions, kRows, 100, 0, 0, NULL, NULL};
  rope = encoding_of("rope dim=16");
  CHECK(sextant_table(rope, SEXTANT_COS, &positions, SEXTANT_FLOAT32, table, sizeof table, NULL) ==
        SEXTANT_OK);
  right();
  limited();
  off_by_one();
  not_finite();
  layouts();
  identified();
  of_integers();
  sextant_encoding_free(rope);
}
