#include <string.h>

#include "check.h"

#define BAD(words, call) REFUSED(SEXTANT_BAD_ARGUMENT, words, call)

static void encodings_of_nothing(void) {
  sextant_encoding *e = encoding_of("rope dim=4"), *made = e;
  sextant_positions positions = {sizeof positions, 0, 0, 0, 0, NULL, NULL};
  const char* text = "";
  size_t columns = 0;
  BAD("sextant_encoding_parse: text is NULL", sextant_encoding_parse(NULL, &made));
  CHECK(made == NULL);
  BAD("encoding is NULL", sextant_encoding_parse("rope", NULL));
  BAD("preset is NULL", sextant_encoding_of_model(NULL, &made));
  BAD("encoding is NULL", sextant_encoding_of_model("llama-3.1-8b", NULL));
  BAD("config is NULL", sextant_encoding_of_config(NULL, 10, NULL, &made));
  BAD("encoding is NULL", sextant_encoding_of_config("{}", 2, NULL, NULL));
  BAD("encoding is NULL", sextant_encoding_with(NULL, "dim", "4", &made));
  BAD("field is NULL", sextant_encoding_with(e, NULL, "4", &made));
  BAD("value is NULL", sextant_encoding_with(e, "dim", NULL, &made));
  BAD("changed is NULL", sextant_encoding_with(e, "dim", "4", NULL));
  BAD("encoding is NULL", sextant_encoding_text(NULL, &text));
  CHECK(text == NULL);
  BAD("text is NULL", sextant_encoding_text(e, NULL));
  BAD("encoding is NULL", sextant_encoding_warning(NULL, 0, &text));
  BAD("warning is NULL", sextant_encoding_warning(e, 0, NULL));
  BAD("encoding is NULL", sextant_encoding_columns(NULL, SEXTANT_TABLE, &columns));
  BAD("columns is NULL", sextant_encoding_columns(e, SEXTANT_TABLE, NULL));
  BAD("15 is no sextant_part", sextant_encoding_columns(e, (sextant_part)15, &columns));
  BAD("encoding is NULL", sextant_encoding_positions(NULL, 4, &positions));
  BAD("positions is NULL", sextant_encoding_positions(e, 4, NULL));
  REFUSED(SEXTANT_BAD_INPUT, "llama-9", sextant_encoding_of_model("llama-9", &made));
  REFUSED(SEXTANT_BAD_INPUT, "the config", sextant_encoding_of_config("", 0, NULL, &made));
  sextant_encoding_free(NULL);
  sextant_encoding_free(e);
}

static void tables_of_nothing(void) {
  sextant_encoding* e = encoding_of("rope dim=4");
  sextant_positions positions = {sizeof positions, 1, 0, 0, 0, NULL, NULL};
  static const int64_t one = 1;
  static const double real = 1;
  uint64_t bits = 0;
  char text[100];
  BAD("encoding is NULL", sextant_value_bits(NULL, SEXTANT_COS, "0", 0, SEXTANT_FLOAT32, &bits));
  BAD("position is NULL", sextant_value_bits(e, SEXTANT_COS, NULL, 0, SEXTANT_FLOAT32, &bits));
  BAD("bits is NULL", sextant_value_bits(e, SEXTANT_COS, "0", 0, SEXTANT_FLOAT32, NULL));
  BAD("0 is no sextant_format",
      sextant_value_bits(e, SEXTANT_COS, "0", 0, (sextant_format)0, &bits));
  BAD("encoding is NULL", sextant_value_decimal(NULL, SEXTANT_COS, "0", 0, 5, text, 100, NULL));
  BAD("position is NULL", sextant_value_decimal(e, SEXTANT_COS, NULL, 0, 5, text, 100, NULL));
  BAD("buffer is NULL", sextant_value_decimal(e, SEXTANT_COS, "0", 0, 5, NULL, 100, NULL));
  BAD("encoding is NULL",
      sextant_table(NULL, SEXTANT_COS, &positions, SEXTANT_FLOAT32, text, 100, NULL));
  BAD("positions is NULL", sextant_table(e, SEXTANT_COS, NULL, SEXTANT_FLOAT32, text, 100, NULL));
  BAD("buffer is NULL",
      sextant_table(e, SEXTANT_COS, &positions, SEXTANT_FLOAT32, NULL, 100, NULL));
  BAD("7 is no sextant_format",
      sextant_table(e, SEXTANT_COS, &positions, (sextant_format)7, text, 100, NULL));
  positions.integers = &one;
  positions.numbers = &real;
  BAD("both", sextant_table(e, SEXTANT_COS, &positions, SEXTANT_FLOAT32, text, 100, NULL));
  positions.integers = NULL;
  positions.parts = 2;
  BAD("no parts", sextant_table(e, SEXTANT_COS, &positions, SEXTANT_FLOAT32, text, 100, NULL));
  positions.numbers = NULL;
  positions.integers = &one; /* of which nobody has so many */
  positions.count = (uint64_t)1 << 60;
  REFUSED(SEXTANT_NO_MEMORY, "not enough memory",
          sextant_table(e, SEXTANT_COS, &positions, SEXTANT_FLOAT32, text, 100, NULL));
  sextant_encoding_free(e);
}

static void verdicts_of_nothing(void) {
  const sextant_verdict* none = NULL;
  sextant_counts counts = {sizeof counts, 0, 0, 0, 0};
  sextant_entry entry;
  sextant_finding finding;
  sextant_grade grade;
  int passes = 42;
  const char* text = "";
  entry.size = sizeof entry;
  finding.size = sizeof finding;
  BAD("verdict is NULL", sextant_verdict_passes(none, &passes));
  CHECK(passes == 0);
  BAD("verdict is NULL", sextant_verdict_grade(none, &grade));
  BAD("verdict is NULL", sextant_verdict_counts(none, &counts));
  BAD("verdict is NULL", sextant_verdict_worst(none, SEXTANT_BY_ULPS, &entry));
  BAD("verdict is NULL", sextant_verdict_finding(none, 0, &finding));
  BAD("verdict is NULL", sextant_verdict_warning(none, 0, &text));
  BAD("verdict is NULL", sextant_verdict_json(none, &text));
  BAD("verdict is NULL", sextant_verdict_words(none, &text));
  CHECK(text == NULL);
  sextant_verdict_free(NULL);
}

static void of_a_verdict(const sextant_encoding* e, const sextant_verdict* verdict) {
  sextant_entry entry;
  const char* text = NULL;
  entry.size = sizeof entry;
  BAD("passes is NULL", sextant_verdict_passes(verdict, NULL));
  BAD("grade is NULL", sextant_verdict_grade(verdict, NULL));
  BAD("counts is NULL", sextant_verdict_counts(verdict, NULL));
  BAD("entry is NULL", sextant_verdict_worst(verdict, SEXTANT_BY_ULPS, NULL));
  BAD("4 is no sextant_measure", sextant_verdict_worst(verdict, (sextant_measure)4, &entry));
  BAD("finding is NULL", sextant_verdict_finding(verdict, 0, NULL));
  BAD("warning is NULL", sextant_verdict_warning(verdict, 0, NULL));
  BAD("json is NULL", sextant_verdict_json(verdict, NULL));
  BAD("words is NULL", sextant_verdict_words(verdict, NULL));
  /* A handle of one kind is none of the other, and freeing it so does nothing. */
  BAD("no handle", sextant_encoding_text((const sextant_encoding*)verdict, &text));
  BAD("no handle", sextant_verdict_json((const sextant_verdict*)e, &text));
  sextant_verdict_free((sextant_verdict*)e);
  CHECK(sextant_encoding_text(e, &text) == SEXTANT_OK);
}

static void judged(void) {
  sextant_encoding* e = encoding_of("rope dim=4");
  static const float ones[] = {1, 1};
  sextant_array array = {sizeof array, ones, sizeof ones, 1, 2, SEXTANT_FLOAT32, 0, NULL};
  sextant_question question = {sizeof question, SEXTANT_COS, NULL, 0, 0, NULL, 0, 0, 0, 0};
  sextant_verdict* verdict = NULL;
  BAD("array is NULL", sextant_verify(e, NULL, &question, &verdict));
  BAD("verdict is NULL", sextant_verify(e, &array, &question, NULL));
  array.data = NULL;
  BAD("array.data is NULL", sextant_verify(e, &array, &question, &verdict));
  array.data = ones;
  array.format = (sextant_format)0;
  BAD("0 is no sextant_format", sextant_verify(e, &array, &question, &verdict));
  array.format = SEXTANT_FLOAT32;
  array.column_major = 2;
  BAD("column_major", sextant_verify(e, &array, &question, &verdict));
  array.column_major = 0;
  question.part = (sextant_part)-1;
  BAD("is no sextant_part", sextant_verify(e, &array, &question, &verdict));
  question.part = SEXTANT_COS;
  question.required = (sextant_grade)6;
  BAD("6 is no sextant_grade", sextant_verify(e, &array, &question, &verdict));
  question.required = 0;
  question.computed_in = SEXTANT_FLOAT16;
  REFUSED(SEXTANT_BAD_INPUT, "float32 or float64", sextant_verify(e, &array, &question, &verdict));
  question.computed_in = 0;
  REFUSED(SEXTANT_BAD_INPUT, "part", sextant_verify(NULL, &array, &question, &verdict));
  CHECK(verdict == NULL);
  CHECK(sextant_verify(e, &array, &question, &verdict) == SEXTANT_OK);
  of_a_verdict(e, verdict);
  sextant_verdict_free(verdict);
  sextant_encoding_free(e);
}

/* Shapes that the bytes do not have, or that no memory has. */
static void shapes(void) {
  static const struct {
    uint64_t rows, columns;
    size_t bytes;
  } all[] = {{0, 4, 64},
             {4, 0, 64},
             {4, 4, 63},
             {4, 5, 64},
             {UINT64_MAX, 4, 64},
             {(uint64_t)1 << 62, 4, 64},
             {(uint64_t)1 << 32, (uint64_t)1 << 32, 64},
             {UINT64_MAX, UINT64_MAX, SIZE_MAX}};
  static const float numbers[16] = {0};
  sextant_encoding* e = encoding_of("sinusoidal dim=4");
  size_t i;
  for (i = 0; i < sizeof all / sizeof *all; ++i) {
    const sextant_array array = {
        sizeof array,    numbers, all[i].bytes, all[i].rows, all[i].columns,
        SEXTANT_FLOAT32, 0,       "mine"};
    sextant_verdict* verdict = NULL;
    REFUSED(SEXTANT_BAD_INPUT, "mine", sextant_verify(e, &array, NULL, &verdict));
    CHECK(verdict == NULL);
  }
  sextant_encoding_free(e);
}

/* A line cannot be longer than there is room for, nor end within a character. */
static void long_messages(void) {
  char text[8000];
  size_t i;
  sextant_encoding* e = NULL;
  for (i = 0; i + 1 < sizeof text; i += 2) memcpy(text + i, "\xc3\xa9", 2);
  memcpy(text, "rope a\nb", 8);
  text[sizeof text - 1] = '\0';
  REFUSED(SEXTANT_BAD_INPUT, "'a b", sextant_encoding_parse(text, &e));
  CHECK(strlen(sextant_message()) <= 2000 && strlen(sextant_message()) > 1990);
  CHECK((unsigned char)sextant_message()[strlen(sextant_message()) - 1] == 0xa9);
}

void refusals(void) {
  CHECK(same(sextant_message(), ""));
  encodings_of_nothing();
  tables_of_nothing();
  verdicts_of_nothing();
  judged();
  shapes();
  long_messages();
}
