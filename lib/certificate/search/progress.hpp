#pragma once

#include <functional>

namespace sextant::certificate {

/// Called with the completed fraction, in [0, 1].
using Progress = std::function<void(double)>;

}  // namespace sextant::certificate
