#include <stdio.h>
#include <string.h>

#include "check.h"

static void columns(const sextant_encoding* encoding, sextant_part part, size_t want) {
  size_t got = 0;
  CHECK(sextant_encoding_columns(encoding, part, &got) == SEXTANT_OK);
  CHECK(got == want);
}

static void texts(void) {
  const char* text = NULL;
  size_t got = 7;
  sextant_encoding* rope = encoding_of("rope dim=128 base=500000");
  CHECK(sextant_encoding_text(rope, &text) == SEXTANT_OK);
  CHECK(same(text, "rope dim=128 base=500000"));
  columns(rope, SEXTANT_TABLE, 128);
  columns(rope, SEXTANT_COS, 64);
  columns(rope, SEXTANT_SIN_REPEATED, 128);
  columns(rope, SEXTANT_INV_FREQ, 64);
  REFUSED(SEXTANT_BAD_INPUT, "bias", sextant_encoding_columns(rope, SEXTANT_BIAS, &got));
  CHECK(got == 0);
  sextant_encoding_free(rope);
}

/* Qwen2-VL's on text, where the three coordinates of a token are one. */
static void of_equal_coordinates(void) {
  sextant_encoding* mrope = encoding_of("mrope sections=16,24,24 base=1000000");
  const char* text = NULL;
  CHECK(sextant_encoding_text(mrope, &text) == SEXTANT_OK);
  CHECK(same(text, "rope dim=128 base=1000000"));
  columns(mrope, SEXTANT_COS, 64);
  sextant_encoding_free(mrope);
}

static void models(void) {
  size_t i;
  const char* name = NULL;
  for (i = 0; sextant_list(SEXTANT_MODELS, i, &name, NULL) == SEXTANT_OK; ++i) {
    sextant_encoding *model = NULL, *again = NULL;
    const char *text = NULL, *read_back = NULL;
    CHECK(sextant_encoding_of_model(name, &model) == SEXTANT_OK);
    CHECK(sextant_encoding_text(model, &text) == SEXTANT_OK);
    CHECK(sextant_encoding_parse(text, &again) == SEXTANT_OK);
    CHECK(sextant_encoding_text(again, &read_back) == SEXTANT_OK);
    CHECK(same(text, read_back));
    sextant_encoding_free(model);
    sextant_encoding_free(again);
  }
  CHECK(i > 20);
}

static void configs(void) {
  static const char config[] =
      "{\"model_type\": \"llama\", \"hidden_size\": 4096, \"num_attention_heads\": 32, "
      "\"max_position_embeddings\": 4096}";
  sextant_encoding* encoding = NULL;
  const char *text = NULL, *warning = NULL;
  CHECK(sextant_encoding_of_config(config, strlen(config), NULL, &encoding) == SEXTANT_OK);
  CHECK(sextant_encoding_text(encoding, &text) == SEXTANT_OK);
  CHECK(same(text, "rope dim=128"));
  CHECK(sextant_encoding_warning(encoding, 0, &warning) == SEXTANT_OK);
  CHECK(warning != NULL && strstr(warning, "rope_theta is not in the config") != NULL);
  REFUSED(SEXTANT_ABSENT, "there are 1", sextant_encoding_warning(encoding, 1, &warning));
  sextant_encoding_free(encoding);
  REFUSED(SEXTANT_BAD_INPUT, "the config",
          sextant_encoding_of_config(config, strlen(config) - 1, NULL, &encoding));
  REFUSED(SEXTANT_BAD_INPUT, "one encoding for all layers",
          sextant_encoding_of_config(config, strlen(config), "sliding", &encoding));
}

/* One field changed makes another handle, and leaves the first as it was. */
static void changed(void) {
  sextant_encoding *llama = NULL, *plain = NULL, *none = NULL;
  const char *text = NULL, *of_plain = NULL;
  CHECK(sextant_encoding_of_model("llama-3.1-8b", &llama) == SEXTANT_OK);
  CHECK(sextant_encoding_with(llama, "scaling", "none", &plain) == SEXTANT_OK);
  CHECK(sextant_encoding_text(llama, &text) == SEXTANT_OK);
  CHECK(sextant_encoding_text(plain, &of_plain) == SEXTANT_OK);
  CHECK(strstr(text, "scaling=llama3") != NULL);
  CHECK(strncmp(of_plain, "rope dim=128 base=500000", 24) == 0 &&
        strstr(of_plain, "scaling") == NULL);
  REFUSED(SEXTANT_BAD_INPUT, "colour", sextant_encoding_with(llama, "colour", "red", &none));
  CHECK(none == NULL);
  sextant_encoding_free(llama);
  sextant_encoding_free(plain);
}

static void rows(void) {
  sextant_encoding* descending = encoding_of("transformer-xl dim=8");
  sextant_encoding* from_one = encoding_of("opennmt-tf dim=8");
  sextant_positions positions = {sizeof positions, 0, 0, 0, 0, NULL, NULL};
  CHECK(sextant_encoding_positions(descending, 5, &positions) == SEXTANT_OK);
  CHECK(positions.count == 5 && positions.first == 4 && positions.step == -1);
  CHECK(sextant_encoding_positions(from_one, 5, &positions) == SEXTANT_OK);
  CHECK(positions.count == 5 && positions.first == 1 && positions.step == 1);
  CHECK(positions.size == sizeof positions);
  REFUSED(SEXTANT_BAD_INPUT, "one row", sextant_encoding_positions(from_one, 0, &positions));
  REFUSED(SEXTANT_BAD_INPUT, "2^63",
          sextant_encoding_positions(descending, ((uint64_t)1 << 63) + 1, &positions));
  sextant_encoding_free(descending);
  sextant_encoding_free(from_one);
}

/* What is no encoding is said so, and gives no handle. */
static void refused_texts(void) {
  static const struct {
    const char *text, *words;
  } all[] = {{"", "names no encoding"},
             {"  ", "names no encoding"},
             {"rop dim=8", "did you mean"},
             {"rope dim", "field=value"},
             {"rope dim=x", "dim"},
             {"mae dim=768 height=14 width=14", "command line"},
             {"mrope sections", "field=value"}};
  size_t i;
  for (i = 0; i < sizeof all / sizeof *all; ++i) {
    sextant_encoding* encoding = (sextant_encoding*)&i;
    REFUSED(SEXTANT_BAD_INPUT, all[i].words, sextant_encoding_parse(all[i].text, &encoding));
    CHECK(encoding == NULL);
  }
}

void encodings(void) {
  texts();
  of_equal_coordinates();
  models();
  configs();
  changed();
  rows();
  refused_texts();
}
