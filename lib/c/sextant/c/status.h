#ifndef SEXTANT_C_STATUS_H
#define SEXTANT_C_STATUS_H

#if defined(__GNUC__)
#define SEXTANT_API __attribute__((visibility("default")))
#else
#define SEXTANT_API
#endif

/* In C++ too, an enum may hold a number that none of its names has: it is refused. */
#ifdef __cplusplus
#define SEXTANT_ENUM : unsigned
#else
#define SEXTANT_ENUM
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes where a program must be compiled anew; the shared library's soname has it. */
#define SEXTANT_ABI 1

typedef enum sextant_status SEXTANT_ENUM {
  SEXTANT_OK = 0,
  SEXTANT_BAD_ARGUMENT = 1, /* a mistake of the program: NULL, no handle, no value of an enum */
  SEXTANT_BAD_INPUT = 2,    /* a text, a shape or a number that means nothing, or is not served */
  SEXTANT_TOO_SMALL = 3,    /* the buffer does not hold the answer; *needed says how much does */
  SEXTANT_UNDECIDED = 4,    /* too near to a rounding boundary to be decided */
  SEXTANT_ABSENT = 5,       /* there is no such entry: the end of a list, or no worst place */
  SEXTANT_NO_MEMORY = 6,
  SEXTANT_INTERNAL = 7 /* a mistake of the library: please report it, with the message */
} sextant_status;

/* What the library is: "0.1.0", and the SEXTANT_ABI that it was built with. */
SEXTANT_API const char* sextant_version(void);
SEXTANT_API int sextant_abi(void);

/* What the last call that failed on this thread had to say: a line without an end of line, cut
   after 2000 bytes; "" before any failed.  It lives until the next call of this thread that fails.
   It is kept by the library, not handed out as an object, so that reporting an error can neither
   fail nor leak. */
SEXTANT_API const char* sextant_message(void);

/* "ok", "bad-argument", ...; NULL for no status. */
SEXTANT_API const char* sextant_status_name(sextant_status status);

#ifdef __cplusplus
}
#endif

#endif
