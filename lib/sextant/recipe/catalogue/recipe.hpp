#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/recipe/bound/intermediate_roundings.hpp"
#include "sextant/recipe/bound/terms.hpp"
#include "sextant/recipe/library/library.hpp"

namespace sextant::recipe {

/// How a result is rounded to the storage format: to nearest, toward zero, or to nearest with zeros
/// for subnormal numbers.
enum class Storing : unsigned char { nearest, toward_zero, flushed };

/// The formats of a recipe's steps: computation, storage, and intermediate roundings.
struct ComputeFormats {
  Format compute = kFloat32;
  Format store = kFloat32;
  IntermediateRoundings intermediate = {};
  Storing storing = Storing::nearest;  ///< bounds are those for nearest
  const Library* library = nullptr;    ///< whose functions it calls; nullptr: usual_library()

  const Library& called() const { return library != nullptr ? *library : usual_library(); }
};

/// A recipe applied to one chart: rows of values as a program would store them, and error bounds.
class Recipe {
 public:
  virtual ~Recipe() = default;

  /// Writes row `row` of the positions given to make(): values as stored, exact as doubles.  A
  /// sequential recipe continues from the previous row if it can, and restarts otherwise.
  virtual void row(std::uint64_t row, std::span<double> values) = 0;
  /// Whether it is sequential; otherwise row() is thread-safe.
  virtual bool sequential() const { return false; }
  /// Whether two rows are known to be equal without computing them: their positions are the same
  /// number in the compute format.
  virtual bool alike(std::uint64_t, std::uint64_t) const { return false; }

  /// The derived bound at a row and channel, by terms.
  virtual Terms terms(std::uint64_t row, std::size_t channel) const = 0;
  double bound(std::uint64_t row, std::size_t channel) const { return terms(row, channel).total(); }

  /// The range of the bounds of a channel over the rows [first, last).  `most` is attained if it is
  /// below the amplitude.  No bound is below `least`·(1 − 2⁻⁴⁰).  nullopt if the recipe does not
  /// know how its bounds vary.  recipes.md, (36)
  struct Range {
    double least = 0, most = 0;
  };
  virtual std::optional<Range> range(std::uint64_t, std::uint64_t, std::size_t) const {
    return std::nullopt;
  }

  /// The factors of a pair that a library within the hypothesis could compute.  Empty if the recipe
  /// has no factors; the pair's number if no library function is involved.
  virtual std::vector<double> candidates(int pair) const = 0;
  /// The angle that the recipe computes from a factor.
  virtual double angle(std::uint64_t row, double factor) const = 0;

  /// An upper bound of the relative error that all entries of a pair share through its frequency.
  /// nullopt if the bounds do not separate it from the errors of single entries.  recipes.md, (37a)
  virtual std::optional<double> frequency_error(int) const { return std::nullopt; }

  /// How it computes a sine or cosine of an angle.
  virtual Wave wave(double angle, Function function) const { return {angle, function}; }
};

/// An entry of the catalogue.
struct Entry {
  std::string_view name;
  std::string_view summary;
  bool sound = true;        ///< whether a table passes if the recipe's bound covers it
  bool sequential = false;  ///< whether a row is computed from the row before
  /// Whether its values are results of sine or cosine, times the amplitude, so none is larger.
  bool of_library = true;
  std::optional<Format> computes_in = std::nullopt;  ///< regardless of the requested formats
};

}  // namespace sextant::recipe
