#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// What computation makes of a statement.
///
///   proved       shown, by derivation and by enclosures
///   conditional  it holds under the condition stated
///   refuted      there is a counterexample, certified by enclosures that have nothing in common
///   no_number    it is not a statement about numbers
///   open         the computation did not show what it was to show
enum class StatementVerdict { proved, conditional, refuted, no_number, open };
std::string_view words(StatementVerdict verdict);

/// A statement that is often made about positional encodings, and what becomes of it.
struct Statement {
  std::string id;         ///< short; it stays when the words change
  std::string statement;  ///< in our words
  StatementVerdict verdict = StatementVerdict::open;
  std::string because;   ///< the reason, condition or counterexample; its figures are computed
  std::string property;  ///< the test that settles it
  std::string heard = "teaching texts";
};

/// Which function of position and channel is meant: frequencies and wavelengths.
std::vector<Statement> claims_of_frequencies();
/// Numbers that texts print.
std::vector<Statement> claims_of_values();
/// Identities of rows: shifts, rotations, derivatives, dot products.
std::vector<Statement> claims_of_identities();
/// Which rows are alike, and how much.
std::vector<Statement> claims_of_distinctness();
/// What number formats and orders of operations make of the formula.
std::vector<Statement> claims_of_precision();
/// What programs were said to lose at long contexts.
std::vector<Statement> claims_of_patches();
/// What attention makes of order; of distance, by biases and rotations; of what tables give it.
/// `attention` is the document's part of that name.
std::vector<Statement> claims_of_order();
std::vector<Statement> claims_of_distance(const nlohmann::json& attention);
std::vector<Statement> claims_of_tables();

/// Every claim, as the document has them: grouped by subject.
nlohmann::json claims(const nlohmann::json& attention);

}  // namespace sextant
