#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/number/format.hpp"

namespace sextant::recipe {

/// How a program turns vectors by its tables of cosines and sines: x·c + y·s, in what formats.
///
///   wide-tables        tables and products in the format computed in, then a cast (Meta's llama)
///   stored-tables      tables rounded to the vectors' format first, products wider, then a cast
///                      (flash-attention, vLLM's kernel)
///   stored-throughout  every step rounded to the vectors' format (Transformers)
struct Application {
  std::string_view name;
  std::string_view summary;
  Format given;   ///< of the vectors
  Format tables;  ///< what the tables are rounded to
  Format steps;   ///< what vectors are taken to, multiplied in and added in
  Format store;   ///< what the sums are cast to
};

/// Those that can have made vectors of `store` out of vectors of `given` with tables computed in
/// `compute`, none of them twice.
std::vector<Application> applications(const Format& given, const Format& compute,
                                      const Format& store);

/// Which of two products meets the sum unrounded: a compiler may fuse either.
enum class Fused : unsigned char { none, first, second };
/// The ways of fusing that programs of an application have: none where every step is stored.
std::vector<Fused> fusings(const Application& application);

/// x·c + y·s, as a program computes and stores it; c and s are numbers of `tables`.
double rotated(const Application& application, Fused fused, double x, double c, double y, double s);
/// A number that is not turned, as it is stored.
double passed(const Application& application, double x);

/// An upper bound of the absolute error of a turned number, by where it comes from.
///                                            reports/derivations/rotation.md, (7) to (13)
struct TurnTerms {
  double table = 0;    ///< cosine and sine err, as their recipe's bound and their storage allow
  double input = 0;    ///< vectors do not fit the format computed in, or were off before
  double product = 0;  ///< both products are rounded
  double sum = 0;      ///< and so is their sum
  double storage = 0;  ///< and its cast

  static constexpr std::array<std::pair<std::string_view, double TurnTerms::*>, 5> kNames = {
      {{"table", &TurnTerms::table},
       {"input", &TurnTerms::input},
       {"product", &TurnTerms::product},
       {"sum", &TurnTerms::sum},
       {"storage", &TurnTerms::storage}}};

  /// Their sum, rounded upward.
  double total() const;
};

/// A number known to some error: |x̂ − x| ≤ error and |x| ≤ size.
struct Off {
  double size = 0, error = 0;
};

/// The bound for x·c + y·s, of magnitude `truth` at most, whatever is fused.
TurnTerms turn_terms(const Application& application, const Off& x, const Off& c, const Off& y,
                     const Off& s, double truth);
/// The bound for a number that is not turned.
TurnTerms pass_terms(const Application& application, const Off& x);

}  // namespace sextant::recipe
