#pragma once

#include <cstddef>
#include <cstdint>

namespace sextant::exact {

/// The constants that the kernels and their proofs share.  They are exponents of two unless stated
/// otherwise.                                                          reports/derivations/table.md

/// The largest error of a rotation in doubles, fused or not.                                    (2)
inline constexpr int kRotationError = -51;
/// A rotation's error is at most 2^kRelativeError·(|S·c| + |C·s|) + 2^kDriftError.              (4)
inline constexpr int kRelativeError = -50;
/// The error of the polynomials of a small arc's sine and cosine, and the distance between a point
/// that is computed from its angle and the true one.                                     (13), (14)
inline constexpr int kArcError = -106;
inline constexpr int kPointError = -102;
/// The error that one step of anchors or offsets (two doubles each) adds, and the error of all
/// steps in the rotation of one by the other.                                              (7), (8)
inline constexpr int kStepError = -103;
inline constexpr int kDriftError = -93;

/// float32 keeps 24 of 53 bits. kHalf32 is half a unit of the dropped bits, in units of the double.
/// Doubles within kWindow32 of it, or smaller than 2^kTiny32, are re-checked.
inline constexpr std::uint32_t kHalf32 = std::uint32_t{1} << 28;
inline constexpr int kTiny32 = -13;
inline constexpr std::uint32_t kWindow32 = std::uint32_t{1}
                                           << (kRotationError + 52 - kTiny32);  // (3)

/// The halves of a point for float64: leading parts are multiples of 2^kSplitUnit, the remainder is
/// rounded to a double.                                                                         (5)
///
///   H + L − 2·2^kSplitError ≤ value ≤ H + L
inline constexpr int kSplitUnit = -26;
inline constexpr int kSplitError = -75;

/// The largest error of a rotation in floats, in units of 2⁻²⁵: with fused products, and plain. (9)
inline constexpr int kNarrowFused = 6;
inline constexpr int kNarrowPlain = 8;

/// The error of a rotation in sums of two floats, but for its last two roundings; and the distance
/// from a midpoint, in units of float32, up to which it leaves an entry open.                  (11)
inline constexpr int kFloatsError = -45;
inline constexpr std::uint32_t kWindow16 = 1;

/// 16-bit numbers that are smaller than this are re-checked.                               (6),
/// (11)
inline constexpr int kTiny16 = -14;

/// Tables with an amplitude of 2^kMostScale or more are computed entry by entry.  Up to there no
/// float16 overflows. (10)
inline constexpr int kMostScale = 8;

/// A block has at most 2·kMostHalf rows.
inline constexpr std::size_t kMostHalf = 32;
/// The largest number of tiles: the offsets that are read often fill a quarter of a small
/// second-level cache.
inline constexpr std::size_t kMostTiles = 16;
/// The largest number of steps of an anchor: from run to run of kRunBlocks blocks, and within a
/// run.                                                                                         (8)
inline constexpr int kLongestRun = 256;
inline constexpr int kRunBlocks = 16;

}  // namespace sextant::exact
