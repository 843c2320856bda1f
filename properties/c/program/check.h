#ifndef CHECK_H
#define CHECK_H

#include <sextant.h>

/* Counts and prints what does not hold; the program's exit status is 1 where anything did not. */
#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)
void check(int holds, const char* condition, const char* file, int line);
int failures(void);

/* That a call was answered with a status, and with a message that has `words` on a line. */
#define REFUSED(status, words, call) refused((status), (words), (call), #call, __FILE__, __LINE__)
void refused(sextant_status want, const char* words, sextant_status got, const char* call,
             const char* file, int line);

/* Whether two texts are the same. */
int same(const char* a, const char* b);

/* An encoding that must be one. */
sextant_encoding* encoding_of(const char* text);

/* What is checked. */
void encodings(void);
void values(void);
void tables(void);
void verdicts(void);
void lists(void);
void refusals(void);
void structs(void);
void threads(void);
void asks(void);

#endif
