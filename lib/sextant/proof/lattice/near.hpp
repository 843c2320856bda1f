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
///   automatic  every method below that can search this far; if both can, they must agree
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

/// Every k of the range with D(k) ≤ threshold, ascending.  Writes into `near` the certificate's
/// part: the list, and for every method the data for its check.
std::vector<OffsetDistance> near_offsets(const Offsets& offsets, const Range& range,
                                         const Rational& threshold, nlohmann::ordered_json& near);

/// The offset of the range with the least D; writes `near` likewise.
OffsetDistance nearest_offset(const Offsets& offsets, const Range& range,
                              nlohmann::ordered_json& near);

/// `branch and bound`, `lattice enumeration`, or both, according to the certificate's part.
std::string methods(const nlohmann::ordered_json& near);

}  // namespace sextant::proof
