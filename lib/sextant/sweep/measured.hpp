#pragma once

#include <array>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>

#include "sextant/measure/worst.hpp"
#include "sextant/sweep/criteria.hpp"

namespace sextant::sweep {

/// The first row where a criterion fails, and the entry of it that does.
struct Place {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double absolute = 0;
};

/// What was found in some rows; a commutative monoid.
struct Found {
  measure::Tally tally;
  std::array<std::optional<Place>, kCriteria.size()> beyond;  ///< of the finite entries

  void merge(const Found& other);
};

/// What was found in some rows of a job, by octave of position: octave k > 0 are those of
/// magnitude 2^(k−1) to below 2^k, octave 0 those below 1.  A commutative monoid, to the bit: in
/// whatever parts, order and places the rows were measured does not show.
struct Measured {
  std::map<int, Found> octaves;

  void merge(const Measured& other);
  Found whole() const;
};

/// Exact both ways: numbers that are not finite are texts.
nlohmann::json to_json(const Found& found);
nlohmann::json to_json(const Measured& measured);
/// Throws Error, saying what is missing, for what to_json did not make.
Measured read_measured(const nlohmann::json& document);

}  // namespace sextant::sweep
