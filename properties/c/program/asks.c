#include <stdlib.h>
#include <string.h>

#include "check.h"

#define BAD(words, call) REFUSED(SEXTANT_BAD_ARGUMENT, words, call)
#define WRONG(words, text) refused_text(words, text, __FILE__, __LINE__)

static sextant_request request_of(const char* json) {
  sextant_request request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  request.json = json;
  return request;
}

static sextant_answer* answer_to(const char* json) {
  const sextant_request request = request_of(json);
  sextant_answer* answer = NULL;
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  return answer;
}

static void refused_text(const char* words, const char* json, const char* file, int line) {
  const sextant_request request = request_of(json);
  sextant_answer* answer = (sextant_answer*)1;
  refused(SEXTANT_BAD_INPUT, words, sextant_ask(&request, &answer), json, file, line);
  CHECK(answer == NULL);
}

/* Checks an answer, and frees it. */
static void expect(sextant_answer* answer, int exit_status, const char* json, const char* words) {
  const char *its_json = NULL, *its_words = NULL;
  int status = -1;
  CHECK(sextant_answer_exit_status(answer, &status) == SEXTANT_OK && status == exit_status);
  CHECK(sextant_answer_json(answer, &its_json) == SEXTANT_OK && strstr(its_json, json) != NULL);
  CHECK(sextant_answer_words(answer, &its_words) == SEXTANT_OK && strstr(its_words, words) != NULL);
  sextant_answer_free(answer);
}

static void texts(void) {
  expect(answer_to("{\"command\": \"value\", \"options\": {\"dim\": \"8\", \"position\": \"1\", "
                   "\"channel\": \"0\", \"digits\": \"5\"}}"),
         0, "{\"decimal\":\"0.84147\"}", "0.84147\n");
  expect(answer_to("{\"command\": \"value\", \"options\": {\"dim\": \"8\", \"position\": \"1\", "
                   "\"channel\": \"0\", \"dtype\": \"float32\"}}"),
         0, "\"bits\":\"0x3f576aa4\"", "0x3f576aa4  0x1.aed548p-1  0.84147096\n");
  expect(answer_to("{\"command\": \"list\", \"options\": {\"WHAT\": \"models\"}}"), 0,
         "\"name\":\"llama-3.1-8b\"", "llama-3.1-8b ");
  expect(answer_to("{\"command\": \"options\", \"options\": {\"COMMAND\": \"check\"}}"), 0,
         "[\"PATH\",\"against\",\"seq-len\",\"max-error\",\"max-phase\",\"strict\"]", "against\n");
}

static const char* const kTable =
    "{\"command\": \"table\", \"options\": {\"dim\": \"4\", \"positions\": \"5:8\"}}";

/* First the size, then the numbers: those of sextant_table. */
static void a_table(void) {
  sextant_encoding* e = encoding_of("sinusoidal dim=4");
  const sextant_positions positions = {sizeof positions, 3, 5, 0, 0, NULL, NULL};
  sextant_request request = request_of(kTable);
  sextant_answer* answer = NULL;
  float table[3][4], wanted[3][4];
  const char* json = "{\"bytes\":48,\"format\":\"float32\",\"shape\":[3,4]}";
  expect(answer_to(kTable), 0, json, "3 x 4 numbers, float32\n");
  request.buffer = table;
  request.buffer_bytes = sizeof table;
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  expect(answer, 0, json, "");
  CHECK(sextant_table(e, SEXTANT_TABLE, &positions, SEXTANT_FLOAT32, wanted, sizeof wanted, NULL) ==
        SEXTANT_OK);
  CHECK(memcmp(table, wanted, sizeof table) == 0);
  request.buffer_bytes = sizeof table - 1;
  REFUSED(SEXTANT_TOO_SMALL, "takes 48 bytes, not 47", sextant_ask(&request, &answer));
  request.buffer = NULL;
  BAD("request.buffer is NULL", sextant_ask(&request, &answer));
  expect(answer_to("{\"command\": \"table\", \"options\": {\"dim\": \"4\", \"positions\": \"5:8\", "
                   "\"recipe\": \"turns\", \"bounds\": true, \"library\": \"glibc\"}}"),
         0, "{\"bytes\":96,\"format\":\"float64\",\"shape\":[3,4]}", "float64\n");
  sextant_encoding_free(e);
}

/* An array of one row too far, and what is said of it. */
static void judged(void) {
  static float table[64][32], other[64][32];
  static const uint64_t shape[] = {64, 32};
  sextant_ndarray array = {sizeof array, table, sizeof table, shape, 2, "f4", NULL, 0, 0, "mine"};
  sextant_ndarray second = {sizeof second, other, sizeof other, shape, 2, "f4", NULL, 0, 0, NULL};
  sextant_request request = request_of(
      "{\"command\": \"table\", \"options\": {\"dim\": \"32\", \"rows\": \"64\", \"first\": "
      "\"101\"}}");
  sextant_answer* answer = NULL;
  request.buffer = table;
  request.buffer_bytes = sizeof table;
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  sextant_answer_free(answer);
  request.buffer = other;
  request.json =
      "{\"command\": \"table\", \"options\": {\"dim\": \"32\", \"positions\": \"100:164\"}}";
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  sextant_answer_free(answer);
  request = request_of(
      "{\"command\": \"verify\", \"options\": {\"dim\": \"32\", \"first\": \"100\", \"strict\": "
      "true}}");
  request.array = &array;
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  expect(answer, 1, "\"fault\": \"position-offset\"",
         "mine: explained (does not pass: warnings)\n");
  request.array = &second;
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  expect(answer, 0, "\"file\": null", "array: correctly-rounded (passes)\n");
  request.array = &array;
  request.other = &second;
  REFUSED(SEXTANT_BAD_INPUT, "--input goes with --part rotated", sextant_ask(&request, &answer));
  request.json = "{\"command\": \"compare\", \"options\": {\"dim\": \"32\", \"first\": \"100\"}}";
  CHECK(sextant_ask(&request, &answer) == SEXTANT_OK);
  expect(answer, 1, "\"mine-wrong\"", "mine-wrong");
  request.buffer = table;
  BAD("compare takes no buffer", sextant_ask(&request, &answer));
  request.buffer = NULL;
  request.json = "{\"command\": \"report\"}";
  BAD("report takes one array", sextant_ask(&request, &answer));
  request.json = kTable;
  BAD("table takes no array", sextant_ask(&request, &answer));
  request.buffer = NULL;
  request.json = "{\"command\": \"compare\", \"options\": {\"dim\": \"32\"}}";
  array.shape = NULL;
  BAD("request.array.shape is NULL", sextant_ask(&request, &answer));
  array.shape = shape;
  array.data = NULL;
  BAD("request.array.data is NULL", sextant_ask(&request, &answer));
  array.data = table;
  array.axes = 65;
  BAD("request.array.axes is beyond 64", sextant_ask(&request, &answer));
  array.axes = 2;
  array.type = NULL;
  BAD("request.array.type is NULL", sextant_ask(&request, &answer));
  array.type = "f4";
  array.big_endian = 2;
  BAD("request.array.big_endian", sextant_ask(&request, &answer));
  array.big_endian = 0;
  array.column_major = -1;
  BAD("request.array.column_major", sextant_ask(&request, &answer));
  array.column_major = 0;
  array.bytes = sizeof table - 1;
  REFUSED(SEXTANT_BAD_INPUT, "mine", sextant_ask(&request, &answer));
  array.bytes = 0;
  array.data = NULL;
  REFUSED(SEXTANT_BAD_INPUT, "mine", sextant_ask(&request, &answer));
  array.size = 7;
  BAD("request.array.size is not set", sextant_ask(&request, &answer));
}

static void no_requests(void) {
  struct {
    sextant_request known;
    uint64_t more;
  } newer;
  sextant_encoding* e = encoding_of("rope dim=4");
  sextant_answer* answer = NULL;
  const char* text = "";
  int status = 0;
  char* deep = malloc(200001);
  newer.known = request_of(kTable);
  newer.known.size = sizeof newer;
  newer.more = 0;
  CHECK(sextant_ask(&newer.known, &answer) == SEXTANT_OK);
  BAD("no handle", sextant_encoding_text((const sextant_encoding*)answer, &text));
  sextant_answer_free(answer);
  newer.more = 1;
  BAD("request is of a newer header", sextant_ask(&newer.known, &answer));
  CHECK(answer == NULL);
  newer.known.size = offsetof(sextant_request, array); /* what follows is not looked at */
  newer.known.array = (const sextant_ndarray*)1;
  CHECK(sextant_ask(&newer.known, &answer) == SEXTANT_OK);
  sextant_answer_free(answer);
  newer.known.size = 0;
  BAD("request.size is not set", sextant_ask(&newer.known, &answer));
  newer.known = request_of(NULL);
  BAD("request.json is NULL", sextant_ask(&newer.known, &answer));
  BAD("request is NULL", sextant_ask(NULL, &answer));
  BAD("answer is NULL", sextant_ask(&newer.known, NULL));
  BAD("answer is NULL", sextant_answer_exit_status(NULL, &status));
  CHECK(status == 2);
  BAD("answer is NULL", sextant_answer_json(NULL, &text));
  BAD("answer is NULL", sextant_answer_words(NULL, &text));
  BAD("answer is NULL", sextant_answer_warning(NULL, 0, &text));
  CHECK(text == NULL);
  BAD("no handle", sextant_answer_json((const sextant_answer*)e, &text));
  answer = answer_to(kTable);
  BAD("exit_status is NULL", sextant_answer_exit_status(answer, NULL));
  BAD("json is NULL", sextant_answer_json(answer, NULL));
  BAD("words is NULL", sextant_answer_words(answer, NULL));
  BAD("warning is NULL", sextant_answer_warning(answer, 0, NULL));
  REFUSED(SEXTANT_ABSENT, "there are 0", sextant_answer_warning(answer, 0, &text));
  sextant_answer_free(answer);
  sextant_answer_free(NULL);
  sextant_answer_free((sextant_answer*)e);
  sextant_encoding_free(e);
  memset(deep, '[', 200000);
  deep[200000] = '\0';
  WRONG("nested too deeply", deep);
  free(deep);
}

static void no_commands(void) {
  WRONG("no JSON object", "");
  WRONG("no JSON object", "{\"command\": \"value\"");
  WRONG("no JSON object", "{\"command\": \"value\xff\"}");
  WRONG("no JSON object", "[]");
  WRONG("has no command", "{}");
  WRONG("command is of type number", "{\"command\": 3}");
  WRONG("options is of type array", "{\"command\": \"value\", \"options\": []}");
  WRONG("unknown key 'arrays'", "{\"command\": \"value\", \"arrays\": []}");
  WRONG("did you mean verify", "{\"command\": \"verfy\"}");
  WRONG("there is no command 'x\\x00y'", "{\"command\": \"x\\u0000y\"}");
  WRONG("--channel is missing", "{\"command\": \"value\"}");
  WRONG("did you mean --base", "{\"command\": \"table\", \"options\": {\"bsae\": \"3\"}}");
  WRONG("no option '--help'", "{\"command\": \"table\", \"options\": {\"help\": \"yes\"}}");
  WRONG("no option '----dim'", "{\"command\": \"table\", \"options\": {\"--dim\": \"8\"}}");
  WRONG("--dim takes a text, not number", "{\"command\": \"table\", \"options\": {\"dim\": 8}}");
  WRONG("--dim needs a value", "{\"command\": \"table\", \"options\": {\"dim\": \"\"}}");
  WRONG("--base is given more than once",
        "{\"command\": \"table\", \"options\": {\"base\": \"8\", \"theta\": \"8\"}}");
  WRONG("--strict takes yes or no",
        "{\"command\": \"check\", \"options\": {\"PATH\": \".\", \"strict\": \"maybe\"}}");
  WRONG("PATH is missing", "{\"command\": \"check\"}");
  WRONG("PATH takes a text", "{\"command\": \"check\", \"options\": {\"PATH\": [1]}}");
  WRONG("/nowhere", "{\"command\": \"check\", \"options\": {\"PATH\": [\"/nowhere\"]}}");
  WRONG("FILE is missing", "{\"command\": \"verify\"}");
  WRONG("/nowhere.npy", "{\"command\": \"verify\", \"options\": {\"FILE\": \"/nowhere.npy\"}}");
  WRONG("/nowhere.npy", "{\"command\": \"report\", \"options\": {\"table\": \"/nowhere.npy\"}}");
  WRONG("about waves", "{\"command\": \"report\", \"options\": {\"encoding\": \"alibi\"}}");
  WRONG("unknown recipe 'a,b'",
        "{\"command\": \"report\", \"options\": {\"recipes\": [\"turns\", \"a,b\"]}}");
  WRONG("REFERENCE is missing", "{\"command\": \"compare\"}");
  WRONG("cannot be listed", "{\"command\": \"list\"}");
}

/* Counts its calls, and ends the work with the third. */
static int third(void* calls, double done) {
  CHECK(done >= 0 && done <= 1);
  return ++*(int*)calls == 3;
}

static void ended_by_the_caller(void) {
  /* Some minutes of work: the scale of xPos has no fast path. */
  sextant_request request = request_of(
      "{\"command\": \"table\", \"options\": {\"encoding\": \"rope\", \"dim\": \"64\", "
      "\"scale-base\": \"2^20\", \"positions\": \"0:2^20\", \"format\": \"float64\"}}");
  const size_t bytes = ((size_t)1 << 20) * 64 * 8;
  sextant_answer* answer = NULL;
  int calls = 0;
  request.buffer = malloc(bytes);
  request.buffer_bytes = bytes;
  request.progress = third;
  request.context = &calls;
  REFUSED(SEXTANT_INTERRUPTED, "progress ended the work", sextant_ask(&request, &answer));
  CHECK(answer == NULL && calls == 3);
  CHECK(same(sextant_status_name(SEXTANT_INTERRUPTED), "interrupted"));
  free(request.buffer);
}

void asks(void) {
  texts();
  a_table();
  judged();
  no_requests();
  no_commands();
  ended_by_the_caller();
}
