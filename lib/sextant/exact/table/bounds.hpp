#pragma once

#include <cstddef>
#include <cstdint>

namespace sextant::exact {

/// The constants that the kernels and their proofs share.           reports/derivations/table.md
/// Exponents of two unless said.

/// A rotation in doubles is off by at most this, fused or not.                             (2)
inline constexpr int kRotationError = -51;
/// A rotation's error is at most this part of |S·c| + |C·s|, and kDriftError besides.       (4)
inline constexpr int kRelativeError = -50;
/// What a step of anchors or offsets, two doubles each, adds to an error; and what all steps leave
/// in the rotation of one by the other.                                                 (7), (8)
inline constexpr int kStepError = -103;
inline constexpr int kDriftError = -94;

/// float32 keeps 24 of 53 bits: half a unit of what is dropped, as a count of double's units; how
/// near to it a double may come before it is looked at again; and below what size it is, anyway.
inline constexpr std::uint32_t kHalf32 = std::uint32_t{1} << 28;
inline constexpr int kTiny32 = -13;
inline constexpr std::uint32_t kWindow32 = std::uint32_t{1}
                                           << (kRotationError + 52 - kTiny32);  // (3)

/// Halves of a point for float64: leading parts are multiples of this, the rest is rounded to
/// a double, and H + L − 2·2^kSplitError ≤ value ≤ H + L.                                    (5)
inline constexpr int kSplitUnit = -26;
inline constexpr int kSplitError = -75;

/// 16-bit formats are rounded from float32: double rounding is looked at again, and below these
/// sizes everything.                                                                         (6)
inline constexpr int kTinyFloat16 = -14;
inline constexpr int kTinyBfloat16 = -24;

/// A block has at most 2·kMostHalf rows.
inline constexpr std::size_t kMostHalf = 32;
/// And at most so many tiles: its offsets fill half of a small second cache.
inline constexpr std::size_t kMostTiles = 16;
/// Anchors are moved at most so many times: from run to run of so many blocks, and in a run.  (8)
inline constexpr int kLongestRun = 256;
inline constexpr int kRunBlocks = 16;

}  // namespace sextant::exact
