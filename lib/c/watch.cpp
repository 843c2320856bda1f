#include "c/watch.hpp"

#include "c/guard.hpp"

namespace sextant::c {

void Watch::report(double done) {
  if (function_ == nullptr || std::this_thread::get_id() != owner_) return;
  const auto now = Clock::now();
  if (now - called_ < std::chrono::milliseconds(100)) return;
  const int answer = function_(context_, done);
  called_ = Clock::now();
  if (answer != 0) throw Refused(SEXTANT_INTERRUPTED, "request.progress ended the work");
}

}  // namespace sextant::c
