#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { kThreads = 8, kTimes = 3, kRows = 64, kColumns = 32 };

/* What every thread must get, and the handle that all of them share. */
static sextant_encoding* shared;
static float wanted[kRows * kColumns];
static char json[1 << 14];
static char decimal[64];

static const sextant_positions rows = {sizeof rows, kRows, 1000, 0, 0, NULL, NULL};

/* One that is off by a row, so that there is something to say. */
static sextant_verdict* verdict_on(const float* table) {
  const sextant_array array = {sizeof array,    table, sizeof wanted, kRows, kColumns,
                               SEXTANT_FLOAT32, 0,     NULL};
  const sextant_positions first = {sizeof first, 0, 1001, 0, 0, NULL, NULL};
  const sextant_question question = {
      sizeof question, SEXTANT_TABLE, &first, 0, 0, NULL, 0, 0, 0, 0};
  sextant_verdict* verdict = NULL;
  if (sextant_verify(shared, &array, &question, &verdict) != SEXTANT_OK) return NULL;
  return verdict;
}

static int value_agrees(void) {
  char text[64] = "";
  return sextant_value_decimal(shared, SEXTANT_TABLE, "1048577", 5, 40, text, sizeof text, NULL) ==
             SEXTANT_OK &&
         strcmp(text, decimal) == 0;
}

static int table_agrees(void) {
  float table[kRows * kColumns];
  return sextant_table(shared, SEXTANT_TABLE, &rows, SEXTANT_FLOAT32, table, sizeof table, NULL) ==
             SEXTANT_OK &&
         memcmp(table, wanted, sizeof table) == 0;
}

static int verdict_agrees(void) {
  const char* text = NULL;
  sextant_verdict* verdict = verdict_on(wanted);
  const int agrees = sextant_verdict_json(verdict, &text) == SEXTANT_OK && strcmp(text, json) == 0;
  sextant_verdict_free(verdict);
  return agrees;
}

/* The message is this thread's, whatever others fail at. */
static int message_is_own(int number) {
  char name[32], want[64];
  sextant_encoding* none = NULL;
  sprintf(name, "nobody%d", number);
  sprintf(want, "'nobody%d'", number);
  return sextant_encoding_of_model(name, &none) == SEXTANT_BAD_INPUT &&
         (strstr(sextant_message(), name) != NULL || strstr(sextant_message(), want) != NULL);
}

static void* work(void* number) {
  int wrong = 0, i;
  const char* name = NULL;
  for (i = 0; i < kTimes; ++i) {
    wrong += !message_is_own(*(int*)number);
    wrong += !value_agrees();
    wrong += !table_agrees();
    wrong += !verdict_agrees();
    wrong += sextant_list(SEXTANT_MODELS, (size_t)i, &name, NULL) != SEXTANT_OK;
    wrong += strstr(sextant_message(), "nobody") == NULL;
  }
  *(int*)number = wrong;
  return NULL;
}

static void* one_value(void* agrees) {
  *(int*)agrees = value_agrees();
  return NULL;
}

/* Runs threads one after the other, each of which asks for a value and ends. */
static void come_and_go(int count) {
  for (; count > 0; --count) {
    pthread_t thread;
    int agrees = 0;
    CHECK(pthread_create(&thread, NULL, one_value, &agrees) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(agrees);
  }
}

/* Threads that have ended have left nothing allocated. */
static void nothing_is_left(void) {
  size_t before;
  come_and_go(4);
  before = mallinfo2().uordblks;
  come_and_go(16);
  CHECK(mallinfo2().uordblks == before);
}

void threads(void) {
  pthread_t all[kThreads];
  int numbers[kThreads], i;
  const char* text = NULL;
  sextant_verdict* verdict;
  shared = encoding_of("sinusoidal dim=32");
  CHECK(sextant_table(shared, SEXTANT_TABLE, &rows, SEXTANT_FLOAT32, wanted, sizeof wanted, NULL) ==
        SEXTANT_OK);
  CHECK(sextant_value_decimal(shared, SEXTANT_TABLE, "1048577", 5, 40, decimal, sizeof decimal,
                              NULL) == SEXTANT_OK);
  verdict = verdict_on(wanted);
  CHECK(sextant_verdict_json(verdict, &text) == SEXTANT_OK && strlen(text) < sizeof json);
  strcpy(json, text);
  CHECK(strstr(json, "position-offset") != NULL);
  sextant_verdict_free(verdict);
  for (i = 0; i < kThreads; ++i) {
    numbers[i] = i;
    CHECK(pthread_create(&all[i], NULL, work, &numbers[i]) == 0);
  }
  for (i = 0; i < kThreads; ++i) {
    CHECK(pthread_join(all[i], NULL) == 0);
    CHECK(numbers[i] == 0);
  }
  CHECK(same(sextant_message(), ""));
  nothing_is_left();
  sextant_encoding_free(shared);
}
