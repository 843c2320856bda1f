#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant {

/// A program that makes a table: which recipe, of what, in which formats, where.
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

/// Rows of numbers as a program leaves them.
struct Rows {
  Format format;
  std::uint64_t columns = 0;
  std::vector<double> values;

  std::uint64_t count() const { return values.size() / columns; }
  double& at(std::uint64_t row, std::uint64_t column) { return values[row * columns + column]; }
  Rows transposed() const;
};
Rows rows_of(const Program& program);
/// The correctly rounded ones.
Rows true_rows(const Program& program);

/// What a user asks about a program's table who knows all about it.
verify::Question question_about(const Program& program);

/// The verdict on rows, by way of a file.
verify::Verdict verdict_on(const Rows& rows, const verify::Question& question);

/// Whether the recipe of a program promises something of every entry: a finite bound, and one that
/// says something of a frequency.  Other tables need not pass.
bool promises(const Program& program);

/// Whether every entry lies within the bound of the recipe that accepted the verdict, but for
/// bounds that prove nothing: what a pass claims, computed anew.
bool within_bounds(const Rows& rows, const Program& claimed, const verify::Verdict& verdict);

/// The names of a verdict's findings, separated by spaces.
std::string findings(const verify::Verdict& verdict);
/// The same of rows, or that they pass.
std::string finding(const Rows& rows, const verify::Question& question);
std::string finding(const Rows& rows, const Program& claimed);

namespace draw {
/// Programs of sound recipes, first positions below 2^bits: every part, and parameters at which
/// formats end.
draw::Gen<Program> programs(int bits = 40);
}  // namespace draw

}  // namespace sextant
