#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace sextant::tool {

/// How far a sweep is, with its rate and what is left, on standard error: a line that changes on a
/// terminal, otherwise one line a minute.
class SweepProgress {
 public:
  SweepProgress(std::string task, std::size_t columns);
  ~SweepProgress();

  void begin(std::uint64_t rows);
  /// From any thread.
  void add(std::uint64_t rows);
  void end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sextant::tool
