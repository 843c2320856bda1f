#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sextant::tool {

/// A line on standard error that shows how far a long task is, only where that is a terminal, and
/// only once the task has taken a second.  It is gone when the task ends.
class ProgressLine {
 public:
  explicit ProgressLine(std::string task);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// From any thread: the fraction done, in [0, 1].
  std::function<void(double)> callback();
  /// Bytes that are copied, of as many as are asked for, where that is known.
  std::function<void(std::uint64_t, std::uint64_t)> bytes();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace sextant::tool
