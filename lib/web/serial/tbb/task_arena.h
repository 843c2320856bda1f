#pragma once

namespace tbb::this_task_arena {

template <class F>
auto isolate(const F& f) {
  return f();
}

}  // namespace tbb::this_task_arena
