#pragma once

#include <span>

#include "sextant/verify/accept/acceptance.hpp"

namespace sextant::verify {

/// Of rows that follow from each other, whether the first is what one of some recipes makes where
/// its bound promises little, and the last is no longer.  The recipes are made for these rows.
///                                                                            verdict.md, (22b)
bool begins_soundly(const Source& rows, const Chart& chart, std::span<const Sound> recipes,
                    double amplitude);

}  // namespace sextant::verify
