#pragma once

#include <gtest/gtest.h>

namespace sextant::properties {

/// If SEXTANT_RECORDS is set, writes a file for each test into this folder, with the numbers of
/// what it tried:
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
