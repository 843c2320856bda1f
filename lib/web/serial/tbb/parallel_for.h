#pragma once

#include <tbb/blocked_range.h>

namespace tbb {

/// Calls f(i) for every i of [first, last).
template <class Index, class F>
void parallel_for(Index first, Index last, const F& f) {
  for (Index i = first; i < last; ++i) f(i);
}

/// Calls f once, with the whole range.
template <class Value, class F>
void parallel_for(const blocked_range<Value>& range, const F& f) {
  if (!range.empty()) f(range);
}

}  // namespace tbb
