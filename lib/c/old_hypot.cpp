// glibc 2.35 gave hypot a new symbol version, which sets errno differently and returns the same
// results.  The shared library and the tool use the old version, so that they work with glibc 2.34
// too.
extern "C" {

#ifdef __x86_64__
double old_hypot(double x, double y);
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");
#else
double old_hypot(double x, double y) __asm__("__real_hypot");
#endif

/// The function that calls of hypot go to, by the linker's --wrap=hypot.  Returns √(x² + y²).
double wrapped_hypot(double x, double y) __asm__("__wrap_hypot");
double wrapped_hypot(double x, double y) { return old_hypot(x, y); }
}
