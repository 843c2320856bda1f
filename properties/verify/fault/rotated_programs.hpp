#pragma once

#include <optional>
#include <string>
#include <vector>

#include "draw/places.hpp"
#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/verify/rotated.hpp"

namespace sextant {

/// A program that rotates vectors.
struct TurningProgram {
  Rotary encoding;
  std::string recipe = "pow-reciprocal";
  Format given = kFloat32, compute = kFloat32, store = kFloat32;
  std::size_t way = 0;  ///< index in recipe::applications
  recipe::Fused fused = recipe::Fused::none;
  Positions positions = Positions::from(0, 40);
  std::vector<std::uint64_t> leads = {3};
  std::size_t columns = 0;                 ///< 0: the rotated ones
  std::vector<std::uint64_t> inner = {};   ///< axes between that of positions and the last
  std::optional<int> axis = std::nullopt;  ///< in a claim: the stated axis of positions
  bool counted = true;  ///< in a claim: whether every position is stated, or only the first

  std::size_t width() const {
    return columns == 0 ? static_cast<std::size_t>(encoding.dim) : columns;
  }
  std::vector<RotatedColumn> rotated() const { return rotated_columns(encoding, width()); }
};

/// Vectors before and after, row by row, leads first.
struct RotatedRows {
  Format given, store;
  std::vector<std::uint64_t> shape;
  std::vector<double> before, after;
};

/// Random vectors with numbers between −2 and 2, and the program's result for them with the given
/// columns.  Their indices from the width on are those of the result, and then of a zero.
RotatedRows rotated_rows(const TurningProgram& program, const std::vector<RotatedColumn>& columns);
inline RotatedRows rotated_rows(const TurningProgram& program) {
  return rotated_rows(program, program.rotated());
}
/// The same vectors, correctly rotated and rounded.
RotatedRows truly_rotated(const TurningProgram& program);
/// The program applied to its own result.
RotatedRows rotated_again(const TurningProgram& program, RotatedRows rows);

/// The verdict on vectors, read from files, with everything about the program stated.
verify::Verdict verdict_on(const RotatedRows& rows, const TurningProgram& claimed);

}  // namespace sextant
