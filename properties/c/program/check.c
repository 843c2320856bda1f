#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed = 0;

void check(int holds, const char* condition, const char* file, int line) {
  if (holds) return;
  ++failed;
  fprintf(stderr, "%s:%d: %s (the last message: %s)\n", file, line, condition, sextant_message());
}

int failures(void) { return failed; }

void refused(sextant_status want, const char* words, sextant_status got, const char* call,
             const char* file, int line) {
  const char* message = sextant_message();
  check(got == want, call, file, line);
  check(strstr(message, words) != NULL, call, file, line);
  check(message[0] != '\0' && strchr(message, '\n') == NULL, call, file, line);
}

int same(const char* a, const char* b) { return a != NULL && b != NULL && strcmp(a, b) == 0; }

sextant_encoding* encoding_of(const char* text) {
  sextant_encoding* encoding = NULL;
  CHECK(sextant_encoding_parse(text, &encoding) == SEXTANT_OK);
  if (encoding == NULL) exit(1); /* nothing else can be checked */
  return encoding;
}
