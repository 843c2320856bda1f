#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/number/format.hpp"

namespace sextant::recipe {

/// The formats in which a program rotates vectors, x·c + y·s, by its tables of cosines and sines.
///
///   wide-tables        tables and products in the compute format, then a cast (Meta's llama)
///   stored-tables      tables rounded to the vectors' format first, products wider, then a cast
///                      (flash-attention, vLLM's kernel)
///   stored-throughout  every step rounded to the vectors' format (Transformers)
struct Application {
  std::string_view name;
  std::string_view summary;
  Format given;   ///< of the vectors
  Format tables;  ///< what the tables are rounded to
  Format steps;   ///< of the vectors, products and sums
  Format store;   ///< of the stored sums
};

/// The distinct applications that can produce vectors of `store` from vectors of `given` with
/// tables computed in `compute`.
std::vector<Application> applications(const Format& given, const Format& compute,
                                      const Format& store);

/// The product that is not rounded before the sum, because the compiler used fused multiply-add.
enum class Fused : unsigned char { none, first, second };
/// The possible fusings of an application's programs: only `none` if every step is stored.
std::vector<Fused> fusings(const Application& application);

/// x·c + y·s as a program computes and stores it; c and s are numbers of `tables`.
double rotated(const Application& application, Fused fused, double x, double c, double y, double s);
/// A number that is not rotated, as it is stored.
double passed(const Application& application, double x);

/// An upper bound of the absolute error of a rotated number, as a sum by source.
///                                                     reports/derivations/rotation.md, (7) to (13)
struct TurnTerms {
  double table = 0;    ///< cosine and sine: their recipe's bound, and their storage
  double input = 0;    ///< vectors that do not fit the compute format, or had errors before
  double product = 0;  ///< rounding both products
  double sum = 0;      ///< rounding their sum
  double storage = 0;  ///< casting the sum

  static constexpr std::array<std::pair<std::string_view, double TurnTerms::*>, 5> kNames = {
      {{"table", &TurnTerms::table},
       {"input", &TurnTerms::input},
       {"product", &TurnTerms::product},
       {"sum", &TurnTerms::sum},
       {"storage", &TurnTerms::storage}}};

  /// Their sum, rounded upward.
  double total() const;
};

/// A number with an error: |x̂ − x| ≤ error and |x| ≤ size.
struct Off {
  double size = 0, error = 0;
};

/// A cosine or sine of tables that have the scale of xPos, with an error that also covers programs
/// which multiply the products x·c and y·s by the scale, or their sum.  Unchanged if the tables are
/// rounded to a narrower format, or every step to 16 bits: then the tables have the scale.
///                                                                               rotation.md, (19)
Off for_any_order(const Application& application, const Off& wave);

/// The bound for x·c + y·s with |x·c + y·s| ≤ `truth`, for every fusing.
TurnTerms turn_terms(const Application& application, const Off& x, const Off& c, const Off& y,
                     const Off& s, double truth);
/// The bound for a number that is not rotated.
TurnTerms pass_terms(const Application& application, const Off& x);

}  // namespace sextant::recipe
