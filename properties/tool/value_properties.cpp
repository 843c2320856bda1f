#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// A position need not be an integer: half of twice the angle is the angle.
TEST(ValueVerb, TakesPositionsThatAreNoIntegers) {
  const std::string at = "value --encoding timesteps --dim 8 --channel 1 --digits 30 --position ";
  EXPECT_EQ(sextant_line(at + "999.5").out, sextant_line(at + "1999 --scale 1/2").out);
  EXPECT_EQ(sextant_line(at + "1/3 --scale 3").out, sextant_line(at + "1").out);
  EXPECT_NE(sextant_line(at + "999.5").out, sextant_line(at + "999").out);
  EXPECT_TRUE(refuses(sextant_line(at + "9223372036854775808.5"), "--position: position"));
}

/// Fifty digits that a computation with mpmath 1.3 printed.
TEST(Value, PrintsDigits) {
  const Ran ran = sextant_line("value --dim 512 --position 1048577 --channel 6 --digits 50");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out, "-0.61677082227459250127111201126889711930509766460605\n");
}

/// More digits begin with fewer, but for the last, which is rounded.
TEST(Value, PrintsAsManyDigitsAsAreAsked) {
  const std::string line = "value --dim 96 --position 2^40 --channel 3 --digits ";
  const std::string many = sextant_line(line + "3000").out;
  for (const int digits : {1, 2, 7, 50, 999}) {
    const std::string some = sextant_line(line + std::to_string(digits)).out;
    const auto begin = some.find_first_of("123456789");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(some.size() - begin, static_cast<std::size_t>(digits) + 1) << some;
    EXPECT_EQ(some.substr(0, some.size() - 2), many.substr(0, some.size() - 2));
  }
  EXPECT_EQ(sextant_line("value --dim 96 --position 2^40 --channel 3").out,
            sextant_line(line + "20").out);
}

TEST(Value, ReadsNumbersAsPeopleWriteThem) {
  const std::string million =
      sextant_line("value --dim 64 --position 1000000 --channel 5 --json").out;
  for (const char* text : {"1e6", "1_000_000", "10^6", "0xf4240", "1000000.0", "+1000000"}) {
    EXPECT_EQ(sextant_line("value --dim 64 --channel 5 --json --position " + std::string(text)).out,
              million)
        << text;
  }
  EXPECT_EQ(sextant_line("value --dim 6.4e1 --channel 0x5 --json --position 1e6").out, million);
}

/// {bits, hex, decimal} of every format; the value 1, cos 0.
TEST(Value, PrintsTheNearestNumberOfEveryFormat) {
  const auto one = [](const std::string& format) {
    return sextant_line("value --dim 4 --position 0 --channel 1 --json --format " + format).json();
  };
  EXPECT_EQ(one("float16")["bits"], "0x3c00");
  EXPECT_EQ(one("bfloat16")["bits"], "0x3f80");
  EXPECT_EQ(one("float32")["bits"], "0x3f800000");
  EXPECT_EQ(one("float64")["bits"], "0x3ff0000000000000");
  EXPECT_EQ(one("binary128")["bits"], "0x3fff0000000000000000000000000000");
  EXPECT_EQ(one("p75")["bits"], "");
  for (const char* format : {"float16", "bfloat16", "float32", "float64", "binary128", "p75"}) {
    const auto value = one(format);
    EXPECT_EQ(value.size(), 3U);
    EXPECT_EQ(value["hex"], "0x1p+0");
    EXPECT_EQ(value["decimal"], "1");
  }
  const auto digits = sextant_line("value --dim 4 --position 0 --channel 1 --json").json();
  EXPECT_EQ(digits.size(), 1U);
  EXPECT_TRUE(digits["decimal"].is_string());
}

/// A negative value that rounds to zero is −0, as in IEEE 754; the value 0 is +0.
TEST(Value, HasTheSignOfTheValueWhereItRoundsToZero) {
  const auto sine = [](const std::string& line) {
    return sextant_line("value --dim 2 --channel 0 --json --format " + line).json();
  };
  EXPECT_EQ(sine("float16 --scale 2^-30 --position -1"),
            nlohmann::json({{"bits", "0x8000"}, {"hex", "-0x0p+0"}, {"decimal", "-0"}}));
  EXPECT_EQ(sine("bfloat16 --scale 2^-150 --position -1")["bits"], "0x8000");
  EXPECT_EQ(sine("float32 --scale 2^-160 --position -1")["bits"], "0x80000000");
  EXPECT_EQ(sine("float16 --scale 2^-30 --position 1")["bits"], "0x0000");
  EXPECT_EQ(sine("float16 --position 0")["bits"], "0x0000");
}

/// sin 1, whose nearest float32 is 0x1.aed548p-1 and nearest double 0x1.aed548f090ceep-1.
TEST(Value, AgreesWithPublishedValues) {
  const std::string sine = "value --dim 4 --position 1 --channel 0 ";
  EXPECT_EQ(sextant_line(sine + "--digits 30").out, "0.841470984807896506652502321630\n");
  EXPECT_EQ(sextant_line(sine + "--format float32 --json").json()["hex"], "0x1.aed548p-1");
  EXPECT_EQ(sextant_line(sine + "--format float64 --json").json()["hex"], "0x1.aed548f090ceep-1");
}

TEST(Value, ReachesBothEndsOfThePositions) {
  for (const char* end : {"2^63", "9223372036854775808", "-9223372036854775808", "-2^63"}) {
    EXPECT_EQ(sextant_line("value --dim 4 --channel 0 --position " + std::string(end)).status, 0)
        << end;
  }
  const std::string sine = "value --dim 4 --channel 0 --digits 30 --position ";
  EXPECT_EQ("-" + sextant_line(sine + "2^63").out, sextant_line(sine + "-2^63").out);
}

TEST(Value, KnowsParts) {
  const std::string rope = "value --encoding rope --dim 8 --position 5 --digits 30 ";
  EXPECT_EQ(sextant_line(rope + "--part cos --channel 2").out,
            sextant_line(rope + "--part table --channel 2").out);
  EXPECT_EQ(sextant_line(rope + "--part sin --channel 2").out,
            sextant_line(rope + "--part table --channel 6").out);
  EXPECT_EQ(sextant_line("value --dim 8 --part inv_freq --channel 2 --digits 5").out, "0.010000\n");
}

TEST(Value, RefusesWhatItCannotServe) {
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line("value " + line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
  };
  refused("--dim 8 --position 1", "--channel");
  refused("--dim 8 --channel 1", "--position");
  refused("--position 1 --channel 1", "--dim is missing");
  refused("--dim 8 --position 1 --channel 8", "--channel 8");
  refused("--dim 8 --position 1 --channel -1", "--channel -1");
  refused("--dim 8 --position 1 --channel 0.5", "--channel 0.5");
  refused("--encoding rope --dim 8 --position 1 --channel 4 --part cos", "--channel 4");
  refused("--dim 8 --position 1 --channel 1 --part cos", "no part 'cos'");
  refused("--encoding fourier --dim 8 --position 1 --channel 0", "fourier");
  refused("--dim 8 --position 1 --channel 0 --format float12", "float12");
  refused("--dim 8 --position 1 --channel 0 --format p1", "not 1");
  refused("--dim 8 --position 1 --channel 0 --part tan", "tan");
  refused("--dim 8 --position 1 --channel 0 --layout diagonal", "diagonal");
  refused("--encoding rope --dim 8 --position 1 --channel 0 --odd error", "--odd");
  refused("--dim 0 --position 1 --channel 0", "dim 0 is not in");
  refused("--dim -4 --position 1 --channel 0", "dim -4 is not in");
  refused("--dim 7 --position 1 --channel 0", "odd");
  refused("--dim 2^40 --position 1 --channel 0", "--dim");
  refused("--dim 8 --base 0 --position 1 --channel 0", "base 0");
  refused("--dim 8 --base -3 --position 1 --channel 0", "base -3");
  refused("--dim 2 --law half-minus-shift --position 1 --channel 0", "shift");
  refused("--dim 8 --position 9223372036854775809 --channel 0", "2^63");
  refused("--dim 8 --position -2^64 --channel 0", "2^63");
  refused("--dim 8 --position 1.5x --channel 0", "--position: ");
  refused("--encoding t5 --position 1.5 --channel 0", "not an integer");
  refused("--dim 8 --position 1e --channel 0", "--position: '1e'");
  refused("--dim 8 --position 1,000 --channel 0", "--position: '1,000'");
  refused("--dim 8 --position 1 --channel x", "--channel: 'x'");
  refused("--dim 8 --position 1 --channel 0 --digits x", "--digits: 'x'");
  refused("--dim 8 --position nan --channel 0", "'nan'");
  refused("--dim 8 --position 1__0 --channel 0", "'1__0'");
  refused("--dim 8 --base 1/0 --position 1 --channel 0", "1/0");
  refused("--dim 8 --base 1e99999999999 --position 1 --channel 0", "--base");
  refused("--dim 8 --position 1 --channel 0 --digits 0", "--digits 0");
  refused("--dim 8 --position 1 --channel 0 --digits 100001", "--digits 100001");
  refused("--dim 8 --position 1 --channel 0 --digits 5 --format float32", "--digits");
  refused("--dim 8 --dim 9 --position 1 --channel 0", "--dim");
}

}  // namespace
}  // namespace sextant
