#pragma once

#include <functional>

namespace sextant::check {

/// Called with the completed fraction, in [0, 1].
using Progress = std::function<void(double)>;

}  // namespace sextant::check
