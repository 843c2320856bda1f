#ifndef SEXTANT_C_ENCODING_H
#define SEXTANT_C_ENCODING_H

#include <stddef.h>

#include "sextant/c/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which table of an encoding is meant. */
typedef enum sextant_part SEXTANT_ENUM {
  SEXTANT_TABLE = 0,        /* the whole row; of rope [cos | sin]; of others their first part */
  SEXTANT_COS = 1,          /* of rope: d/2 columns; in sextant_verify also d */
  SEXTANT_SIN = 2,          /* the same */
  SEXTANT_COS_REPEATED = 3, /* of rope: d columns, each twice, as the layout says */
  SEXTANT_SIN_REPEATED = 4,
  SEXTANT_INV_FREQ = 5, /* the frequencies: one row */
  SEXTANT_BIAS = 6,     /* of alibi and kerple: a column a head */
  SEXTANT_SLOPES = 7,   /* of alibi: one row */
  SEXTANT_BUCKETS = 8,  /* of t5 and deberta: integers */
  SEXTANT_INDEX = 9     /* of deberta, shaw and swin: integers */
} sextant_part;

/* "inv_freq", ...: the words of the command line, where cos may be repeated; NULL for no part. */
SEXTANT_API const char* sextant_part_name(sextant_part part);

/* A positional encoding: its exact parameters. */
typedef struct sextant_encoding sextant_encoding;

/* The encoding of a text: a name of the list of encodings, then fields by their names on the
   command line without the dashes, such as "rope dim=128 base=500000" or "sinusoidal dim=512".
   Where dim (or heads) is not said, sextant_verify reads it off the columns, and other functions
   fail.  Those of images, which have several coordinates, are the command line's alone. */
SEXTANT_API sextant_status sextant_encoding_parse(const char* text, sextant_encoding** encoding);

/* That of a public model, by its name in the list of models: "llama-3.1-8b". */
SEXTANT_API sextant_status sextant_encoding_of_model(const char* preset,
                                                     sextant_encoding** encoding);

/* That of a Hugging Face config.json, of whose text `config` has `length` bytes.  `layer_type` says
   which layers are meant where these rotate differently; else it is NULL. */
SEXTANT_API sextant_status sextant_encoding_of_config(const char* config, size_t length,
                                                      const char* layer_type,
                                                      sextant_encoding** encoding);

/* Another encoding, like this one but for one field: ("seq-len", "65536"). */
SEXTANT_API sextant_status sextant_encoding_with(const sextant_encoding* encoding,
                                                 const char* field, const char* value,
                                                 sextant_encoding** changed);

/* The encoding as a text that sextant_encoding_parse reads back. */
SEXTANT_API sextant_status sextant_encoding_text(const sextant_encoding* encoding,
                                                 const char** text);

/* What there is to know about how a config was read: warning 0, 1, ... until SEXTANT_ABSENT. */
SEXTANT_API sextant_status sextant_encoding_warning(const sextant_encoding* encoding, size_t index,
                                                    const char** warning);

/* How many columns a part has. */
SEXTANT_API sextant_status sextant_encoding_columns(const sextant_encoding* encoding,
                                                    sextant_part part, size_t* columns);

/* NULL is nothing to free. */
SEXTANT_API void sextant_encoding_free(sextant_encoding* encoding);

#ifdef __cplusplus
}
#endif

#endif
