#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tool/run.hpp"

/// Mutants that these must kill: a base, law, origin or NTK exponent taken wrongly by either side;
/// a last digit that is cut.
namespace sextant {
namespace {

constexpr int kNotInstalled = 77;

Ran mpmath_check(const std::string& tool, const std::string& seed, const std::string& cases) {
  return run_program("/usr/bin/python3", {data_file("../tool/mpmath_check.py"), tool, seed, cases});
}

void expect_agreement(const std::string& seed, const std::string& cases) {
  const Ran ran = mpmath_check(SEXTANT_TOOL, seed, cases);
  if (ran.status == kNotInstalled) GTEST_SKIP() << ran.out;
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out, cases + " places agree in 40 digits\n");
}

TEST(Mpmath, FindsTheSameDigits) { expect_agreement("1", "20"); }

TEST(Mpmath, FindsTheSameDigitsAtManyPlacesFull) {
  for (const char* seed : {"2", "3", "4"}) expect_agreement(seed, "200");
}

/// A tool that gives a digit less is noticed, as one that fails is.
TEST(Mpmath, NoticesAWrongTool) {
  const Folder folder;
  const auto program = [&](const std::string& name, const std::string& line) {
    put_file(folder / name, "#!/bin/sh\n" + line + "\n");
    EXPECT_EQ(chmod((folder / name).c_str(), 0755), 0);
    return mpmath_check(folder / name, "1", "3");
  };
  const Ran cut =
      program("cut", "exec " SEXTANT_TOOL " $(echo \"$@\" | sed 's/--digits 40/--digits 39/')");
  if (cut.status == kNotInstalled) GTEST_SKIP() << cut.out;
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.out, testing::HasSubstr("and by mpmath"));
  EXPECT_EQ(program("failing", "exit 2").status, 1);
}

}  // namespace
}  // namespace sextant
