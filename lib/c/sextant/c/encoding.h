#ifndef SEXTANT_C_ENCODING_H
#define SEXTANT_C_ENCODING_H

#include <stddef.h>

#include "sextant/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The parts of an encoding. */
typedef enum sextant_part SEXTANT_ENUM {
  SEXTANT_TABLE = 0, /* the whole row; of rope [cos | sin]; of biases and indices the first part */
  SEXTANT_COS = 1,   /* of rope: d/2 columns; in sextant_verify also d */
  SEXTANT_SIN = 2,   /* the same */
  SEXTANT_COS_REPEATED = 3, /* of rope: d columns, each value twice, in the layout's order */
  SEXTANT_SIN_REPEATED = 4,
  SEXTANT_INV_FREQ = 5,  /* the frequencies: one row */
  SEXTANT_BIAS = 6,      /* of alibi and kerple: one column a head */
  SEXTANT_SLOPES = 7,    /* of alibi: one row */
  SEXTANT_BUCKETS = 8,   /* of t5 and deberta: integers */
  SEXTANT_INDEX = 9,     /* of deberta, shaw and swin: integers */
  SEXTANT_PAIRS = 10,    /* of rope: cos and sin of each pair, d columns */
  SEXTANT_MATRICES = 11, /* of rope: cos, -sin, sin, cos of each pair, 2d columns */
  SEXTANT_DIVISORS = 12, /* of rope: what divides the unscaled angles of each pair; one row */
  SEXTANT_PERIODS = 13,  /* of rope: 1 / inv_freq; one row */
  /* Of query-scale: one column. */
  SEXTANT_QUERY_SCALE = 14
} sextant_part;

/* The name of a part on the command line, such as "inv_freq"; repeated parts are "cos" and
   "sin".  NULL for an unknown part. */
SEXTANT_API const char* sextant_part_name(sextant_part part);

/* A positional encoding: its exact parameters. */
typedef struct sextant_encoding sextant_encoding;

/* Creates the encoding of a text: a name from the list of encodings, then fields with the names
   of the command line without dashes, such as "rope dim=128 base=500000" or "sinusoidal
   dim=512".  Without dim (or heads), sextant_verify takes it from the number of columns, and
   other functions fail.  Encodings of images, which have several coordinates, need sextant_ask
   (ask.h). */
SEXTANT_API sextant_status sextant_encoding_parse(const char* text, sextant_encoding** encoding);

/* Creates the encoding of a public model, given by its name in the list of models, such as
   "llama-3.1-8b". */
SEXTANT_API sextant_status sextant_encoding_of_model(const char* preset,
                                                     sextant_encoding** encoding);

/* Creates the encoding of a Hugging Face config.json; `config` is its text of `length` bytes.
   `layer_type` selects the layers if they rotate differently; otherwise it is NULL. */
SEXTANT_API sextant_status sextant_encoding_of_config(const char* config, size_t length,
                                                      const char* layer_type,
                                                      sextant_encoding** encoding);

/* Creates a copy with one field changed, such as ("seq-len", "65536"). */
SEXTANT_API sextant_status sextant_encoding_with(const sextant_encoding* encoding,
                                                 const char* field, const char* value,
                                                 sextant_encoding** changed);

/* The encoding as a text for sextant_encoding_parse.  The text lives as long as the encoding. */
SEXTANT_API sextant_status sextant_encoding_text(const sextant_encoding* encoding,
                                                 const char** text);

/* Warning number `index` about how a config was read, from 0 on; SEXTANT_ABSENT after the last
   one. */
SEXTANT_API sextant_status sextant_encoding_warning(const sextant_encoding* encoding, size_t index,
                                                    const char** warning);

/* The number of columns of a part. */
SEXTANT_API sextant_status sextant_encoding_columns(const sextant_encoding* encoding,
                                                    sextant_part part, size_t* columns);

/* Frees an encoding; does nothing for NULL. */
SEXTANT_API void sextant_encoding_free(sextant_encoding* encoding);

#ifdef __cplusplus
}
#endif

#endif
