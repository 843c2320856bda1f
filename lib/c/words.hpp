#pragma once

#include "sextant/c/table.h"
#include "sextant/c/verdict.h"
#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::c {

/// The library's name for a value of an enum; throws Refused for an unknown value.
Part part_of(sextant_part part);
verify::Grade grade_of(sextant_grade grade);

/// How numbers lie in memory.
struct Element {
  Format format;
  bool integers = false;

  std::size_t bytes() const { return static_cast<std::size_t>(format.storage_bits) / 8; }
};
Element element_of(sextant_format format);

}  // namespace sextant::c
