#pragma once

// In a browser there are no threads.  The headers of this folder take the place of oneTBB's and run
// everything on the calling thread, in ascending order.

#include <cstddef>

namespace tbb {

/// The values [begin, end).  The grain is ignored: the range is never split.
template <class Value>
class blocked_range {
 public:
  blocked_range(Value begin, Value end, std::size_t = 1) : begin_(begin), end_(end) {}
  Value begin() const { return begin_; }
  Value end() const { return end_; }
  bool empty() const { return !(begin_ < end_); }

 private:
  Value begin_, end_;
};

}  // namespace tbb
