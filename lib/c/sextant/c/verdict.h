#ifndef SEXTANT_C_VERDICT_H
#define SEXTANT_C_VERDICT_H

#include <stddef.h>
#include <stdint.h>

#include "sextant/c/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a table is worth, best first. */
typedef enum sextant_grade SEXTANT_ENUM {
  SEXTANT_CORRECTLY_ROUNDED = 1, /* every entry is the number nearest to the truth */
  SEXTANT_FAITHFUL = 2,          /* every entry is a neighbour of the truth */
  SEXTANT_ROUNDING = 3,          /* one sound recipe's derived bound covers every entry */
  SEXTANT_EXPLAINED = 4,         /* a known fault makes this table */
  SEXTANT_UNEXPLAINED = 5
} sextant_grade;

/* "correctly-rounded", ...: the words of the command line and of JSON; NULL for no grade. */
SEXTANT_API const char* sextant_grade_name(sextant_grade grade);

/* A table to be judged: rows of numbers, one after the other without gaps, or columns so.  It is
   read where it lies, needs no alignment, and is not kept. */
typedef struct sextant_array {
  size_t size; /* sizeof(sextant_array) */
  const void* data;
  size_t bytes; /* that there are at data: rows * columns numbers, or more */
  uint64_t rows;
  uint64_t columns;
  sextant_format format;
  int column_major; /* 1: columns lie together, as Fortran has them */
  const char* name; /* that words and messages show, in quotes; NULL: the table */
} sextant_array;

/* How it is to be judged. */
typedef struct sextant_question {
  size_t size; /* sizeof(sextant_question) */
  sextant_part part;
  /* NULL: as sextant_encoding_positions says.  A `count` of 0 is as many as there are rows, in the
     encoding's own direction if step is 0. */
  const sextant_positions* positions;
  sextant_format computed_in; /* float32 or float64; 0: float32, of float64 tables float64 */
  sextant_grade required;     /* the worst grade that passes; 0: SEXTANT_ROUNDING */
  const char* library; /* a name of the list of libraries, on whose functions bounds stand; NULL:
                          the strictest that covers the table */
  int strict;          /* 1: a table with a warning does not pass */
  double max_error;    /* the largest absolute error that passes; 0: any */
  double max_phase;    /* the largest phase error that passes, in radians; 0: any */
  double time_limit;   /* seconds after which a search for faults ends; 0: never */
} sextant_question;

/* What a table is worth, where it is worst, and why. */
typedef struct sextant_verdict sextant_verdict;

/* Judges a table.  An encoding of NULL: what it is, is found out first, which is a guess; a
   question of NULL: the whole table, from position 0.  A table that does not pass is no failure of
   this function. */
SEXTANT_API sextant_status sextant_verify(const sextant_encoding* encoding,
                                          const sextant_array* array,
                                          const sextant_question* question,
                                          sextant_verdict** verdict);

/* Whether it passes: 1 or 0. */
SEXTANT_API sextant_status sextant_verdict_passes(const sextant_verdict* verdict, int* passes);

SEXTANT_API sextant_status sextant_verdict_grade(const sextant_verdict* verdict,
                                                 sextant_grade* grade);

typedef struct sextant_counts {
  size_t size; /* sizeof(sextant_counts) */
  uint64_t entries;
  uint64_t misrounded; /* not the number nearest to the truth */
  uint64_t undecided;
  uint64_t non_finite;
} sextant_counts;

SEXTANT_API sextant_status sextant_verdict_counts(const sextant_verdict* verdict,
                                                  sextant_counts* counts);

/* By which measure an entry is the worst. */
typedef enum sextant_measure SEXTANT_ENUM {
  SEXTANT_BY_ABSOLUTE = 0, /* distance from the truth */
  SEXTANT_BY_ULPS = 1,     /* the same in units in the last place of the truth */
  SEXTANT_BY_STEPS = 2,    /* numbers of the format between it and the one nearest to the truth */
  SEXTANT_BY_PHASE = 3     /* angle between the stored pair and the true one */
} sextant_measure;

/* An entry and how far it is from the truth.  Errors are upper bounds. */
typedef struct sextant_entry {
  size_t size; /* sizeof(sextant_entry) */
  uint64_t row;
  uint64_t channel;
  char position[48]; /* exactly, as a text: "-1048577", "7/2" */
  double got;
  double want; /* the number of the format nearest to the truth */
  uint64_t got_bits;
  uint64_t want_bits;
  double absolute;
  double ulps;
  double steps;
  int has_phase;        /* whether the next two mean something */
  double phase;         /* radians, positive where the stored pair is ahead */
  double positions_off; /* the same in positions */
} sextant_entry;

/* The worst entry by a measure; SEXTANT_ABSENT where no entry has it. */
SEXTANT_API sextant_status sextant_verdict_worst(const sextant_verdict* verdict,
                                                 sextant_measure measure, sextant_entry* entry);

/* A fault that makes the table, or a mistake seen in it; of an unexplained table, the likely one
   that comes closest. */
typedef struct sextant_finding {
  size_t size;            /* sizeof(sextant_finding) */
  const char* fault;      /* a name of the list of faults */
  const char* mechanism;  /* what the program does */
  const char* effect;     /* what that does to the table */
  const char* reference;  /* a public thread where it happened */
  const char* parameters; /* a JSON object */
  double match;           /* the fraction of the entries reproduced bit for bit */
  double accounts_for;    /* of a likely one, the fraction of the entries that it accounts for; of
                             one that is proved, 0 */
} sextant_finding;

/* Finding 0, 1, ... until SEXTANT_ABSENT. */
SEXTANT_API sextant_status sextant_verdict_finding(const sextant_verdict* verdict, size_t index,
                                                   sextant_finding* finding);

/* Warning 0, 1, ... until SEXTANT_ABSENT. */
SEXTANT_API sextant_status sextant_verdict_warning(const sextant_verdict* verdict, size_t index,
                                                   const char** warning);

/* All of it: the object of `sextant verify --json`, and the words of `sextant verify`. */
SEXTANT_API sextant_status sextant_verdict_json(const sextant_verdict* verdict, const char** json);
SEXTANT_API sextant_status sextant_verdict_words(const sextant_verdict* verdict,
                                                 const char** words);

SEXTANT_API void sextant_verdict_free(sextant_verdict* verdict);

#ifdef __cplusplus
}
#endif

#endif
