#include "sextant/number/thread_caches.hpp"

#include <mpfr.h>

namespace sextant {

ThreadCaches::~ThreadCaches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }

}  // namespace sextant
