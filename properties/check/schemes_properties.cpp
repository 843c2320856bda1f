#include <gtest/gtest.h>

#include "check/certificates.hpp"

namespace sextant::check {
namespace {

using nlohmann::json;

// json's braces make one list of one element.
const json kFraction = {{"method", "continued-fraction"}};

TEST(Blocks, ConfirmNeighbours) {
  const Checked c = checked(neighbours(128, "1073741823", blocks(128, 14)));
  EXPECT_TRUE(c.confirmed) << c.what;
  std::cerr << c.what << " " << c.seconds << "\n";
}

TEST(Lattices, ConfirmNeighbours) {
  const Checked c =
      checked(neighbours(128, "9223372036854775807", lattice(128, "9223372036854775807", 3.9L)));
  EXPECT_TRUE(c.confirmed) << c.what;
  std::cerr << c.what << " " << c.seconds << "\n";
}

}  // namespace
}  // namespace sextant::check
