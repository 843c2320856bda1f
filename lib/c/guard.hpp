#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sextant/c/status.h"

namespace sextant::c {

/// A call that is refused by the C interface itself: the status is not OK.
class Refused : public std::runtime_error {
 public:
  Refused(sextant_status status, const std::string& why)
      : std::runtime_error(why), status_(status) {}
  sextant_status status() const { return status_; }

 private:
  sextant_status status_;
};

/// The status for an exception.  Its text becomes the thread's message, after the name of the
/// function if the program made the mistake.
sextant_status answer(const char* function, const std::exception_ptr& exception) noexcept;

/// Does the work of a function of the interface.  No exception leaves it.
template <class Work>
sextant_status guarded(const char* function, Work&& work) noexcept {
  try {
    work();
    return SEXTANT_OK;
  } catch (...) {
    return answer(function, std::current_exception());
  }
}

/// Throws Refused for a pointer that is NULL.
template <class T>
T& expect(T* pointer, std::string_view name) {
  if (pointer != nullptr) return *pointer;
  throw Refused(SEXTANT_BAD_ARGUMENT, std::string(name) + " is NULL");
}

/// Throws Refused for a handle that is NULL or of another kind.
template <class Handle>
const Handle& expect_handle(const Handle* handle, std::string_view name) {
  if (expect(handle, name).tag == Handle::kTag) return *handle;
  throw Refused(SEXTANT_BAD_ARGUMENT, std::string(name) + " is no handle of its kind");
}

/// An item of a list; throws Refused, with ABSENT, beyond its end.
template <class List>
const typename List::value_type& expect_item(const List& list, std::size_t index) {
  if (index < list.size()) return list[index];
  throw Refused(SEXTANT_ABSENT, "there are " + std::to_string(list.size()) + ", and no number " +
                                    std::to_string(index));
}

/// Frees a handle; does nothing for NULL.
template <class Handle>
void free_handle(Handle* handle) noexcept {
  if (handle == nullptr || handle->tag != Handle::kTag) return;
  delete handle;
}

}  // namespace sextant::c
