#pragma once

#include <tbb/enumerable_thread_specific.h>

#include "sextant/measure/entry/histogram.hpp"

namespace sextant::measure {

/// What every thread counts for itself.
class Joints : public tbb::enumerable_thread_specific<Joint> {
 public:
  using enumerable_thread_specific::enumerable_thread_specific;
};

}  // namespace sextant::measure
