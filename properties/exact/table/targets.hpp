#pragma once

#include <cstdint>
#include <vector>

#include <hwy/targets.h>

namespace sextant::exact {

/// While it lives, kernels are limited to the given vector targets; 0 means all of this machine.
class Restricted {
 public:
  explicit Restricted(std::int64_t targets) { hwy::SetSupportedTargetsForTest(targets); }
  Restricted(const Restricted&) = delete;
  Restricted& operator=(const Restricted&) = delete;
  ~Restricted() { hwy::SetSupportedTargetsForTest(0); }
};

/// The vector targets of this machine, and one without vectors.
inline std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> found;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1)
    found.push_back(left & -left);
  return found;
}

}  // namespace sextant::exact
