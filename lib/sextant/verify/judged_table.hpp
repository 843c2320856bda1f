#pragma once

#include "sextant/verify/identify.hpp"
#include "sextant/verify/reading.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// A table judged, and how it was read.
struct JudgedTable {
  Table table;  ///< as stored
  Named known;
  Verdict verdict;
  Reading reading;  ///< as the verdict has it: turned, its bytes swapped, or as it stands

  const Chart& chart() const { return reading.claim.chart; }
  Source source() const { return whole(reading.table, reading.positions); }
};

/// The verdict on a table: as it stands, or, where that explains nothing or cannot be, turned.
JudgedTable judged(const Table& table, const Named& known, const Progress& progress);

}  // namespace sextant::verify
