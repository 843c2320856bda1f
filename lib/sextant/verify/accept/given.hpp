#pragma once

namespace sextant::verify {

/// Whether the frequencies of a candidate are given, instead of computed by recipes.  They are
/// exactly the given numbers, or within 32 roundings of them (nearly).
enum class Given : unsigned char { no, exactly, nearly };

}  // namespace sextant::verify
