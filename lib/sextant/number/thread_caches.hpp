#pragma once

namespace sextant {

/// Frees what MPFR keeps for a thread, its constants and pools, when it goes: a thread_local of
/// whatever is called by threads that come and go.
class ThreadCaches {
 public:
  ThreadCaches() = default;
  ThreadCaches(const ThreadCaches&) = delete;
  ThreadCaches& operator=(const ThreadCaches&) = delete;
  ~ThreadCaches();
};

}  // namespace sextant
