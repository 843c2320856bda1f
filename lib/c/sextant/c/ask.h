#ifndef SEXTANT_C_ASK_H
#define SEXTANT_C_ASK_H

#include <stddef.h>
#include <stdint.h>

#include "sextant/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An array in memory, of up to 64 axes.  It is read in place during the call, and needs no
   alignment. */
typedef struct sextant_ndarray {
  size_t size; /* sizeof(sextant_ndarray) */
  const void* data;
  size_t bytes; /* the size of `data`, which is contiguous */
  const uint64_t* shape;
  size_t axes; /* the number of lengths in `shape` */
  /* NumPy's name of the number type, without a byte order: "f2", "f4", "f8", "c8", "c16", "i4",
     "i8", or "u2", "i2", "V2" for bit patterns; or "bfloat16", "float8_e4m3fn", "float8_e5m2". */
  const char* type;
  const char* dtype; /* the type as messages show it; if NULL, they show `type` */
  int big_endian;    /* 1: the byte order is big-endian */
  int column_major;  /* 1: the first axis is contiguous (Fortran order) */
  const char* name;  /* the name of the array in messages; if NULL, it is "array" */
} sextant_ndarray;

/* A command of the command line, with its options.

   `json` is a JSON object in UTF-8, with the name of the command and its options, whose names have
   no dashes:

     {"command": "verify", "options": {"model": "llama-3.1-8b", "part": "cos", "first": "8064"}}

   The value of an option is a text, as on the command line, so that numbers are exact.  true and
   false mean "yes" and "no".  PATH, recipes and formats are arrays of texts.  The commands, and
   what they take in addition to their options:

     value     nothing
     table     `buffer`: the table, or the bounds of a recipe, is written there, in C order.  If
               `buffer` is NULL, no number is computed; the JSON of the answer then gives the size
               that it needs
     verify    `array`, or the option FILE; with part rotated, the vectors before the rotation are
               `other`, or the option input; with part resampled, they are the source
     compare   `other`, or the option REFERENCE, and `array`, or the option MINE
     check     the option PATH, or a model in memory: `model` of the object, and `tensors`
     report    `array`, or the option table, if a table is to be judged.  Writes all files except
               the figures to the folder of the option output
     list      the option WHAT: encodings, recipes, engines, formats, models, faults, libraries or
               modes
     options   the option COMMAND: the names of the options of that command

   A model in memory is

     {"name": "Llama", "configs": [{"json": "{...}", "layers": ""}],
      "tensors": [{"name": "rotary_emb.inv_freq", "part": "", "positions": [], "layers": "",
                   "constant": false, "padding": -1, "why": ""}],
      "modules": ["rotary_emb"], "notes": ["the forward of rope is not called"]}

   Each config is a text of JSON, of all layers or of those with the name `layers`.  `part` is
   table, cos, sin, pairs or inv_freq; if it is empty, the name and the shape of the tensor say it.
   `positions` are those of its rows, or empty: 0, 1, ...  A `constant` is known not to be trained,
   though its model is.  `padding` is a row that may hold zeros, or negative: none.  A tensor with a
   `why` cannot be judged for this reason, and has no array.  Of each of `modules` some tensor must
   be judged.  `notes` are lines of the answer.  Everything but the names may be missing. */
typedef struct sextant_request {
  size_t size; /* sizeof(sextant_request) */
  const char* json;
  const sextant_ndarray* array;
  const sextant_ndarray* other;
  void* buffer;
  size_t buffer_bytes;
  /* Called with `context`, and the fraction of the current step that is done; at most once in 100
     ms, on the thread that called sextant_ask.  If it does not return 0, the work ends, and
     sextant_ask returns SEXTANT_INTERRUPTED.  It may be NULL. */
  int (*progress)(void* context, double done);
  void* context;
  /* The numbers of the tensors of a model in memory that have no `why`, in their order. */
  const sextant_ndarray* const* tensors;
  size_t tensor_count;
} sextant_request;

/* The answer to a request. */
typedef struct sextant_answer sextant_answer;

/* Runs the command of a request.  If a table or a model does not pass, the status is SEXTANT_OK:
   see sextant_answer_exit_status().  Other statuses:

     SEXTANT_BAD_INPUT      the JSON, the command, an option or a file is wrong
     SEXTANT_BAD_ARGUMENT   a member of a struct is wrong, or the command does not take it
     SEXTANT_TOO_SMALL      the buffer is too small
     SEXTANT_UNDECIDED, SEXTANT_INTERRUPTED   the work ended; part of the buffer may be written */
SEXTANT_API sextant_status sextant_ask(const sextant_request* request, sextant_answer** answer);

/* The exit status of the command: 0 if it passes, 1 if it does not, 2 if it could not be judged. */
SEXTANT_API sextant_status sextant_answer_exit_status(const sextant_answer* answer,
                                                      int* exit_status);

/* The JSON that the command prints with --json.  For `table`, an object with the shape, the format
   and the number of bytes; for `report`, one with the path of the folder; for `options`, an array
   of names. */
SEXTANT_API sextant_status sextant_answer_json(const sextant_answer* answer, const char** json);

/* The text that the command prints. */
SEXTANT_API sextant_status sextant_answer_words(const sextant_answer* answer, const char** words);

/* Warning number `index`, from 0 on, of those that are not in the JSON; SEXTANT_ABSENT after the
   last one. */
SEXTANT_API sextant_status sextant_answer_warning(const sextant_answer* answer, size_t index,
                                                  const char** warning);

/* Frees an answer; does nothing for NULL. */
SEXTANT_API void sextant_answer_free(sextant_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
