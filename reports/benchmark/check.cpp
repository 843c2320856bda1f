#include "benchmark/check.hpp"

#include <cmath>
#include <cstring>
#include <random>

#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/pattern.hpp"

namespace sextant::bench {
namespace {

constexpr int kPlaces = 400;
/// Frequency, product and power each round an angle below 2^21 to 24 bits: 3·2^-24 of it.
constexpr double kNear = 0x3p-3;

struct Place {
  std::uint64_t row;
  std::size_t column;
};

std::vector<Place> places(Size size) {
  std::mt19937_64 random(1);
  std::vector<Place> result;
  for (int k = 0; k < kPlaces; ++k)
    result.push_back({random() % size.rows, static_cast<std::size_t>(random() % size.columns)});
  return result;
}

bool right(Claim claim, const Format& format, std::uint64_t got, std::uint64_t want) {
  if (claim == Claim::correctly_rounded) return got == want;
  return std::fabs(value_of(format, got) - value_of(format, want)) <= kNear;
}

}  // namespace

std::string fault(const Maker& maker, Size size, const Writer& write, std::byte* at) {
  if (maker.claim == Claim::nothing) return {};
  const exact::Oracle oracle(maker.chart != nullptr
                                 ? maker.chart(size)
                                 : chart(Sinusoidal{.dim = static_cast<int>(size.columns)}));
  const Format format = Format::named(maker.format);
  const std::vector<Place> chosen = places(size);
  const auto entry = [&](const Place& p) {
    return at + (p.row * size.columns + p.column) * maker.element;
  };
  // The memory may hold the right numbers from before: not-a-numbers are written over them.
  for (const Place& place : chosen) std::memset(entry(place), 0xff, maker.element);
  write(at);
  for (const Place& place : chosen) {
    const auto position = static_cast<Position>(kFirst + place.row);
    const auto nearest = oracle.nearest(format, position, oracle.chart().channels[place.column]);
    std::uint64_t got = 0;
    std::memcpy(&got, entry(place), maker.element);
    if (!right(maker.claim, format, got, bits_of(format, nearest.value)))
      return maker.full_name(size) + " is wrong at position " + to_text(position) + ", column " +
             std::to_string(place.column);
  }
  return {};
}

}  // namespace sextant::bench
