#include "tool/progress.hpp"

#include <chrono>
#include <mutex>

#include <fmt/core.h>
#include <unistd.h>

namespace sextant::tool {

using Clock = std::chrono::steady_clock;

struct ProgressLine::State {
  std::string task;
  bool terminal = isatty(STDERR_FILENO) != 0;
  Clock::time_point started = Clock::now();
  Clock::time_point shown = started;
  Clock::time_point begun = started;  ///< the stage: what is told of begins at 0 with each
  double told = 0;
  bool dirty = false;
  std::mutex mutex;
};

ProgressLine::ProgressLine(std::string task) : state_(std::make_shared<State>()) {
  state_->task = std::move(task);
}

ProgressLine::~ProgressLine() {
  if (state_->dirty) fmt::print(stderr, "\r\033[K");
}

std::function<void(double)> ProgressLine::callback() {
  if (!state_->terminal) return {};
  return [state = state_](double fraction) {
    const std::scoped_lock lock(state->mutex);
    const auto now = Clock::now();
    if (fraction < state->told / 2) state->begun = now;  // threads are not told in order
    state->told = fraction;
    if (now - state->started < std::chrono::seconds(1) ||
        now - state->shown < std::chrono::milliseconds(200))
      return;
    const double seconds = std::chrono::duration<double>(now - state->begun).count();
    const double left = fraction > 0 ? seconds / fraction - seconds : 0;
    fmt::print(stderr, "\r\033[K{}: {:.0f} %, {:.0f} s left", state->task, 100 * fraction, left);
    state->shown = now;
    state->dirty = true;
  };
}

}  // namespace sextant::tool
