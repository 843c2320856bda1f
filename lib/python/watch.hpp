#pragma once

#include <chrono>
#include <thread>

#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::python {

/// Thrown to end work after Ctrl-C or another signal's handler.  Python already holds its
/// exception.
struct Interrupted {};

/// Lets Python handle signals while the library works without Python's lock.  It belongs to the
/// thread that creates it; Python handles signals only in its main thread.
class Watch {
 public:
  /// Asks Python a few times a second; throws Interrupted.  Does nothing in other threads.
  void look();
  /// look() as a callback for any thread.  The watch must outlive it.
  verify::Progress callback();

 private:
  using Clock = std::chrono::steady_clock;

  std::thread::id owner_ = std::this_thread::get_id();
  Clock::time_point asked_ = Clock::now();
};

}  // namespace sextant::python
