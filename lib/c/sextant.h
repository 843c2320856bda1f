/* Sextant from C: the true value of every entry of a positional encoding, and what is wrong with a
   table.  The functions correspond to subcommands of the command line: value, table, verify, list.
   sextant_ask runs these and others, with their options as texts, and answers in JSON.

   Status.  Every function that can fail returns a sextant_status.  After a failure,
   sextant_message() returns the reason in one line, and the handles and texts that the function
   returns are NULL.  No C++ exception leaves this library.

   Ownership.  The caller owns the handles that sextant_encoding_..., sextant_verify and
   sextant_ask return, and frees each once: sextant_encoding_free, sextant_verdict_free,
   sextant_answer_free.  Texts (const char **) belong to
   the handle that was passed to the function, and are valid as long as the handle.  Texts of lists
   and names are always valid.  All texts are UTF-8 and end with a zero byte.

   Threads.  A handle never changes, so any number of threads may use it at once.  Free it when no
   thread uses it.  Each thread has a message of its own, which is freed when the thread ends.
   Tables and verdicts use all cores (oneTBB).

   Structs begin with their own size, which the caller sets.  Other members may be zero:

     sextant_counts counts = {sizeof counts};

   A program that was compiled with an older header still works with a newer library.

   Memory.  If memory runs out, the status is SEXTANT_NO_MEMORY.  GMP and MPFR, which hold numbers
   of thousands of digits, end the process instead.                                             */
#ifndef SEXTANT_H
#define SEXTANT_H

#include "sextant/c/ask.h"
#include "sextant/c/encoding.h"
#include "sextant/c/list.h"
#include "sextant/c/status.h"
#include "sextant/c/table.h"
#include "sextant/c/verdict.h"

#endif
