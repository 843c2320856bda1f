#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "certificate/check.hpp"

namespace sextant::certificate {

/// Certificates in the form of a prover, for sinusoidal frequencies 10000^(−2i/dim).
nlohmann::json frequencies(int dim);

/// D(k) in long double: about ten digits are certain for k up to 2⁴⁰.
long double distance(int dim, std::uint64_t k);

/// An offset with an enclosure of its D.
nlohmann::json offset(int dim, std::uint64_t k);

/// Branch and bound; a pair is used at a level if half an interval turns it by less than 0.3 turns.
nlohmann::json blocks(int dim, int top);

/// A basis reduced by FLINT's LLL, scaled for `last` and a threshold.
nlohmann::json lattice(int dim, const std::string& last, long double threshold);

/// Every k up to `last` with D(k) ≤ threshold, by trying each.
std::vector<std::uint64_t> near_offsets(int dim, std::uint64_t last, long double threshold);

/// The list of those offsets, with a search scheme.
nlohmann::json near(int dim, const std::string& last, const std::string& threshold,
                    const std::vector<std::uint64_t>& found, const nlohmann::json& scheme);

nlohmann::json certificate(const std::string& theorem, int dim, const std::string& outcome,
                           const nlohmann::json& list);

/// A `neighbours` certificate that holds: the threshold is slightly above D(1).
nlohmann::json neighbours(int dim, const std::string& last, const nlohmann::json& scheme);

/// A `near-collisions` certificate: the `count` nearest of a list.
nlohmann::json near_collisions(int dim, const nlohmann::json& list, std::size_t count);

/// A fraction slightly above D(k).
std::string above(int dim, std::uint64_t k);

Checked checked(const nlohmann::json& certificate);

/// The message of the Error; empty if there is none.
std::string error_of(const std::string& text);

}  // namespace sextant::certificate
