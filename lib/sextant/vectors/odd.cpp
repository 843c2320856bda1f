#include "sextant/vectors/odd.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/exact/rounded.hpp"
#include "sextant/number/round.hpp"

namespace sextant::vectors {
namespace {

constexpr int kLowestLevel = 0;

}  // namespace

Number odd(const Cell& cell, int bits) {
  const exact::ChannelTruth<Rational> truth(*cell.waves, cell.position, cell.channel);
  const exact::NearestNumber found = exact::rounded(Format::bits(bits), truth, Rounding::to_odd);
  if (!found.decided)
    throw Error("position " + to_text(cell.position) + ": the value is too near to a number of " +
                std::to_string(bits) + " bits to be decided");
  return found.number;
}

double about(const Cell& cell) {
  const auto ends = exact::enclosure(*cell.waves, cell.position, cell.channel, kLowestLevel);
  return to_double(round(kFloat64, to_rational(ends.lower)));
}

}  // namespace sextant::vectors
