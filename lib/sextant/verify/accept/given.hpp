#pragma once

namespace sextant::verify {

/// Whether the frequencies of a candidate are given instead of computed by recipes: exactly these
/// numbers, or numbers within 32 roundings of them.
enum class Given : unsigned char { no, exactly, nearly };

}  // namespace sextant::verify
