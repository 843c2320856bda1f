#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

const std::string kGrid = "--encoding sam --height 5 --width 8 ";

/// A matrix of float32 in a .npy file.
std::string matrix_file(const Folder& folder, const std::string& name, const std::string& shape,
                        const std::vector<float>& numbers) {
  put_file(folder / name, npy_file("<f4", shape, bytes_of_numbers(numbers)));
  return "--frequencies " + (folder / name);
}

/// Two lines of n numbers.
std::vector<float> numbers(int n) {
  std::vector<float> all;
  for (int k = 0; k < 2 * n; ++k) all.push_back(static_cast<float>(std::sin(3 * k + 1)) * 2.0F);
  return all;
}

/// The matrix of a file determines the number of columns, and a table made from it passes.
TEST(FrequencyMatrixFiles, MakeTablesThatPass) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string what = kGrid + matrix_file(folder, "G.npy", "(2, 24)", numbers(24));
  ASSERT_EQ(sextant_line("table " + what + " -o " + file).status, 0);
  const Ran exact = sextant_line("verify " + file + " " + what + " --json");
  EXPECT_EQ(exact.json()["grade"], "correctly-rounded") << exact.out << exact.err;
  ASSERT_EQ(sextant_line("table " + what + " --recipe listed-frequency -o " + file).status, 0);
  const Ran rounded = sextant_line("verify " + file + " " + what);
  EXPECT_EQ(rounded.status, 0) << rounded.out;
  EXPECT_NE(rounded.out.find("... (48 numbers)"), std::string::npos) << rounded.out;
  EXPECT_EQ(rounded.out.find("positions off"), std::string::npos) << rounded.out;
}

/// The numbers of a matrix may be in the command; a row is a token of the grid.
TEST(FrequencyMatrixFiles, AreNumbersToo) {
  const Ran ran =
      sextant_line("value " + kGrid + "--frequencies 0.5,-1.25 --position 2,1 --channel 0");
  // 2π ((2·1.5/8 − 1)/2 − (5/4)(2·2.5/5 − 1)) is −5π/8.
  EXPECT_EQ(ran.out.substr(0, 14), "-0.92387953251") << ran.out << ran.err;
}

/// A file of one pair, and a table whose channels come first.
TEST(FrequencyMatrixFiles, MayHaveOnePair) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string what = kGrid + matrix_file(folder, "G.npy", "(2, 1)", numbers(1));
  EXPECT_EQ(sextant_line("table " + what + " -o " + file).status, 0);
  put_file(file, npy_file("<f4", "(1, 2, 5, 8)", bytes_of_numbers(std::vector<float>(80))));
  EXPECT_TRUE(refuses(sextant_line("verify " + file + " " + what),
                      "its channels come first: np.save(name, array.reshape(2, -1).T)"));
  put_file(file, npy_file("<f4", "(5, 8, 6)", bytes_of_numbers(std::vector<float>(240))));
  EXPECT_TRUE(refuses(sextant_line("verify " + file + " " + what), "save rows of channels"));
}

TEST(FrequencyMatrixFiles, OfOtherShapesAreRefused) {
  const Folder folder;
  const std::string out = " -o " + (folder / "t.npy");
  const auto refused = [&](const std::string& shape, const std::vector<float>& all,
                           const std::string& words) {
    EXPECT_TRUE(refuses(
        sextant_line("table " + kGrid + matrix_file(folder, "G.npy", shape, all) + out), words))
        << shape;
  };
  refused("(3, 2)", numbers(3), "the file has the shape [3, 2]");
  refused("(6,)", numbers(3), "the file has the shape [6]");
  std::vector<float> other = numbers(3);
  other[4] = std::numeric_limits<float>::quiet_NaN();
  refused("(2, 3)", other, "has NaN or infinity");
  other[4] = std::numeric_limits<float>::infinity();
  refused("(2, 3)", other, "has NaN or infinity");
  other[4] = 1e30F;
  refused("(2, 3)", other, "larger than 2^20");
  other[4] = 1e-30F;
  refused("(2, 3)", other, "63 bits do not hold its angles");
  EXPECT_TRUE(refuses(sextant_line("table " + kGrid + out), "--frequencies is missing"));
  const std::string matrix = matrix_file(folder, "G.npy", "(2, 3)", numbers(3));
  EXPECT_TRUE(refuses(sextant_line("table --encoding sam " + matrix + out), "--height is missing"));
  EXPECT_TRUE(refuses(sextant_line("table " + kGrid + "--dim 8 " + matrix + out),
                      "needs a matrix of 2 x 4"));
}

}  // namespace
}  // namespace sextant
