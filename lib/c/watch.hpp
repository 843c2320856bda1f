#pragma once

#include <chrono>
#include <thread>

#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::c {

/// Calls the caller's progress function, on the thread that creates this object.
class Watch {
 public:
  using Function = int (*)(void* context, double done);
  /// `function` may be null.
  Watch(Function function, void* context) : function_(function), context_(context) {}

  /// Calls the function with the fraction that is done, if 100 ms have passed since the last call.
  /// Throws Refused, with SEXTANT_INTERRUPTED, if it does not return 0.  Does nothing on other
  /// threads.
  void report(double done);
  /// report() as a callback for any thread.  The watch must outlive it.
  verify::Progress callback() {
    return [this](double done) { report(done); };
  }

 private:
  using Clock = std::chrono::steady_clock;

  Function function_;
  void* context_;
  std::thread::id owner_ = std::this_thread::get_id();
  Clock::time_point called_ = Clock::now();
};

}  // namespace sextant::c
