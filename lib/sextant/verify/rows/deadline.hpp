#pragma once

#include <atomic>
#include <chrono>
#include <memory>

namespace sextant::verify {

/// The time at which a search for faults must end.  By default there is no limit.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;
  explicit Deadline(Clock::time_point at) : at_(at) { *this = fresh(); }

  /// The same time limit for another search, which has not ended.
  Deadline fresh() const {
    Deadline other = *this;
    if (at_ != Clock::time_point::max()) other.ended_ = std::make_shared<std::atomic<bool>>(false);
    return other;
  }

  /// Whether the time is over.  Then the caller must end its search, and ended() becomes true.
  bool passed() const {
    if (!ended_ || Clock::now() < at_) return false;
    *ended_ = true;
    return true;
  }

  /// Whether passed() returned true, for this object or for a copy of it.
  bool ended() const { return ended_ && *ended_; }

 private:
  Clock::time_point at_ = Clock::time_point::max();
  std::shared_ptr<std::atomic<bool>> ended_;
};

}  // namespace sextant::verify
