#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/number/format.hpp"
#include "sextant/recipe/bound/hypothesis.hpp"

namespace sextant::recipe {

/// How the error of a function is known.
enum class Evidence : unsigned char {
  none,        ///< no bound is published
  documented,  ///< the library's authors, or the standard that it follows, state it
  exhaustive,  ///< every argument of the format was tried
};

/// The functions that recipes call; division belongs to them, because some devices approximate it.
enum class MathFunction : unsigned char { sin, cos, exp, exp2, log, log2, pow, divide };
inline constexpr std::size_t kMathFunctions = 8;

/// How accurate a function is: its result errs by at most `ulps` units in the last place of the
/// true value, plus `absolute`, for arguments up to `domain`.  Beyond the domain nothing is
/// promised.
struct FunctionBound {
  double ulps = std::numeric_limits<double>::infinity();
  double absolute = 0;
  double domain = std::numeric_limits<double>::infinity();
  Evidence evidence = Evidence::none;
  std::string_view source = "no bound is published";
};

/// A mathematical library, or a device's functions.
struct Library {
  /// The bounds in one format, by function.
  using Bounds = std::array<FunctionBound, kMathFunctions>;

  std::string_view name;
  std::string_view what;   ///< whose functions these are, in a line
  bool fast = false;       ///< gives digits away for speed
  bool contracts = false;  ///< its compilers may fuse products and sums by default
  bool flushes = false;    ///< subnormal numbers become zero
  Bounds float32 = {}, float64 = {};

  /// The bound of a function in float32 or float64; without evidence where none is published.
  FunctionBound bound(MathFunction function, const Format& format) const;

  /// What bounds of recipes that compute in a format assume.
  Hypothesis hypothesis(const Format& format) const;

  /// Whether tables may pass on its word: sine and cosine within 4 ulp whatever the argument, and
  /// what else is documented within 16 (exp, log, pow) or 2.5 (division).
  bool passes(const Format& format) const;
};

/// The catalogue, from strict to loose, the fast ones last.
std::span<const Library> libraries();

/// Those of the catalogue on whose word tables of a format may pass, from strict to loose.
std::vector<const Library*> passing_libraries(const Format& format);

/// What no passing library exceeds: a table that this does not cover none covers.  Not of the
/// catalogue.
const Library& loosest_library();

/// The same with sines and cosines twice as far off: what no more than that is off may be a
/// library's own error, and is no fault's.  Not of the catalogue.
const Library& doubtful_library();

/// The library of a name; throws Error for an unknown one.
const Library& library(std::string_view name);

/// The library that recipes assume unless another is asked for: glibc.
const Library& usual_library();

/// Its bounds in a format: "sin, cos within 1.49 ulp; exp within 2.541 ulp; …".
std::string bounds_in_words(const Library& library, const Format& format);

/// The sources of these bounds, each once.
std::string sources_in_words(const Library& library, const Format& format);

}  // namespace sextant::recipe
