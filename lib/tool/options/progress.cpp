#include "tool/options/progress.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/core.h>
#include <unistd.h>

namespace sextant::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMostMegabytes = 1e9;  // a larger limit means no limit
constexpr auto kPause = std::chrono::milliseconds(200);
constexpr auto kQuiet = std::chrono::seconds(1);  // shorter tasks show nothing

/// The time at which a byte count was last shown.  While a task reads its file, the line of the
/// task is not drawn.
std::atomic<Clock::rep> bytes_shown{0};

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

}  // namespace

std::string time_left(double seconds, double fraction) {
  constexpr double kLeastSeconds = 2, kLeastFraction = 0.03, kLongSeconds = 60;
  if (seconds < kLeastSeconds || !(fraction > 0) || fraction >= 1) return "";
  if (fraction < kLeastFraction && seconds < kLongSeconds) return "";
  const double left = seconds * (1 - fraction) / fraction;
  if (left < 1) return ", almost done";
  if (left <= 90) return fmt::format(", about {:.0f} s left", std::ceil(left));
  if (left <= 90 * 60) return fmt::format(", about {:.0f} min left", std::ceil(left / 60));
  return fmt::format(", about {:.0f} h left", std::ceil(left / 3600));
}

struct ProgressLine::State {
  enum class Kind { steps, whole, phases, rows, bytes };

  std::string task;
  bool terminal = isatty(STDERR_FILENO) != 0;
  Kind kind = Kind::steps;
  Clock::time_point started = Clock::now();
  Clock::time_point shown = started;
  std::string phase;
  double fraction = 0;
  bool reported = false;
  int step = 1;
  std::uint64_t rows = 0, done = 0;
  double columns = 0;
  bool dirty = false;
  std::mutex mutex;
  std::condition_variable_any woken;
  std::jthread drawer;

  std::string rows_text(double seconds) const {
    const double part = static_cast<double>(std::min(done, rows)) / static_cast<double>(rows);
    return fmt::format("{:.2f} %, {:.3g} entries/s{}", 100 * part,
                       static_cast<double>(done) / seconds * columns, time_left(seconds, part));
  }

  std::string text() const {
    const double seconds = seconds_since(started);
    if (kind == Kind::rows && done > 0) return rows_text(seconds);
    const std::string time = fmt::format("{:.0f} s", seconds);
    if (!reported) return time;
    const std::string percent = fmt::format("{:.0f} %", std::floor(100 * fraction));
    switch (kind) {
      case Kind::steps:
        return fmt::format("{}, step {}, {} of it", time, step, percent);
      case Kind::whole:
        return percent + time_left(seconds, fraction);
      case Kind::phases:
        return fmt::format("{}, {} so far", phase, time);
      default:
        return time;
    }
  }

  void draw(const std::string& what) {
    fmt::print(stderr, "\r\033[K{}: {}", task, what);
    std::fflush(stderr);
    dirty = true;
  }

  /// Draws the line in a separate thread until end(), also while the task reports nothing.
  void start(Kind its_kind) {
    {
      const std::scoped_lock lock(mutex);
      kind = its_kind;
    }
    if (!terminal || drawer.joinable()) return;
    drawer = std::jthread([this](const std::stop_token& stop) {
      std::unique_lock lock(mutex);
      while (!woken.wait_for(lock, stop, kPause, [&] { return stop.stop_requested(); })) {
        const auto read = Clock::time_point(Clock::duration(bytes_shown.load()));
        const auto now = Clock::now();
        if (now - started < kQuiet || now - read < 2 * kPause) continue;
        draw(text());
      }
    });
  }

  void end() {
    if (drawer.joinable()) {
      drawer.request_stop();
      drawer.join();
    }
    if (dirty) fmt::print(stderr, "\r\033[K");
    dirty = false;
  }

  void report(double its_fraction) {
    if (its_fraction < fraction / 2) ++step;  // threads report in any order
    fraction = its_fraction;
    reported = true;
  }
};

ProgressLine::ProgressLine(std::string task) : state_(std::make_shared<State>()) {
  state_->task = std::move(task);
}

ProgressLine::~ProgressLine() { end(); }

std::function<void(double)> ProgressLine::callback() {
  if (!state_->terminal) return {};
  state_->start(State::Kind::steps);
  return [state = state_](double fraction) {
    const std::scoped_lock lock(state->mutex);
    state->report(fraction);
  };
}

std::function<void(double)> ProgressLine::whole() {
  if (!state_->terminal) return {};
  state_->start(State::Kind::whole);
  return [state = state_](double fraction) {
    const std::scoped_lock lock(state->mutex);
    state->report(fraction);
  };
}

std::function<void(const std::string&, double)> ProgressLine::phases() {
  if (!state_->terminal) return {};
  state_->start(State::Kind::phases);
  return [state = state_](const std::string& phase, double fraction) {
    const std::scoped_lock lock(state->mutex);
    state->phase = phase;
    state->report(fraction);
  };
}

std::function<void(std::uint64_t, std::uint64_t)> ProgressLine::bytes() {
  if (!state_->terminal) return {};
  state_->kind = State::Kind::bytes;
  return [state = state_](std::uint64_t copied, std::uint64_t asked) {
    const std::scoped_lock lock(state->mutex);
    const auto now = Clock::now();
    if (now - state->started < kQuiet || now - state->shown < kPause) return;
    state->shown = now;
    bytes_shown = now.time_since_epoch().count();
    const double mega = static_cast<double>(copied) / 1e6, all = static_cast<double>(asked) / 1e6;
    state->draw(all < kMostMegabytes ? fmt::format("{:.0f} MB of {:.0f}", mega, all)
                                     : fmt::format("{:.0f} MB", mega));
  };
}

void ProgressLine::begin_rows(std::uint64_t rows, std::size_t columns) {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->rows = rows;
    state_->columns = static_cast<double>(columns);
    state_->started = Clock::now();
  }
  if (rows > 0) state_->start(State::Kind::rows);
}

void ProgressLine::add_rows(std::uint64_t rows) {
  const std::scoped_lock lock(state_->mutex);
  state_->done += rows;
}

void ProgressLine::end() { state_->end(); }

}  // namespace sextant::tool
