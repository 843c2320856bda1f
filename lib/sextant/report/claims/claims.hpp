#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/report/document/step_callback.hpp"

namespace sextant {

/// The verdict of computation on a statement.
///
///   proved       shown, by derivation and by enclosures
///   conditional  it holds under the condition stated
///   refuted      there is a counterexample, certified by disjoint enclosures
///   no_number    it is not a statement about numbers
///   open         the computation was not conclusive
enum class StatementVerdict { proved, conditional, refuted, no_number, open };
std::string_view words(StatementVerdict verdict);

/// A statement that is often made about positional encodings, and its verdict.
struct Statement {
  std::string id;         ///< short; does not change with the words
  std::string statement;  ///< in our words
  StatementVerdict verdict = StatementVerdict::open;
  std::string because;   ///< reason, condition or counterexample, with computed numbers
  std::string property;  ///< the test that decides it
  std::string heard = "teaching texts";
};

/// Computes the verdict of a statement: a function without parameters or, if it takes long, of a
/// StepCallback.
class Settle {
 public:
  template <class F>
  Settle(F settle)
      : settle_([settle](const StepCallback& step) {
          if constexpr (std::is_invocable_v<F>)
            return settle();
          else
            return settle(step);
        }) {}

  Statement operator()(const StepCallback& step) const { return settle_(step); }

 private:
  std::function<Statement(const StepCallback&)> settle_;
};

/// Settles claims in their order.  Calls `step` before each and, if it takes long, in between.
std::vector<Statement> statements(
    const std::vector<Settle>& claims, const StepCallback& step = [] {});

/// About the definition: frequencies and wavelengths.
std::vector<Settle> claims_of_frequencies();
/// About printed numbers.
std::vector<Settle> claims_of_values();
/// Identities of rows: shifts, rotations, derivatives, dot products.
std::vector<Settle> claims_of_identities();
/// About equal and similar rows.
std::vector<Settle> claims_of_distinctness();
/// About the effects of number formats and of the order of operations.
std::vector<Settle> claims_of_precision();
/// About losses of programs at long contexts.
std::vector<Settle> claims_of_patches();
/// About several coordinates: octaves of π, films, centred coordinates, NTK scaling of an axis.
std::vector<Settle> claims_of_axes();
/// About attention: order, distance by biases and rotations, errors of tables.  `attention` is the
/// part of the document with that name.  It must outlive the claims.
std::vector<Settle> claims_of_order();
std::vector<Settle> claims_of_distance(const nlohmann::json& attention);
std::vector<Settle> claims_of_tables();

/// All claims in the form of the document: grouped by subject.  Calls `step` before each.
nlohmann::json claims(
    const nlohmann::json& attention, const StepCallback& step = [] {});

}  // namespace sextant
