#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sextant/exact/table/kernel.hpp"
#include "sextant/measure/entry/histogram.hpp"
#include "sextant/number/format.hpp"

namespace sextant::measure {

/// Classifies a table's entries by vector instructions.  Against an approximate truth most entries
/// are certainly right or certainly wrong, and certainly no maximum.  The others are left open for
/// the error meter.                                      reports/derivations/measures.md, (14) …

/// An entry below all of these limits needs no exact measurement.  A comparison with NaN fails, so
/// that the entry stays open.
struct Limits {
  double absolute = 0;                    ///< for |got − approximation|
  double ulps = 0;                        ///< for the same, divided by the truth's binade
  double correct = 0;                     ///< `ulps`, at most half an ulp
  std::int64_t steps = -1;                ///< inclusive: an entry may reach it
  std::vector<double> cross;              ///< |cross product| of a pair with correct entries
  std::vector<double> near, far, beyond;  ///< angle of a pair, as in (18)
  /// The same for arithmetic in 32 bits, with larger errors: (32).
  struct Narrow {
    std::vector<float> near, far, beyond;
  } narrow;
  /// The maxima without the error of the approximation; `angle` and `ulps` are exact.  For truths
  /// known to a small relative error, (33).
  struct Sharp {
    double absolute = 0, ulps = 0;
    std::vector<double> angle;
  } sharp;
};

/// The stored rows of a block: row r, begin ≤ r < end, is at `at` + r·stride.
struct Elements {
  const std::byte* at = nullptr;
  std::size_t stride = 0;  ///< bytes from row to row
  std::size_t begin = 0, end = 0;
  std::size_t first = 0, pairs = 0;  ///< pairs of a panel
  exact::ColumnPattern pattern = exact::ColumnPattern::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< byte offsets of the runs; empty without runs
};

/// A pair of a row that needs exact measurement.
struct OpenPair {
  std::uint32_t row = 0;
  std::uint32_t pair = 0;
};

/// Counts over a block, without the open pairs.
struct PrefilterCounts {
  std::uint64_t misrounded = 0, unfaithful = 0;
  std::vector<OpenPair> open;
  /// Receives the classes of all misrounded entries and of some others; may be nullptr.
  Joint* classes = nullptr;
};

/// The largest distances |got − approximation| of pairs; that of a number that is not finite is
/// infinite.  Each array has `slots` places for each run of entries.  Runs are the two entries of a
/// pair, or the sines and then the cosines, each from the last run to the first.
struct Distances {
  double* most = nullptr;
  /// The same less half an ulp of the entry: of the reals that are rounded to it, the distance of
  /// the nearest.  In float64, the whole distance.
  double* excess = nullptr;
  std::size_t slots = 0;
};

/// The functions of one vector target for one block.
struct Prefilter {
  void (*classify)(const exact::Angles& angles, const Elements& elements, const Limits& limits,
                   PrefilterCounts& seen) = nullptr;
  /// Raises `farthest` to the distances of the panel's pairs.
  void (*farthest)(const exact::Angles& angles, const Elements& elements,
                   const Distances& farthest) = nullptr;
};

/// The prefilter of a format on this machine's best target; null pointers if there is none.
Prefilter prefilter(const Format& format);
Prefilter float16_prefilter();
Prefilter bfloat16_prefilter();
Prefilter float32_prefilter();
Prefilter float64_prefilter();

/// (15): error bound of an entry's distance in ulps, times 2^(1 − precision).
inline constexpr int kBlur = -25;
/// Error bound of an entry's distance: in float64, (21), and in other formats, (15).
inline constexpr int kSplitBlur = -73;
inline constexpr int kRotationBlur = -50;

}  // namespace sextant::measure
