#include "sextant/proof/statement/offsets.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/number/text.hpp"

namespace sextant::proof {
namespace {

constexpr int kDigits = 25;

/// A decimal of 25 digits, rounded outward.
Rational outward(const Rational& end, int direction) {
  static const Rational step(1, pow(Integer(10), kDigits - 2));
  return parse_rational(decimal(end + direction * end * step, kDigits));
}

}  // namespace

Offsets::Offsets(const Encoding& encoding) {
  const Chart settled = exact::settled(chart(encoding));
  for (const Channel& channel : settled.channels)
    if (!is_wave(channel.function))
      throw Error(std::string(name(encoding)) +
                  " has a channel that is neither sine nor cosine: "
                  "distances then depend on more than the offset");
  for (const PairChannels& pair : by_pair(settled)) {
    if (pair.sines.size() != 1 || pair.cosines.size() != 1)
      throw Error(std::string(dim_field(encoding)) + " " + std::to_string(dim(encoding)) +
                  ": a channel lacks its partner, and distances depend on more than the offset; "
                  "take an even dim");
    const auto& frequency = settled.waves.frequencies[static_cast<std::size_t>(pair.pair)];
    frequencies_.push_back(Expression(settled.waves.scale) * frequency.expression());
    turns_.push_back(exact::evaluate<Wide>(frequencies_.back()) / (Wide(2) * enclose_pi<Wide>()));
  }
  if (settled.waves.scale == 0) throw Error("scale 0: every row is the same");
  if (settled.waves.amplitude == Expression(0)) throw Error("amplitude 0: every row is the same");
  unit_ = settled.waves.amplitude == Expression(1);
  if (settled.waves.xpos)
    throw Error(
        "scale-base: with xPos distances depend on more than the offset; take --scale-base none");
  if (settled.waves.zero_row) throw Error("zero-row: a row of zeros is at no angle");
}

Wide Offsets::distance(const Integer& offset) const {
  const Wide half_turns = enclose_pi<Wide>() * enclose<Wide>(offset);
  Wide sum = 0;
  for (const Wide& t : turns_) {
    const Wide s = sin(Wide(half_turns * t));
    sum += s * s;
  }
  return Wide(4) * sum;
}

Integer nearest_integer(const Wide& x) {
  const Rational low = to_rational(lower_end(x)), high = to_rational(upper_end(x));
  if (high - low > Rational(1, 4))
    throw Error("332 bits do not hold a frequency so large: take a smaller scale");
  const Rational up = (low + high + 1) / 2;
  const Integer whole = numerator(up) / denominator(up);
  return up < 0 && whole * denominator(up) != numerator(up) ? Integer(whole - 1) : whole;
}

OffsetDistance near(const Offsets& offsets, const Integer& offset) {
  const Wide d = offsets.distance(offset);
  // The square of an interval about 0 may have a negative lower end.
  const Rational below = to_rational(lower_end(d));
  return {offset, below <= 0 ? Rational(0) : outward(below, -1),
          outward(to_rational(upper_end(d)), 1)};
}

bool nearer(const OffsetDistance& a, const OffsetDistance& b) {
  if (a.offset == b.offset) return false;
  if (a.above < b.below) return true;
  if (b.above < a.below) return false;
  throw Error("which of the distances of offsets " + a.offset.str() + " and " + b.offset.str() +
              " is less cannot be decided");
}

}  // namespace sextant::proof
