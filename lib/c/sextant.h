/* Sextant from C: the true value of every entry of a positional encoding, and what is wrong with a
   table.  The verbs are those of the command line: value, table, verify, list.

   Status.  Every function that can fail answers a sextant_status; sextant_message() then says what
   was wrong, in a line.  Where one fails, the handles and texts that it would have given are NULL.
   No exception leaves this library.

   Ownership.  What sextant_encoding_... or sextant_verify gives is the caller's, to be freed once
   by the function of its kind.  Texts that a function gives (const char **) belong to the handle
   that they were asked of and live as long; those of lists and names live for ever.  All texts are
   UTF-8 and end with a zero byte.

   Threads.  A handle never changes: any number of threads may use one at once, and free it when
   none does.  The message is each thread's own, and what else a thread has here goes with it.
   Tables and verdicts use all cores (oneTBB).

   Structs begin with their own size, which the caller sets, and whose other members may be zero:

     sextant_counts counts = {sizeof counts};

   A program that was compiled with an older header than the library's works on.

   Memory.  Where there is none left, the answer is SEXTANT_NO_MEMORY; GMP and MPFR, which hold
   numbers of thousands of digits, end the process instead if they get none.                    */
#ifndef SEXTANT_H
#define SEXTANT_H

#include "sextant/c/encoding.h"
#include "sextant/c/list.h"
#include "sextant/c/status.h"
#include "sextant/c/table.h"
#include "sextant/c/verdict.h"

#endif
