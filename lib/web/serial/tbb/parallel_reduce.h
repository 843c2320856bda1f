#pragma once

#include <utility>

#include <tbb/blocked_range.h>

namespace tbb {

/// The fold of the whole range: nothing needs to be joined.
template <class Value, class Result, class Fold, class Join>
Result parallel_reduce(const blocked_range<Value>& range, Result identity, const Fold& fold,
                       const Join&) {
  return range.empty() ? std::move(identity) : fold(range, std::move(identity));
}

}  // namespace tbb
