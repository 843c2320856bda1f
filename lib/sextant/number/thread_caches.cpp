#include "sextant/number/thread_caches.hpp"

#include <mpfr.h>

namespace sextant {
namespace {

struct ThreadCaches {
  ThreadCaches() = default;
  ThreadCaches(const ThreadCaches&) = delete;
  ThreadCaches& operator=(const ThreadCaches&) = delete;
  ~ThreadCaches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

}  // namespace

void free_caches_at_thread_exit() noexcept {
  thread_local const ThreadCaches caches;
  (void)caches;
}

}  // namespace sextant
