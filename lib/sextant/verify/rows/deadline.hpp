#pragma once

#include <atomic>
#include <chrono>
#include <memory>

namespace sextant::verify {

/// When a search for faults must end.  By default it has all the time that it takes.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;
  explicit Deadline(Clock::time_point at) : at_(at) { *this = fresh(); }

  /// The same time for another search.
  Deadline fresh() const {
    Deadline other = *this;
    if (at_ != Clock::time_point::max()) other.ended_ = std::make_shared<std::atomic<bool>>(false);
    return other;
  }

  /// Whether the time is over: the caller then ends its search.
  bool passed() const {
    if (!ended_ || Clock::now() < at_) return false;
    *ended_ = true;
    return true;
  }

  /// Whether passed() has ended a search, for this object or a copy of it.
  bool ended() const { return ended_ && *ended_; }

 private:
  Clock::time_point at_ = Clock::time_point::max();
  std::shared_ptr<std::atomic<bool>> ended_;
};

}  // namespace sextant::verify
