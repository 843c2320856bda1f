#pragma once

#include <gtest/gtest.h>

namespace sextant::properties {

/// Keeps what every test tried, a file a test, in the folder of SEXTANT_RECORDS, if there is one:
///
///   program,test,milliseconds,properties,cases,discards,places
///   class,how many                                                  a line a class
///
/// scripts/tally sums them up.
class Record : public testing::EmptyTestEventListener {
 public:
  void OnTestStart(const testing::TestInfo& test) override;
  void OnTestEnd(const testing::TestInfo& test) override;
};

}  // namespace sextant::properties
