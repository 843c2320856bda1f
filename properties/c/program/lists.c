#include <string.h>

#include "check.h"

/* Whether a list has a name, and that every item has a name and a summary. */
static int has(sextant_listing listing, const char* wanted) {
  size_t i;
  int found = 0;
  const char *name = NULL, *summary = NULL;
  for (i = 0; sextant_list(listing, i, &name, &summary) == SEXTANT_OK; ++i) {
    CHECK(name != NULL && name[0] != '\0' && summary != NULL && summary[0] != '\0');
    if (same(name, wanted)) found = 1;
  }
  CHECK(name == NULL && summary == NULL);
  REFUSED(SEXTANT_ABSENT, "there are", sextant_list(listing, i, &name, NULL));
  return found;
}

void lists(void) {
  const char* name = NULL;
  CHECK(has(SEXTANT_ENCODINGS, "sinusoidal") && has(SEXTANT_ENCODINGS, "fairseq"));
  CHECK(has(SEXTANT_RECIPES, "exp-log"));
  CHECK(has(SEXTANT_ENGINES, "vLLM"));
  CHECK(has(SEXTANT_FORMATS, "bfloat16"));
  CHECK(has(SEXTANT_MODELS, "llama-3.1-8b"));
  CHECK(has(SEXTANT_FAULTS, "wrong-base"));
  CHECK(has(SEXTANT_LIBRARIES, "glibc"));
  REFUSED(SEXTANT_BAD_ARGUMENT, "8 is no sextant_listing",
          sextant_list((sextant_listing)8, 0, &name, NULL));
  REFUSED(SEXTANT_BAD_ARGUMENT, "name is NULL", sextant_list(SEXTANT_FAULTS, 0, NULL, NULL));

  CHECK(same(sextant_grade_name(SEXTANT_CORRECTLY_ROUNDED), "correctly-rounded"));
  CHECK(same(sextant_grade_name(SEXTANT_UNEXPLAINED), "unexplained"));
  CHECK(sextant_grade_name((sextant_grade)0) == NULL &&
        sextant_grade_name((sextant_grade)6) == NULL);
  CHECK(same(sextant_format_name(SEXTANT_FLOAT16), "float16"));
  CHECK(same(sextant_format_name(SEXTANT_INT64), "int64"));
  CHECK(sextant_format_name((sextant_format)0) == NULL);
  CHECK(sextant_format_name((sextant_format)7) == NULL);
  CHECK(same(sextant_part_name(SEXTANT_TABLE), "table"));
  CHECK(same(sextant_part_name(SEXTANT_COS_REPEATED), "cos"));
  CHECK(same(sextant_part_name(SEXTANT_INDEX), "index"));
  CHECK(same(sextant_part_name(SEXTANT_PAIRS), "pairs"));
  CHECK(same(sextant_part_name(SEXTANT_PERIODS), "periods"));
  CHECK(same(sextant_part_name(SEXTANT_QUERY_SCALE), "query-scale"));
  CHECK(sextant_part_name((sextant_part)15) == NULL && sextant_part_name((sextant_part)-1) == NULL);
  CHECK(same(sextant_status_name(SEXTANT_OK), "ok"));
  CHECK(same(sextant_status_name(SEXTANT_INTERNAL), "internal"));
  CHECK(sextant_status_name((sextant_status)9) == NULL);
  CHECK(sextant_abi() == SEXTANT_ABI);
  CHECK(sextant_version()[0] != '\0' && strchr(sextant_version(), '.') != NULL);
}
