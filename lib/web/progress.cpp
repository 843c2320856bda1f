#include "tool/options/progress.hpp"

#include <chrono>

#include <emscripten/emscripten.h>
#include <fmt/core.h>

// A terminal's line is drawn by a thread of its own.  Here the work itself reports, at most five
// times a second, to the page.

EM_JS(void, sextant_report_progress, (const char* text), {
  if (Module["progress"]) Module["progress"](UTF8ToString(text));
});

namespace sextant::tool {

struct ProgressLine::State {
  using Clock = std::chrono::steady_clock;

  std::string task;
  Clock::time_point shown = Clock::now();
  std::uint64_t rows = 0, done = 0;

  void report(const std::string& what) {
    const Clock::time_point now = Clock::now();
    if (now - shown < std::chrono::milliseconds(200)) return;
    shown = now;
    sextant_report_progress((task + ": " + what).c_str());
  }
  void report(double fraction) { report(fmt::format("{:.0f} %", 100 * fraction)); }
};

ProgressLine::ProgressLine(std::string task) : state_(std::make_shared<State>()) {
  state_->task = std::move(task);
}

ProgressLine::~ProgressLine() = default;

std::function<void(double)> ProgressLine::callback() {
  return [state = state_](double fraction) { state->report(fraction); };
}

std::function<void(double)> ProgressLine::whole() { return callback(); }

std::function<void(const std::string&, double)> ProgressLine::phases() {
  return [state = state_](const std::string& phase, double) { state->report(phase); };
}

std::function<void(std::uint64_t, std::uint64_t)> ProgressLine::bytes() {
  return [state = state_](std::uint64_t copied, std::uint64_t) {
    state->report(fmt::format("{:.0f} MB", static_cast<double>(copied) / 1e6));
  };
}

void ProgressLine::begin_rows(std::uint64_t rows, std::size_t) { state_->rows = rows; }

void ProgressLine::add_rows(std::uint64_t rows) {
  state_->done += rows;
  state_->report(static_cast<double>(state_->done) / static_cast<double>(state_->rows));
}

void ProgressLine::end() {}

}  // namespace sextant::tool
