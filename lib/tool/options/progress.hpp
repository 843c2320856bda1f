#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sextant::tool {

/// The estimated time left, such as ", about 40 s left", from the time that a fraction of the work
/// took; ", almost done" if less than a second is left.  Empty before two seconds, below 3 % of the
/// work unless a minute has passed, and when all is done.
std::string time_left(double seconds, double fraction);

/// A line on standard error that shows the progress of a task that has taken a second.  It is shown
/// only on a terminal, is redrawn five times a second, and is removed when the task ends.
class ProgressLine {
 public:
  explicit ProgressLine(std::string task);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Returns a function that takes the fraction of a step that is done, in [0, 1].  With each
  /// further step the fraction begins at 0 again.  The line shows the elapsed time, because the
  /// number of steps is unknown.  Thread-safe.
  std::function<void(double)> callback();
  /// Returns a function that takes the fraction of the whole task that is done, in [0, 1].
  /// Thread-safe.
  std::function<void(double)> whole();
  /// Returns a function that takes the name of a phase, which is shown, and its fraction of the
  /// work, which is an estimate and not shown.
  std::function<void(const std::string&, double)> phases();
  /// Returns a function that takes the number of bytes copied, and the number to copy if it is
  /// known.
  std::function<void(std::uint64_t, std::uint64_t)> bytes();

  /// The task begins now.  It has `rows` rows of `columns` entries.  The line shows the rate of
  /// entries.
  void begin_rows(std::uint64_t rows, std::size_t columns);
  /// This number of further rows is done.  Thread-safe.
  void add_rows(std::uint64_t rows);
  /// Removes the line from a terminal.
  void end();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace sextant::tool
