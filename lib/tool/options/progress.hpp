#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sextant::tool {

/// ", about 40 s left", from the seconds that a fraction of the work took; ", almost done" if less
/// than a second is left.  Empty if that is a guess: before two seconds; below 3 % of the work,
/// unless a minute has passed; and once all is done.
std::string time_left(double seconds, double fraction);

/// A line on standard error that shows how far a long task is, once the task has taken a second.
/// It is shown on a terminal only, changes five times a second, and is removed when the task ends.
class ProgressLine {
 public:
  explicit ProgressLine(std::string task);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// From any thread: the fraction of a step that is done, in [0, 1].  It begins at 0 again with
  /// the next step.  The number of steps is unknown: the line shows the time so far.
  std::function<void(double)> callback();
  /// From any thread: the fraction of the whole task that is done, in [0, 1].
  std::function<void(double)> whole();
  /// The name of the phase is shown.  Its fraction of the work is an estimate, and is not shown.
  std::function<void(const std::string&, double)> phases();
  /// The number of bytes copied, and the number to copy if it is known.
  std::function<void(std::uint64_t, std::uint64_t)> bytes();

  /// The task begins now: `rows` of `columns` entries.  They are shown with their rate.
  void begin_rows(std::uint64_t rows, std::size_t columns);
  /// From any thread: so many more rows are done.
  void add_rows(std::uint64_t rows);
  /// Removes the line from a terminal.
  void end();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace sextant::tool
