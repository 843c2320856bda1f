#include "sextant/exact/table/bounds.hpp"

#include <iostream>

/// Prints the constants of the kernels, `NAME value` line by line: the proofs are about these.
int main() {
  using namespace sextant::exact;
#define PRINT(name) std::cout << #name << ' ' << name << '\n'
  PRINT(kRotationError);
  PRINT(kRelativeError);
  PRINT(kArcError);
  PRINT(kPointError);
  PRINT(kStepError);
  PRINT(kDriftError);
  PRINT(kHalf32);
  PRINT(kTiny32);
  PRINT(kWindow32);
  PRINT(kSplitUnit);
  PRINT(kSplitError);
  PRINT(kNarrowFused);
  PRINT(kNarrowPlain);
  PRINT(kFloatsError);
  PRINT(kWindow16);
  PRINT(kTiny16);
  PRINT(kMostHalf);
  PRINT(kLongestRun);
#undef PRINT
}
