#pragma once

#include "sextant/verify/identify.hpp"
#include "sextant/verify/reading.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// A judged table, and how it was read.
struct JudgedTable {
  Table table;  ///< as stored
  Named known;
  Verdict verdict;
  Reading reading;  ///< as the verdict describes it: transposed, with swapped bytes, or as stored

  const Chart& chart() const { return reading.claim.chart; }
  Source source() const { return whole(reading.table, reading.positions); }
};

/// Judges a table as stored.  If nothing explains it, or if the question does not fit it, also
/// judges it transposed.  If its bytes seem to be swapped, both are tried first with swapped bytes.
/// Throws Error if the question fits neither.
JudgedTable judged(const Table& table, const Named& known, const Progress& progress);

}  // namespace sextant::verify
