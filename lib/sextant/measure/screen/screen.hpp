#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sextant/exact/table/kernel.hpp"
#include "sextant/measure/entry/histogram.hpp"
#include "sextant/number/format.hpp"

namespace sextant::measure {

/// The first look at a table's entries, by vectors: beside an approximation of the truth most are
/// surely right or surely wrong, and surely not the worst.  What is not sure is left open, and the
/// gauge asked.                                          reports/derivations/measures.md, (14) …

/// What an entry reaches at most to be passed over.  A comparison that does not hold, as with a
/// NaN, leaves open.
struct Limits {
  double absolute = 0;                    ///< for |got − approximation|
  double ulps = 0;                        ///< likewise, a part of the truth's binade
  double correct = 0;                     ///< the same, where half an ulp is less
  std::int64_t steps = -1;                ///< to be reached, not to be below
  std::vector<double> turned;             ///< a pair's |cross product| where both are correct
  std::vector<double> near, far, beyond;  ///< a pair's angle as (18) takes it
  /// The same for numbers of 32 bits, which err more: (32).
  struct Narrow {
    std::vector<float> near, far, beyond;
  } narrow;
  /// The worsts that all of these are below by what they blur, a pair's angle and ulps as such: for
  /// truths known to a part of themselves, (33).
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
  exact::Weave weave = exact::Weave::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< byte offsets of the runs, where there are runs
};

/// A pair of a row that is left open.
struct OpenPair {
  std::uint32_t row = 0;
  std::uint32_t pair = 0;
};

/// What was seen: open pairs stand in no count.
struct ScreenCounts {
  std::uint64_t misrounded = 0, unfaithful = 0;
  std::vector<OpenPair> open;
  /// Gets the classes of what is misrounded, and of some that are not.  Or null.
  Joint* classes = nullptr;
};

/// What a target does with one block.
struct Looks {
  void (*screen)(const exact::Angles& angles, const Elements& elements, const Limits& limits,
                 ScreenCounts& seen) = nullptr;
  /// Raises `most` to the distances |got − approximation|, infinite of what is no number: of the
  /// panel's pairs, `slots` for each run of entries.  Runs are the two of a pair, or the sines and
  /// then the cosines, each from the last one to the first.
  void (*farthest)(const exact::Angles& angles, const Elements& elements, double* most,
                   std::size_t slots) = nullptr;
};

/// The looks for a format on the best target of this machine; null where there are none.
Looks looks(const Format& format);
Looks float16_looks();
Looks bfloat16_looks();
Looks float32_looks();
Looks float64_looks();

/// (15): what an entry's distance in ulps is blurred by, times 2^(1 − precision).
inline constexpr int kBlur = -25;
/// (21): what an entry's distance is blurred by, in float64; and in other formats, (15).
inline constexpr int kSplitBlur = -73;
inline constexpr int kRotationBlur = -50;

}  // namespace sextant::measure
