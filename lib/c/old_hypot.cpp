// glibc 2.35 gave hypot a new symbol version, with the same results: only errno is set otherwise.
// The shared library takes the old one, so that it works with glibc 2.34 too.
extern "C" {

double old_hypot(double x, double y);
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");

/// What the linker puts in the place of hypot (--wrap).
double wrapped_hypot(double x, double y) __asm__("__wrap_hypot");
double wrapped_hypot(double x, double y) { return old_hypot(x, y); }
}
