#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/verify/axial.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {

/// An encoding on a grid; with its default dim if `dim` is empty.
Axial of_grid(const std::string& program, int height, int width, const std::string& dim);

/// The question of a user who states everything: about cos, or about the whole table.
verify::AxialQuestion about(Axial encoding);

/// Coordinates of a model for text and images: text, then an image, then text.
std::vector<Positions> story(std::uint64_t rows);

/// Every program encoding on a grid that is not square, or M-RoPE on a story.
std::vector<verify::AxialQuestion> axial_questions();

/// The coordinates in the question, or those of the grid.
std::vector<Positions> coordinates_of(const verify::AxialQuestion& question);

/// Rows interleaved from sections; values(section, positions) makes each.
template <class Values>
Rows interleaved(const verify::AxialQuestion& q, const Format& store, const Values& values) {
  const auto at = coordinates_of(q);
  Rows rows{store, width(q.encoding, q.part), {}};
  rows.values.resize(at.front().count * rows.columns);
  for (const Section& section : sections(q.encoding, q.part)) {
    const Positions positions = positions_of(q.encoding, section, at);
    const std::vector<double> own = values(section, positions);
    const std::size_t columns = section.columns.size();
    for (std::uint64_t row = 0; row < positions.count; ++row) {
      for (std::size_t j = 0; j < columns; ++j)
        rows.at(row, section.columns[j]) = own[row * columns + j];
    }
  }
  return rows;
}

/// The rows of a recipe in every section, and the correctly rounded rows.
Rows made_by(const std::string& recipe, const verify::AxialQuestion& q,
             const recipe::ComputeFormats& formats);
Rows true_rows(const verify::AxialQuestion& q, const Format& store);

/// The verdict on rows, read from a file.
verify::Verdict verdict_on(const Rows& rows, const verify::AxialQuestion& question);

}  // namespace sextant
