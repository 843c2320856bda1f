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

/// How the coordinates were rounded before the recipe: how many times relative to the coordinate,
/// how many times relative to 1, and in which format.  axial.md, (1) to (3)
struct Roundings {
  int relative = 0, absolute = 0;
  Format format = kFloat32;

  bool any() const { return relative > 0 || absolute > 0; }
};

/// How a result becomes a number of the format that it is stored in: to nearest, cut off, or to
/// nearest with zeros for subnormal numbers.
enum class Storing : unsigned char { nearest, toward_zero, flushed };

/// The formats of a recipe's steps: what it computes in, what the result is stored in, and
/// intermediate roundings.
struct ComputeFormats {
  Format compute = kFloat32;
  Format store = kFloat32;
  IntermediateRoundings intermediate = {};
  Roundings coordinates = {};
  Storing storing = Storing::nearest;  ///< bounds are those of nearest
  const Library* library = nullptr;    ///< whose functions it calls; nullptr: the usual one's

  const Library& called() const { return library != nullptr ? *library : usual_library(); }
};

/// A recipe at work on one chart: rows of values as a program would store them, and what theory
/// allows.
class Recipe {
 public:
  virtual ~Recipe() = default;

  /// The row of position number `row` of the positions given to make(); values as stored, exact as
  /// doubles.  A sequential recipe goes on from the row before if it can, and else starts anew.
  virtual void row(std::uint64_t row, std::span<double> values) = 0;
  /// Whether it is sequential; if not, any number of threads may ask for rows.
  virtual bool sequential() const { return false; }
  /// Whether two rows are surely alike, told without making them: those of positions that become
  /// the same number in what the recipe computes in.
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

  /// The factors that a library within the hypothesis could give a pair; empty where the recipe has
  /// none, and the number of the pair where no library has a part in it.
  virtual std::vector<double> candidates(int pair) const = 0;
  /// The angle that the recipe's own arithmetic makes of a factor.
  virtual double angle(std::uint64_t row, double factor) const = 0;

  /// An upper bound of the relative error that all entries of a pair share, because its frequency
  /// has it; nullopt if entries share none that bounds tell from their own.  recipes.md, (37a)
  virtual std::optional<double> frequency_error(int) const { return std::nullopt; }

  /// What it takes for a sine or cosine of an angle.
  virtual Wave wave(double angle, Function function) const { return {angle, function}; }
};

/// A line of the catalogue.
struct Entry {
  std::string_view name;
  std::string_view summary;
  bool sound = true;
  bool sequential = false;
  /// Whether its values are what a sine or cosine returned, times the amplitude: nothing above it.
  bool of_library = true;
  std::optional<Format> computes_in = std::nullopt;  ///< whatever the formats say
};

}  // namespace sextant::recipe
