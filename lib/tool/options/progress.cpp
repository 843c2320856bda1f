#include "tool/options/progress.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
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
  double reported = 0;
  int step = 1;
  std::uint64_t rows = 0, done = 0;
  double columns = 0;
  bool dirty = false;
  std::mutex mutex;

  /// Whether a line is due, which then has been shown.
  bool due(Clock::time_point now) {
    const auto pause = terminal ? std::chrono::milliseconds(200) : std::chrono::minutes(1);
    if (now - started < std::chrono::seconds(1) || now - shown < pause) return false;
    shown = now;
    dirty = terminal;
    return true;
  }
};

ProgressLine::ProgressLine(std::string task) : state_(std::make_shared<State>()) {
  state_->task = std::move(task);
}

ProgressLine::~ProgressLine() { end(); }

std::function<void(double)> ProgressLine::callback() {
  if (!state_->terminal) return {};
  return [state = state_](double fraction) {
    const std::scoped_lock lock(state->mutex);
    const auto now = Clock::now();
    if (fraction < state->reported / 2) ++state->step;  // threads are not told in order
    state->reported = fraction;
    if (!state->due(now)) return;
    const double seconds = std::chrono::duration<double>(now - state->started).count();
    fmt::print(stderr, "\r\033[K{}: {:.0f} s, step {}, {:.0f} % of it", state->task, seconds,
               state->step, 100 * fraction);
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

void ProgressLine::begin_rows(std::uint64_t rows, std::size_t columns) {
  state_->rows = rows;
  state_->columns = static_cast<double>(columns);
  state_->started = state_->shown = Clock::now();
}

void ProgressLine::add_rows(std::uint64_t rows) {
  State& s = *state_;
  const std::scoped_lock lock(s.mutex);
  s.done += rows;
  const auto now = Clock::now();
  if (!s.due(now)) return;
  const double seconds = std::chrono::duration<double>(now - s.started).count();
  const double rate = static_cast<double>(s.done) / seconds;
  const std::uint64_t left = s.rows - std::min(s.done, s.rows);
  fmt::print(stderr, "{}{}: {:.2f} %, {:.3g} entries/s, {:.0f} s left{}",
             s.terminal ? "\r\033[K" : "", s.task,
             100 * (1 - static_cast<double>(left) / static_cast<double>(s.rows)), rate * s.columns,
             static_cast<double>(left) / rate, s.terminal ? "" : "\n");
}

void ProgressLine::end() {
  if (state_->dirty) fmt::print(stderr, "\r\033[K");
  state_->dirty = false;
}

}  // namespace sextant::tool
