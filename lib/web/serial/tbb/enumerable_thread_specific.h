#pragma once

#include <functional>
#include <optional>
#include <utility>

namespace tbb {

/// The copy of the only thread; empty until it is first asked for.
template <class T>
class enumerable_thread_specific {
 public:
  enumerable_thread_specific() : make_([] { return T(); }) {}
  template <class... Arguments>
  explicit enumerable_thread_specific(const Arguments&... arguments)
      : make_([=] { return T(arguments...); }) {}

  T& local() {
    if (!copy_) copy_.emplace(make_());
    return *copy_;
  }
  auto begin() { return copy_ ? &*copy_ : nullptr; }
  auto end() { return copy_ ? &*copy_ + 1 : nullptr; }

 private:
  std::function<T()> make_;
  std::optional<T> copy_;
};

}  // namespace tbb
