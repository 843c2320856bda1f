#pragma once

#include <optional>
#include <string>
#include <vector>

#include "draw/places.hpp"
#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/verify/rotated.hpp"

namespace sextant {

/// A program that turns vectors.
struct TurningProgram {
  Rotary encoding;
  std::string recipe = "pow-reciprocal";
  Format given = kFloat32, compute = kFloat32, store = kFloat32;
  std::size_t way = 0;  ///< of recipe::applications
  recipe::Fused fused = recipe::Fused::none;
  Positions positions = Positions::from(0, 40);
  std::vector<std::uint64_t> leads = {3};
  std::size_t columns = 0;                 ///< 0: as many as are turned
  std::vector<std::uint64_t> inner = {};   ///< axes between that of the positions and the last
  std::optional<int> axis = std::nullopt;  ///< of a claim: what is said of the positions' axis
  bool counted = true;                     ///< of a claim: every position is said, or the first

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

/// Vectors of numbers between −2 and 2, and what a program makes of them, turning as `columns` say.
RotatedRows rotated_rows(const TurningProgram& program, const std::vector<RotatedColumn>& columns);
inline RotatedRows rotated_rows(const TurningProgram& program) {
  return rotated_rows(program, program.rotated());
}
/// The same vectors, truly turned and correctly rounded.
RotatedRows truly_rotated(const TurningProgram& program);
/// What the program makes of what it made.
RotatedRows rotated_again(const TurningProgram& program, RotatedRows rows);

/// The verdict on vectors, by way of files, of one who knows all about the program.
verify::Verdict verdict_on(const RotatedRows& rows, const TurningProgram& claimed);

}  // namespace sextant
