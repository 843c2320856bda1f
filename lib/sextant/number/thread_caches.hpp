#pragma once

namespace sextant {

/// Frees MPFR's constants and pools of a thread when the thread ends.  Use it as a thread_local in
/// functions that short-lived threads call.
class ThreadCaches {
 public:
  ThreadCaches() = default;
  ThreadCaches(const ThreadCaches&) = delete;
  ThreadCaches& operator=(const ThreadCaches&) = delete;
  ~ThreadCaches();
};

}  // namespace sextant
