#pragma once

#include <string>
#include <vector>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/text.hpp"
#include "sextant/proof/lattice/near.hpp"

namespace sextant::proof {

inline std::ostream& operator<<(std::ostream& out, const OffsetDistance& n) {
  return out << n.offset.str() << ": " << decimal(n.above, 12);
}

/// A sinusoidal or rotary encoding of 1 … `most` pairs, with a base of any size.
inline Encoding draw_encoding(int most) {
  const int pairs = *draw::in_range(1, most + 1).as("pairs");
  const auto base =
      *draw::element_of(std::vector<std::string>{"10000", "500000", "2", "31/10", "1000000", "1/2"})
           .as("base");
  const auto kind = *draw::element_of(std::vector<std::string>{"sinusoidal", "rope"}).as("kind");
  const auto scale = *draw::element_of(std::vector<std::string>{"1", "1/7", "9"}).as("scale");
  return read_encoding(kind + " dim=" + std::to_string(2 * pairs) + " base=" + base +
                       (kind == "sinusoidal" ? " scale=" + scale : ""));
}

/// Every offset of first … last with D ≤ threshold, by trying each.
inline std::vector<Integer> one_by_one(const Offsets& offsets, std::uint64_t first,
                                       std::uint64_t last, const Rational& threshold) {
  std::vector<Integer> found;
  for (std::uint64_t k = first; k <= last; ++k)
    if (near(offsets, k).above <= threshold) found.emplace_back(k);
  return found;
}

inline std::vector<Integer> offsets_of(const std::vector<OffsetDistance>& list) {
  std::vector<Integer> result;
  for (const OffsetDistance& n : list) result.push_back(n.offset);
  return result;
}

}  // namespace sextant::proof
