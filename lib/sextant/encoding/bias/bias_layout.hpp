#pragma once

namespace sextant {

/// Which axis of a bias tensor comes first, heads ([H, L], as programs mostly have it) or
/// positions.  `by_shape`: whichever agrees; heads where both do.  Tables are written with
/// positions first unless asked otherwise.
enum class BiasLayout { by_shape, heads_first, positions_first };

}  // namespace sextant
