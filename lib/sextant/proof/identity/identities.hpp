#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sextant/proof/identity/polynomial.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// Two polynomials that are said to be one function of all angles and numbers.
struct Equation {
  Polynomial left, right;
};

/// Equations that are said to hold together.
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

/// Those of sinusoidal and rotary encodings (identities.md has the list).
const std::vector<Identity>& identities();
/// The one of a name; throws Error for another name.
const Identity& identity(const std::string& name);

/// As many rationals for every angle and number as decide an equation.       identities.md, (4)
struct PointGrid {
  std::map<std::string, std::vector<Rational>> half_tangents, numbers;
};
PointGrid grid(const Equation& equation);

/// A place of the grid where the sides differ, with their values; nothing where they are equal on
/// all of it, and so everywhere.                                             identities.md, (5)
struct Counterexample {
  EvaluationPoint place;
  Rational left, right;
};
std::optional<Counterexample> counterexample(const Equation& equation);

/// Proves an identity and refutes its wrong variants: the certificate has the equations, their
/// degrees and grids, and of each variant a counterexample.
Theorem prove(const Identity& identity);

}  // namespace sextant::proof
