#include "tool/options/progress.hpp"

#include <chrono>
#include <mutex>

#include <fmt/core.h>
#include <unistd.h>

namespace sextant::tool {

using Clock = std::chrono::steady_clock;

constexpr double kMostMegabytes = 1e9;  // who asks for more asks for all there is

struct ProgressLine::State {
  std::string task;
  bool terminal = isatty(STDERR_FILENO) != 0;
  Clock::time_point started = Clock::now();
  Clock::time_point shown = started;
  Clock::time_point begun = started;  ///< the stage: what is told of begins at 0 with each
  double told = 0;
  bool dirty = false;
  std::mutex mutex;

  /// Whether a line is due, which then has been shown.
  bool due(Clock::time_point now) {
    if (now - started < std::chrono::seconds(1) || now - shown < std::chrono::milliseconds(200))
      return false;
    shown = now;
    return dirty = true;
  }
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
    if (!state->due(now)) return;
    const double seconds = std::chrono::duration<double>(now - state->begun).count();
    const double left = fraction > 0 ? seconds / fraction - seconds : 0;
    fmt::print(stderr, "\r\033[K{}: {:.0f} %, {:.0f} s left", state->task, 100 * fraction, left);
  };
}

std::function<void(std::uint64_t, std::uint64_t)> ProgressLine::bytes() {
  if (!state_->terminal) return {};
  return [state = state_](std::uint64_t copied, std::uint64_t asked) {
    const std::scoped_lock lock(state->mutex);
    if (!state->due(Clock::now())) return;
    const double mega = static_cast<double>(copied) / 1e6, all = static_cast<double>(asked) / 1e6;
    fmt::print(stderr, "\r\033[K{}: {:.0f} MB", state->task, mega);
    if (all < kMostMegabytes) fmt::print(stderr, " of {:.0f}", all);
  };
}

}  // namespace sextant::tool
