#pragma once

#include <array>
#include <functional>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"

namespace sextant::image {

/// The programs of images and films once more, from their published sources.  The numbers here
/// (widths, bases, coordinates, order of the columns) come from those sources alone, and Arb
/// computes the values.

/// The angle coordinate · (2π if `turns`, π if `half_turns`) · base^exponent · scaling^power.
struct Angle {
  Rational coordinate, base, exponent;
  bool turns = false;
  Rational scaling = 1, power = 0;
  bool half_turns = false;
};

/// What a program knows of a token: its indices, and the size of the grid.
struct Token {
  std::array<Rational, 4> index;  ///< t, h, w, l
  std::array<int, 4> size;
  std::array<int, 4> crop = {};  ///< top, left, bottom, right
};

constexpr std::size_t kT = 0, kH = 1, kW = 2, kL = 3;

/// One number of a row.
struct Entry {
  std::size_t pair = 0;
  bool sine = false;
  bool raw = false;  ///< the coordinate of the pair itself
};

using Angles = std::function<Angle(std::size_t pair, const Token&)>;
using Columns = std::function<Entry(std::size_t column)>;

/// A part of a row: how many columns it has, and what they hold.
struct Row {
  Part part;
  std::size_t width;
  Columns columns;
};

struct Program {
  const char* name;
  Angles angle;
  std::vector<Row> rows;
  bool film = false;                    ///< has frames
  bool merges = false;                  ///< its tokens may come in squares
  bool starts = false;                  ///< its images begin after a text
  bool lists = false;                   ///< its indices may be any integers, not those of a grid
  bool crops = false;                   ///< its grid is stretched over a part of another
  std::vector<Rational> scales = {};    ///< factors of t, h, w, and l if it has one
  std::vector<Rational> divisors = {};  ///< the same of divisors
  std::vector<Rational> offsets = {};   ///< added last
};

/// All programs.  A name is there twice if its program has two kinds of positions.
std::vector<Program> programs();

}  // namespace sextant::image
