#pragma once

namespace sextant {

/// The precision of each level of enclosures in decimal digits: about 166, 332, 1330, 4320, 20 000,
/// 100 000 and 370 000 bits.
inline constexpr unsigned kPrecisionDigits[] = {50, 100, 400, 1300, 6000, 30000, 111000};
inline constexpr int kPrecisionLevels = 7;
/// The first level to try if a ball does not decide.
inline constexpr int kFirstLevel = 1;

}  // namespace sextant
