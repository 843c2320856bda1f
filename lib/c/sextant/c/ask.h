#ifndef SEXTANT_C_ASK_H
#define SEXTANT_C_ASK_H

#include <stddef.h>
#include <stdint.h>

#include "sextant/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An array in memory, of any number of axes.  It is read in place, needs no alignment, and is not
   kept. */
typedef struct sextant_ndarray {
  size_t size; /* sizeof(sextant_ndarray) */
  const void* data;
  size_t bytes; /* size of data: contiguous, all numbers and nothing else */
  const uint64_t* shape;
  size_t axes; /* the number of lengths in shape, at most 64 */
  /* NumPy's name of the number type, without a byte order: "f2", "f4", "f8", "c8", "c16", "i4",
     "i8", or "u2", "i2", "V2" for bit patterns; or "bfloat16", "float8_e4m3fn", "float8_e5m2". */
  const char* type;
  const char* dtype; /* the type as messages show it; NULL: `type` */
  int big_endian;    /* 1: the byte order is big-endian */
  int column_major;  /* 1: the first axis is contiguous (Fortran order) */
  const char* name;  /* the array as messages call it; NULL: array */
} sextant_ndarray;

/* A command of the command line, with its options.

   `json` is an object of the command's name and of its options by name without dashes, in UTF-8:

     {"command": "verify", "options": {"model": "llama-3.1-8b", "part": "cos", "first": "8064"}}

   The value of an option is a text, as on the command line, so that numbers are exact; true or
   false for "yes" or "no"; for PATH an array of texts.  The commands, and what they take in
   addition to their options:

     value     nothing
     table     `buffer`: the table is written there, in C order.  If it is NULL, the answer has the
               shape, the format and the number of bytes, and no number is computed
     verify    `array`, or the option FILE; with part rotated, the vectors before the rotation are
               `other`, or the option input
     compare   `other`, or the option REFERENCE, and `array`, or the option MINE
     check     the option PATH
     list      the option WHAT: encodings, recipes, engines, formats, models, faults or libraries
     options   the option COMMAND: the names of the options of a command                        */
typedef struct sextant_request {
  size_t size; /* sizeof(sextant_request) */
  const char* json;
  const sextant_ndarray* array;
  const sextant_ndarray* other;
  void* buffer;
  size_t buffer_bytes;
  /* Called on the thread of the caller, at most every 100 ms, with the fraction of the current step
     that is done.  If it does not return 0, the work ends, with SEXTANT_INTERRUPTED.  It may be
     NULL. */
  int (*progress)(void* context, double done);
  void* context;
} sextant_request;

/* The answer to a request. */
typedef struct sextant_answer sextant_answer;

/* Answers a request.  A table or a model that does not pass is not an error of this function.  If
   a table is undecided, or interrupted, the buffer is partly written. */
SEXTANT_API sextant_status sextant_ask(const sextant_request* request, sextant_answer** answer);

/* The exit status of the command: 0 passes, 1 does not pass, 2 could not be judged. */
SEXTANT_API sextant_status sextant_answer_exit_status(const sextant_answer* answer,
                                                      int* exit_status);

/* The JSON that the command prints with --json.  Of a table an object of shape, format and bytes;
   of options an array of names. */
SEXTANT_API sextant_status sextant_answer_json(const sextant_answer* answer, const char** json);

/* What the command prints. */
SEXTANT_API sextant_status sextant_answer_words(const sextant_answer* answer, const char** words);

/* Warning number `index` that is not part of the JSON, from 0 on; SEXTANT_ABSENT after the last
   one. */
SEXTANT_API sextant_status sextant_answer_warning(const sextant_answer* answer, size_t index,
                                                  const char** warning);

/* Frees an answer; does nothing for NULL. */
SEXTANT_API void sextant_answer_free(sextant_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
