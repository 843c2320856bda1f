#pragma once

namespace sextant::verify {

/// Whether the frequencies of a suspect are given, and recipes have no part in them: as the numbers
/// that they are, or as whatever is within 32 roundings of them.
enum class Given : unsigned char { no, exactly, nearly };

}  // namespace sextant::verify
