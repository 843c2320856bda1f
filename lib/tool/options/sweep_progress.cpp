#include "tool/options/sweep_progress.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include <fmt/core.h>
#include <unistd.h>

namespace sextant::tool {

using Clock = std::chrono::steady_clock;

struct SweepProgress::State {
  std::string task;
  double columns = 0;
  bool terminal = isatty(STDERR_FILENO) != 0;
  Clock::time_point begun = Clock::now();
  Clock::time_point shown = begun;
  std::uint64_t rows = 0, done = 0;
  bool dirty = false;
  std::mutex mutex;
};

SweepProgress::SweepProgress(std::string task, std::size_t columns)
    : state_(std::make_unique<State>()) {
  state_->task = std::move(task);
  state_->columns = static_cast<double>(columns);
}

SweepProgress::~SweepProgress() { end(); }

void SweepProgress::begin(std::uint64_t rows) {
  state_->rows = rows;
  state_->begun = state_->shown = Clock::now();
}

void SweepProgress::add(std::uint64_t rows) {
  State& s = *state_;
  const std::scoped_lock lock(s.mutex);
  s.done += rows;
  const auto now = Clock::now();
  const auto pause = s.terminal ? std::chrono::milliseconds(200) : std::chrono::minutes(1);
  if (now - s.shown < pause || now - s.begun < std::chrono::seconds(1)) return;
  s.shown = now;
  const double seconds = std::chrono::duration<double>(now - s.begun).count();
  const double rate = static_cast<double>(s.done) / seconds;
  const std::uint64_t left = s.rows - std::min(s.done, s.rows);
  fmt::print(stderr, "{}{}: {:.2f} %, {:.3g} entries/s, {:.0f} s left{}",
             s.terminal ? "\r\033[K" : "", s.task,
             100 * (1 - static_cast<double>(left) / static_cast<double>(s.rows)), rate * s.columns,
             static_cast<double>(left) / rate, s.terminal ? "" : "\n");
  s.dirty = s.terminal;
}

void SweepProgress::end() {
  if (state_->dirty) fmt::print(stderr, "\r\033[K");
  state_->dirty = false;
}

}  // namespace sextant::tool
