#pragma once

namespace sextant {

/// Which axis of a bias tensor comes first: heads ([H, L], as in most programs) or positions.
/// `by_shape` chooses the axis order that fits the shape, and heads first if both fit.  Tables are
/// written with positions first by default.
enum class BiasLayout { by_shape, heads_first, positions_first };

}  // namespace sextant
