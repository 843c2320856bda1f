// glibc 2.35 gave hypot a new symbol version, with the same results: only errno is set otherwise.
// The shared library takes the old one, so that it works with glibc 2.34 too.
extern "C" {

double hypot_of_glibc_2_2_5(double x, double y);
__asm__(".symver hypot_of_glibc_2_2_5, hypot@GLIBC_2.2.5");

/// What the linker puts in the place of hypot (--wrap).
double __wrap_hypot(double x, double y) { return hypot_of_glibc_2_2_5(x, y); }
}
