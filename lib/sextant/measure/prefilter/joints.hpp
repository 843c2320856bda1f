#pragma once

#include <tbb/enumerable_thread_specific.h>

#include "sextant/measure/entry/histogram.hpp"

namespace sextant::measure {

/// The counts of each thread.
class Joints : public tbb::enumerable_thread_specific<Joint> {
 public:
  using enumerable_thread_specific::enumerable_thread_specific;
};

}  // namespace sextant::measure
