#pragma once

namespace sextant {

/// The precisions that enclosures climb through, in decimal digits: about 166, 332, 1330, 4320,
/// 20 000, 100 000 and 370 000 bits.
inline constexpr unsigned kLadderDigits[] = {50, 100, 400, 1300, 6000, 30000, 111000};
inline constexpr int kRungs = 7;
/// Where a climb begins that no ball has spared.
inline constexpr int kFirstRung = 1;

}  // namespace sextant
