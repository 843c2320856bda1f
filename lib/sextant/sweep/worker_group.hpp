#pragma once

#include <functional>
#include <future>
#include <utility>
#include <vector>

#include "sextant/sweep/folder.hpp"

namespace sextant::sweep {

/// The processes that measure the chunks of a sweep: this one alone, or several that communicate.
class WorkerGroup {
 public:
  using Make = std::function<Record(const MissingRange&)>;
  /// `elsewhere`: measured by another process; its progress is not yet counted.
  using Add = std::function<void(const Record&, bool elsewhere)>;

  virtual ~WorkerGroup() = default;

  /// Whether this process owns the folder and reports; the others follow.
  virtual bool leads() const { return true; }
  /// How many processes measure.
  virtual std::size_t size() const { return 1; }
  /// Measures every range, by `make` here or elsewhere, and adds each record here, one at a time.
  /// The next range is measured while a record is written.
  virtual void lead(const std::vector<MissingRange>& todo, const Make& make, const Add& add) {
    std::future<void> adding;
    for (const MissingRange& range : todo) {
      Record record = make(range);
      if (adding.valid()) adding.get();
      adding = std::async(std::launch::async, add, std::move(record), false);
    }
    if (adding.valid()) adding.get();
  }
  /// Measures the ranges that the leader sends, until there are no more.
  virtual void follow(const Make&) {}
};

}  // namespace sextant::sweep
