#pragma once

#include <functional>

namespace sextant {

/// Called several times a second during long work; ends it by an exception.
using StepCallback = std::function<void()>;

}  // namespace sextant
