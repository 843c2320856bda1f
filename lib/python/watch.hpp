#pragma once

#include <chrono>
#include <thread>

#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::python {

/// What ends work that Ctrl-C, or another signal's handler, has put an end to.  Python knows the
/// exception already.
struct Interrupted {};

/// Lets Python see to its signals while the library works without Python's lock.  It belongs to the
/// thread that makes it, in which Python handles them if it does in any.
class Watch {
 public:
  /// Asks Python, a few times a second; throws Interrupted.  In other threads it does nothing.
  void look();
  /// The same as a callback, from any thread.  The watch must outlive it.
  verify::Progress callback();

 private:
  using Clock = std::chrono::steady_clock;

  std::thread::id owner_ = std::this_thread::get_id();
  Clock::time_point asked_ = Clock::now();
};

}  // namespace sextant::python
