#pragma once

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace sextant::exact {

/// While it lives, floating point rounds to nearest and keeps subnormal numbers, in every mode of
/// the calling program.  The bounds of the kernels assume this.
class Environment {
 public:
#if defined(__SSE2__)
  Environment() : control_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  ~Environment() { _mm_setcsr(control_); }
#else
  Environment() { std::fegetenv(&control_), std::fesetenv(FE_DFL_ENV); }
  ~Environment() { std::fesetenv(&control_); }
#endif
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
#if defined(__SSE2__)
  static constexpr unsigned kDefault = 0x1f80;  // all exceptions masked
  unsigned control_;
#else
  std::fenv_t control_;
#endif
};

}  // namespace sextant::exact
