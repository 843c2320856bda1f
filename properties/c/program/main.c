#include <stdio.h>
#include <string.h>

#include "check.h"

/* The interface in C, used by a program in C99: one argument says what is checked. */
int main(int count, char** arguments) {
  static const struct {
    const char* name;
    void (*check)(void);
  } all[] = {{"encodings", encodings}, {"values", values},   {"tables", tables},
             {"verdicts", verdicts},   {"lists", lists},     {"refusals", refusals},
             {"structs", structs},     {"threads", threads}, {"asks", asks}};
  size_t i;
  int found = 0;
  for (i = 0; i < sizeof all / sizeof *all; ++i) {
    if (count != 2 || strcmp(arguments[1], all[i].name) != 0) continue;
    all[i].check();
    found = 1;
  }
  if (!found) fprintf(stderr, "usage: c_program WHAT\n");
  return !found || failures() > 0;
}
