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
  double ulps = 0;                        ///< likewise, a part of the truth's binade
  double correct = 0;                     ///< the same, where half an ulp is less
  std::int64_t steps = -1;                ///< to be reached, not to be below
  std::vector<double> cross;              ///< a pair's |cross product| where both are correct
  std::vector<double> near, far, beyond;  ///< a pair's angle as (18) takes it
  /// The same for numbers of 32 bits, which err more: (32).
  struct Narrow {
    std::vector<float> near, far, beyond;
  } narrow;
  /// The maxima themselves, without the error of the approximation; the angle and ulps are exact.
  /// For truths known to a small relative error, (33).
  struct Sharp {
    double absolute = 0, ulps = 0;
    std::vector<double> angle;
  } sharp;
};

/// The rows of numbers under a block: row r, begin ≤ r < end, lies at `at` + r·stride.
struct Elements {
  const std::byte* at = nullptr;
  std::size_t stride = 0;  ///< bytes from row to row
  std::size_t begin = 0, end = 0;
  std::size_t first = 0, pairs = 0;  ///< of the table's pairs, those of a panel
  exact::ColumnPattern pattern = exact::ColumnPattern::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< byte offsets of the runs, where there are runs
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

/// The functions of one vector target for one block.
struct Prefilter {
  void (*classify)(const exact::Angles& angles, const Elements& elements, const Limits& limits,
                   PrefilterCounts& seen) = nullptr;
  /// Raises `most` to the distances |got − approximation|, infinite of what is no number: of the
  /// panel's pairs, `slots` for each run of entries.  Runs are the two of a pair, or the sines and
  /// then the cosines, each from the last one to the first.
  void (*farthest)(const exact::Angles& angles, const Elements& elements, double* most,
                   std::size_t slots) = nullptr;
};

/// The prefilter of a format on this machine's best target; null pointers if there is none.
Prefilter prefilter(const Format& format);
Prefilter float16_prefilter();
Prefilter bfloat16_prefilter();
Prefilter float32_prefilter();
Prefilter float64_prefilter();

/// (15): what an entry's distance in ulps is blurred by, times 2^(1 − precision).
inline constexpr int kBlur = -25;
/// (21): what an entry's distance is blurred by, in float64; and in other formats, (15).
inline constexpr int kSplitBlur = -73;
inline constexpr int kRotationBlur = -50;

}  // namespace sextant::measure
