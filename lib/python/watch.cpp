#include "python/watch.hpp"

#include <pybind11/pybind11.h>

namespace sextant::python {

void Watch::look() {
  if (std::this_thread::get_id() != owner_) return;
  const auto now = Clock::now();
  if (now - asked_ < std::chrono::milliseconds(100)) return;
  asked_ = now;
  const pybind11::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw Interrupted();
}

verify::Progress Watch::callback() {
  return [this](double) { look(); };
}

}  // namespace sextant::python
