#include <gtest/gtest.h>

#include "sextant/audit/short_text.hpp"

namespace sextant::audit {
namespace {

TEST(ShortText, KeepsTheEndsOfLongLists) {
  EXPECT_EQ(shortened("rope dim=64"), "rope dim=64");
  EXPECT_EQ(shortened("a=1,2,3,4,5,6,7,8 b=2"), "a=1,2,3,4,5,6,7,8 b=2");
  EXPECT_EQ(shortened("x a=1,2,3,4,5,6,7,8,9 b=1,2"), "x a=1,2,3,…,9 (9 entries) b=1,2");
  EXPECT_EQ(shortened("[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.5]"),
            "[1.0, 2.0, 3.0,…, 9.5 (9 entries)]");
  EXPECT_EQ(shortened(""), "");
  EXPECT_EQ(shortened(",,,,,,,,,"), ",,,…, (10 entries)");
}

/// A character of several bytes is kept or left out.
TEST(ShortText, IsCutAfterACharacter) {
  std::string text(399, 'a');
  EXPECT_EQ(shortened(text + "b"), text + "b");
  EXPECT_EQ(shortened(text + "π"), text + "…");
  EXPECT_EQ(shortened(text + "bπ"), text + "b…");
}

}  // namespace
}  // namespace sextant::audit
