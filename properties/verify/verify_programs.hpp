#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant {

/// A program that makes a table: recipe, encoding, formats, and positions.
struct Program {
  std::string recipe = "exp-log";
  Encoding encoding;
  Part part = Part::table;
  recipe::ComputeFormats formats;
  Positions positions;

  Chart chart() const { return in_parts(sextant::chart(encoding, part), positions.parts); }
};
std::ostream& operator<<(std::ostream& out, const Program& program);

/// A program of a sinusoidal table of 32 channels.
Program program(const std::string& recipe, const Format& compute, const Format& store,
                Position first, std::uint64_t rows);

/// Rows of numbers, as stored by a program.
struct Rows {
  Format format;
  std::uint64_t columns = 0;
  std::vector<double> values;

  std::uint64_t count() const { return values.size() / columns; }
  double& at(std::uint64_t row, std::uint64_t column) { return values[row * columns + column]; }
  Rows transposed() const;
};
Rows rows_of(const Program& program);
/// The correctly rounded rows.
Rows true_rows(const Program& program);

/// The question of a user who states everything about a program's table.
verify::Question question_about(const Program& program);

/// The verdict on rows, read from a file.
verify::Verdict verdict_on(const Rows& rows, const verify::Question& question);

/// Whether the recipe of a program has a useful bound for every entry: finite, and for a frequency
/// not vacuous.  Other tables need not pass.
bool promises(const Program& program);

/// Whether every entry is within the bound of the recipe that accepted the table, except for
/// vacuous bounds: the meaning of a pass, computed independently.
bool within_bounds(const Rows& rows, const Program& claimed, const verify::Verdict& verdict);

/// The names of a verdict's findings, separated by spaces.
std::string findings(const verify::Verdict& verdict);
/// The names of the findings for rows; "passes" if they pass.
std::string finding(const Rows& rows, const verify::Question& question);
std::string finding(const Rows& rows, const Program& claimed);
/// The names of the findings for rows, with the parameters of the first one if they explain the
/// rows; else with the words "(not proved)".
std::string explanation(const Rows& rows, const Program& claimed);

namespace draw {
/// Programs of sound recipes, with first positions below 2^bits: every part, and parameters at the
/// limits of formats.
draw::Gen<Program> programs(int bits = 40);
}  // namespace draw

}  // namespace sextant
