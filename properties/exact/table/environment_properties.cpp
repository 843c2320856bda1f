#include <cfenv>

#include <xmmintrin.h>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

/// What a program around us may have set: one of four rounding modes, and whether tiny numbers
/// become zero.  Restores what was there.
class Surroundings {
 public:
  Surroundings(int rounding, bool flush) : control_(_mm_getcsr()), rounding_(std::fegetround()) {
    std::fesetround(rounding);
    constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
    if (flush) _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  ~Surroundings() {
    std::fesetround(rounding_);
    _mm_setcsr(control_);
  }

 private:
  unsigned control_;
  int rounding_;
};

/// Every bit that the oracle gives for a place.
std::vector<std::uint64_t> bits_of(const draw::Place& place) {
  std::vector<std::uint64_t> bits;
  const auto add_double = [&bits](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  const Oracle oracle(place.chart());
  const Ball ball = oracle.ball(place.position, place.channel);
  const auto middle = static_cast<Bits>(ball.mid);
  for (const Bits part : {middle, middle >> 64, ball.radius, ball.radius >> 64}) {
    bits.push_back(static_cast<std::uint64_t>(part));
  }
  bits.push_back(static_cast<std::uint64_t>(ball.exponent));
  const Near x = near(ball);
  for (const double part : {x.high, x.low, x.radius}) add_double(part);
  const Rational p = to_rational(place.position);
  for (const Format& format : draw::hardware_formats()) {
    add_double(oracle.nearest(format, place.position, place.channel).value);
    const Number slow = nearest(format, place.waves, p, place.channel).number;
    bits.push_back(static_cast<std::uint64_t>(encode(format, slow)));
  }
  for (const char c : decimal(place.waves, p, place.channel, 30)) {
    bits.push_back(static_cast<unsigned char>(c));
  }
  return bits;
}

PROPERTY(Oracle, ItsBitsDoNotDependOnTheProgramAround) {
  auto place = *draw::places().as("place");
  // Subnormal numbers are what flushing would change.
  const auto tiny = *draw::element(Rational(1), power_of_two(-1030)).as("amplitude");
  place.waves.amplitude = place.waves.amplitude * tiny;
  const auto alone = bits_of(place);
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (const bool flush : {false, true}) {
      const auto there = [&] {
        const Surroundings around(rounding, flush);
        return bits_of(place);
      }();
      RC_ASSERT(there == alone);
    }
  }
}

/// The property above would mean nothing if the surroundings did nothing.
TEST(Surroundings, ReallyChangeTheArithmetic) {
  volatile double third = 1, three = 3, tiny = 0x1p-1050, one = 1;
  third = third / three;
  {
    const Surroundings around(FE_UPWARD, true);
    volatile double upward = one / three;
    volatile double flushed = tiny * one;
    EXPECT_GT(upward, third);
    EXPECT_TRUE(std::bit_cast<std::uint64_t>(double(flushed)) == 0);
  }
  volatile double again = one / three;
  volatile double kept = tiny * one;
  EXPECT_EQ(again, third);
  EXPECT_NE(std::bit_cast<std::uint64_t>(double(kept)), std::uint64_t{0});
}

}  // namespace
}  // namespace sextant::exact
