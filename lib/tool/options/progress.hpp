#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sextant::tool {

/// A line on standard error that shows how far a long task is, once the task has taken a second.
/// On a terminal it changes, and is removed when the task ends.  Otherwise only rows are shown.
class ProgressLine {
 public:
  explicit ProgressLine(std::string task);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// From any thread: the fraction of a step that is done, in [0, 1].  It begins at 0 again with
  /// the next step.  Nobody knows how many steps there will be: the line shows the time so far.
  std::function<void(double)> callback();
  /// Bytes that are copied, of as many as are asked for, where that is known.
  std::function<void(std::uint64_t, std::uint64_t)> bytes();

  /// The task begins now: `rows` of `columns` entries.  They are shown with their rate; not on a
  /// terminal, by one line a minute.
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
