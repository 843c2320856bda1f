#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sextant/proof/identity/polynomial.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// Two polynomials that are claimed to be equal for all angles and numbers.
struct Equation {
  Polynomial left, right;
};

/// Equations that are claimed to hold together.
struct Claimed {
  std::string name;
  std::vector<Equation> equations;
};

/// An identity of encodings about one pair of channels, and wrong ones that look like it.
struct Identity {
  std::string name, statement;
  std::vector<Equation> equations;
  std::vector<Claimed> wrong;
};

/// The identities of sinusoidal and rotary encodings (identities.md has the list).
const std::vector<Identity>& identities();
/// The identity with this name; throws Error if there is none.
const Identity& identity(const std::string& name);

/// Enough rationals for every angle and number to decide an equation.            identities.md, (4)
struct PointGrid {
  std::map<std::string, std::vector<Rational>> half_tangents, numbers;
};
PointGrid grid(const Equation& equation);

/// A point of the grid where the sides differ, with their values; nullopt if they are equal on the
/// whole grid, and thus everywhere.                                              identities.md, (5)
struct Counterexample {
  EvaluationPoint place;
  Rational left, right;
};
std::optional<Counterexample> counterexample(const Equation& equation);

/// Proves an identity and refutes its wrong variants.  The certificate holds the equations with
/// their degrees and grids, and a counterexample for each variant.
Theorem prove(const Identity& identity);

}  // namespace sextant::proof
