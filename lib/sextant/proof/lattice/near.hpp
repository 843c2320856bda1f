#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/proof/statement/near.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// How offsets are searched.
///
///   automatic  every one below that reaches so far; where both do, they must agree
///   blocks     branch and bound over intervals of offsets
///   lattice    reduction of a lattice, and enumeration of its short vectors
enum class Method { automatic, blocks, lattice };
Method read_method(std::string_view name);

/// A range of offsets 1 … last, and how it is searched.
struct Range {
  Integer last;
  Method method = Method::automatic;
  TheoremProgress progress = {};
};

/// Every k of the range with D(k) ≤ threshold, ascending.  `near` becomes the certificate's part:
/// the list, and for every method what its check needs.
std::vector<OffsetDistance> near_offsets(const Offsets& offsets, const Range& range,
                                         const Rational& threshold, nlohmann::ordered_json& near);

/// The offset of the range whose D is least, in the same way.
OffsetDistance nearest_offset(const Offsets& offsets, const Range& range,
                              nlohmann::ordered_json& near);

/// `branch and bound`, `lattice enumeration`, or both, as the certificate's part says.
std::string methods(const nlohmann::ordered_json& near);

}  // namespace sextant::proof
