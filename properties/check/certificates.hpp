#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "check/check.hpp"

namespace sextant::check {

/// Certificates as a prover would make them, of sinusoidal frequencies 10000^(−2i/dim).
nlohmann::json frequencies(int dim);

/// D(k) in long double: certain to ten digits or so for k up to 2⁴⁰.
long double distance(int dim, std::uint64_t k);

/// An offset with an enclosure of D there.
nlohmann::json offset(int dim, std::uint64_t k);

/// A pair serves at a level where half an interval turns it by less than 0.3 turns.
nlohmann::json blocks(int dim, int top);

/// A basis that FLINT's LLL has reduced, weighed for last and a threshold.
nlohmann::json lattice(int dim, const std::string& last, long double threshold);

/// Every k up to `last` that is as near as the threshold: tried one by one.
std::vector<std::uint64_t> near_offsets(int dim, std::uint64_t last, long double threshold);

/// The list of those offsets, with a scheme.
nlohmann::json near(int dim, const std::string& last, const std::string& threshold,
                    const std::vector<std::uint64_t>& found, const nlohmann::json& scheme);

nlohmann::json certificate(const std::string& theorem, int dim, const std::string& outcome,
                           const nlohmann::json& list);

/// `neighbours` that holds: the threshold lies a little above D(1).
nlohmann::json neighbours(int dim, const std::string& last, const nlohmann::json& scheme);

/// `near-collisions`: the `count` nearest of a list.
nlohmann::json near_collisions(int dim, const nlohmann::json& list, std::size_t count);

/// A little above D(k), as a fraction.
std::string above(int dim, std::uint64_t k);

Checked checked(const nlohmann::json& certificate);

/// What an Error says, or nothing.
std::string error_of(const std::string& text);

}  // namespace sextant::check
