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

/// The source of an error bound.
enum class Evidence : unsigned char {
  none,        ///< no bound is published
  documented,  ///< the library's authors, or the standard that it follows, state it
  exhaustive,  ///< every argument of the format was tried
};

/// The functions that recipes call.  Division is included, because some devices approximate it.
enum class MathFunction : unsigned char { sin, cos, exp, exp2, log, log2, pow, divide };
inline constexpr std::size_t kMathFunctions = 8;

/// The accuracy of a function: an error of at most `ulps` ulps of the true value, plus `absolute`,
/// for arguments up to `domain`; no bound beyond.
struct FunctionBound {
  double ulps = std::numeric_limits<double>::infinity();
  double absolute = 0;
  double domain = std::numeric_limits<double>::infinity();
  Evidence evidence = Evidence::none;
  std::string_view source = "no bound is published";
};

/// A mathematical library, or the functions of a device.
struct Library {
  /// The bounds in one format, by function.
  using Bounds = std::array<FunctionBound, kMathFunctions>;

  std::string_view name;
  std::string_view what;   ///< one line
  bool fast = false;       ///< trades accuracy for speed
  bool contracts = false;  ///< its compilers may fuse products and sums by default
  bool flushes = false;    ///< subnormal numbers become zero
  Bounds float32 = {}, float64 = {};

  /// The bound of a function in float32 or float64; with Evidence::none if none is published.
  FunctionBound bound(MathFunction function, const Format& format) const;

  /// The assumption of error bounds for recipes that compute in a format.
  Hypothesis hypothesis(const Format& format) const;

  /// Whether tables can pass by its bounds: sine and cosine must have bounds of at most 4 ulp, and
  /// division of at most 2.5 ulp.  Bounds of exp, log and pow, if there are any, must be at most
  /// 16 ulp.
  bool passes(const Format& format) const;
};

/// The catalogue, in the order in which libraries are tried.  Fast libraries are last.
std::span<const Library> libraries();

/// The libraries for which passes() is true, in the same order.
std::vector<const Library*> passing_libraries(const Format& format);

/// The largest bounds of all passing libraries that divide exactly: a table outside its bounds is
/// outside those of each.  With `divisions`, of all passing libraries.  Not in the catalogue.
const Library& loosest_library(bool divisions = false);

/// The same, with twice the error of sine and cosine: an error within these bounds may be a
/// library's, and is not evidence of a fault.  Not in the catalogue.
const Library& doubtful_library();

/// The library with this name; throws Error for an unknown one.
const Library& library(std::string_view name);

/// The default library of recipes: glibc.
const Library& usual_library();

/// Its bounds in a format: "sin, cos within 1.49 ulp; exp within 2.542 ulp; …".
std::string bounds_in_words(const Library& library, const Format& format);

/// The sources of these bounds, each once.
std::string sources_in_words(const Library& library, const Format& format);

}  // namespace sextant::recipe
