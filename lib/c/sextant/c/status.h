#ifndef SEXTANT_C_STATUS_H
#define SEXTANT_C_STATUS_H

#if defined(__GNUC__)
#define SEXTANT_API __attribute__((visibility("default")))
#else
#define SEXTANT_API
#endif

/* A fixed underlying type: in C++, too, an enum may then hold an unknown number, which is
   refused. */
#ifdef __cplusplus
#define SEXTANT_ENUM : unsigned
#else
#define SEXTANT_ENUM
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes if programs must be recompiled; it is part of the soname of the shared library. */
#define SEXTANT_ABI 1

typedef enum sextant_status SEXTANT_ENUM {
  SEXTANT_OK = 0,
  SEXTANT_BAD_ARGUMENT = 1, /* an error of the program: NULL, a bad handle or enum value */
  SEXTANT_BAD_INPUT = 2,    /* a text, a shape or a number that is invalid or not supported */
  SEXTANT_TOO_SMALL = 3,    /* the buffer is too small; *needed or the message has the size */
  SEXTANT_UNDECIDED = 4,    /* too near to a rounding boundary to be decided */
  SEXTANT_ABSENT = 5,       /* no such item: after the end of a list, or no worst place */
  SEXTANT_NO_MEMORY = 6,
  SEXTANT_INTERNAL = 7,   /* an error of the library: please report it, with the message */
  SEXTANT_INTERRUPTED = 8 /* the caller's progress function ended the work */
} sextant_status;

/* The version of the library, such as "0.1.0", and the SEXTANT_ABI that it was built with. */
SEXTANT_API const char* sextant_version(void);
SEXTANT_API int sextant_abi(void);

/* The message of the last failed call on this thread: one line without its end, at most 2000
   bytes; "" if no call failed.  It is valid until the next failed call on this thread.  The
   library owns it, so that reporting an error can neither fail nor leak. */
SEXTANT_API const char* sextant_message(void);

/* The name of a status, such as "ok" or "bad-argument"; NULL for an unknown status. */
SEXTANT_API const char* sextant_status_name(sextant_status status);

#ifdef __cplusplus
}
#endif

#endif
