#ifndef SEXTANT_C_VERDICT_H
#define SEXTANT_C_VERDICT_H

#include <stddef.h>
#include <stdint.h>

#include "sextant/c/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Grades of a table, best first. */
typedef enum sextant_grade SEXTANT_ENUM {
  SEXTANT_CORRECTLY_ROUNDED = 1, /* every entry is the number nearest to the true value */
  SEXTANT_FAITHFUL = 2,          /* every entry is a neighbour of the true value */
  SEXTANT_ROUNDING = 3,          /* every entry is within the bound of one sound recipe */
  SEXTANT_EXPLAINED = 4,         /* a known fault produces this table */
  SEXTANT_UNEXPLAINED = 5        /* none of these; the verdict shows where the table is wrong */
} sextant_grade;

/* The name of a grade on the command line and in JSON, such as "correctly-rounded"; NULL for an
   unknown grade. */
SEXTANT_API const char* sextant_grade_name(sextant_grade grade);

/* A table to be verified: contiguous rows, or contiguous columns.  It is read in place, needs no
   alignment, and is not kept. */
typedef struct sextant_array {
  size_t size; /* sizeof(sextant_array) */
  const void* data;
  size_t bytes; /* size of data: rows * columns numbers, or more */
  uint64_t rows;
  uint64_t columns;
  sextant_format format;
  int column_major; /* 1: columns are contiguous (Fortran order) */
  const char* name; /* shown in messages, in quotes; NULL: the table */
} sextant_array;

/* How a table is verified. */
typedef struct sextant_question {
  size_t size; /* sizeof(sextant_question) */
  sextant_part part;
  /* NULL: as sextant_encoding_positions returns.  A `count` of 0 means the number of rows, in
     the encoding's own direction if step is 0. */
  const sextant_positions* positions;
  sextant_format computed_in; /* float32 or float64; 0: float64 for float64 tables, else float32 */
  sextant_grade required;     /* the worst grade that passes; 0: SEXTANT_ROUNDING */
  /* The math library whose bounds are used, from the list of libraries; NULL: the strictest one
     that accepts the table. */
  const char* library;
  int strict;        /* 1: a table with a warning fails */
  double max_error;  /* the largest absolute error that passes; 0: any */
  double max_phase;  /* the largest phase error that passes, in radians; 0: any */
  double time_limit; /* seconds after which a search for faults ends; 0: never */
} sextant_question;

/* The result of sextant_verify: grade, largest errors, findings. */
typedef struct sextant_verdict sextant_verdict;

/* Verifies a table.  If `encoding` is NULL, it is guessed first.  If `question` is NULL, the
   whole table is verified from position 0.  A table that does not pass is not an error of this
   function. */
SEXTANT_API sextant_status sextant_verify(const sextant_encoding* encoding,
                                          const sextant_array* array,
                                          const sextant_question* question,
                                          sextant_verdict** verdict);

/* Whether the table passes: 1 or 0. */
SEXTANT_API sextant_status sextant_verdict_passes(const sextant_verdict* verdict, int* passes);

SEXTANT_API sextant_status sextant_verdict_grade(const sextant_verdict* verdict,
                                                 sextant_grade* grade);

typedef struct sextant_counts {
  size_t size; /* sizeof(sextant_counts) */
  uint64_t entries;
  uint64_t misrounded; /* not the number nearest to the true value */
  uint64_t undecided;
  uint64_t non_finite;
} sextant_counts;

SEXTANT_API sextant_status sextant_verdict_counts(const sextant_verdict* verdict,
                                                  sextant_counts* counts);

/* Error measures. */
typedef enum sextant_measure SEXTANT_ENUM {
  SEXTANT_BY_ABSOLUTE = 0, /* distance from the true value */
  SEXTANT_BY_ULPS = 1,     /* the same in ulps of the true value */
  SEXTANT_BY_STEPS = 2,    /* distance in numbers of the format from the correctly rounded value */
  SEXTANT_BY_PHASE = 3     /* angle between the stored pair and the true one */
} sextant_measure;

/* An entry and its errors, which are upper bounds. */
typedef struct sextant_entry {
  size_t size; /* sizeof(sextant_entry) */
  uint64_t row;
  uint64_t channel;
  char position[48]; /* exact, as a text: "-1048577", "7/2" */
  double got;
  double want; /* the correctly rounded value */
  uint64_t got_bits;
  uint64_t want_bits;
  double absolute;
  double ulps;
  double steps;
  int has_phase;        /* 1 if the next two members are valid */
  double phase;         /* radians; positive if the stored pair is ahead */
  double positions_off; /* the same in positions */
} sextant_entry;

/* The entry with the largest error by a measure; SEXTANT_ABSENT if there is none. */
SEXTANT_API sextant_status sextant_verdict_worst(const sextant_verdict* verdict,
                                                 sextant_measure measure, sextant_entry* entry);

/* A fault that produces the table or a part of it; for an unexplained table, the likely fault
   that comes closest. */
typedef struct sextant_finding {
  size_t size;            /* sizeof(sextant_finding) */
  const char* fault;      /* a name from the list of faults */
  const char* mechanism;  /* what the program does */
  const char* effect;     /* its effect on the table */
  const char* reference;  /* a public thread where it happened; empty: none known */
  const char* parameters; /* a JSON object */
  double match;           /* fraction of the entries reproduced bit for bit */
  double accounts_for;    /* fraction of the entries that a likely finding explains; else 0 */
} sextant_finding;

/* Finding number `index`, from 0 on; SEXTANT_ABSENT after the last one. */
SEXTANT_API sextant_status sextant_verdict_finding(const sextant_verdict* verdict, size_t index,
                                                   sextant_finding* finding);

/* Warning number `index`, from 0 on; SEXTANT_ABSENT after the last one. */
SEXTANT_API sextant_status sextant_verdict_warning(const sextant_verdict* verdict, size_t index,
                                                   const char** warning);

/* The whole verdict: as the JSON object of `sextant verify --json`, and as the text of `sextant
   verify`. */
SEXTANT_API sextant_status sextant_verdict_json(const sextant_verdict* verdict, const char** json);
SEXTANT_API sextant_status sextant_verdict_words(const sextant_verdict* verdict,
                                                 const char** words);

SEXTANT_API void sextant_verdict_free(sextant_verdict* verdict);

#ifdef __cplusplus
}
#endif

#endif
