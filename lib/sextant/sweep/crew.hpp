#pragma once

#include <functional>
#include <future>
#include <utility>
#include <vector>

#include "sextant/sweep/folder.hpp"

namespace sextant::sweep {

/// Who measures the chunks of a sweep: this process alone, or several that know of each other.
class Crew {
 public:
  using Make = std::function<Record(const Gap&)>;
  /// `elsewhere`: by another process, which has told nobody how far it was.
  using Add = std::function<void(const Record&, bool elsewhere)>;

  virtual ~Crew() = default;

  /// Whether this process has the folder and says what there is to say; the others follow.
  virtual bool leads() const { return true; }
  /// How many processes measure.
  virtual std::size_t size() const { return 1; }
  /// Has every chunk measured, by `make` here or elsewhere, and every record added here, one at a
  /// time.  While the disk takes one, the next is measured.
  virtual void lead(const std::vector<Gap>& todo, const Make& make, const Add& add) {
    std::future<void> adding;
    for (const Gap& gap : todo) {
      Record record = make(gap);
      if (adding.valid()) adding.get();
      adding = std::async(std::launch::async, add, std::move(record), false);
    }
    if (adding.valid()) adding.get();
  }
  /// Measures what the leader hands out, until it has no more.
  virtual void follow(const Make&) {}
};

}  // namespace sextant::sweep
