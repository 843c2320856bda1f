#pragma once

#include <string>
#include <vector>

#include "exact/transcriptions.hpp"
#include "sextant/encoding/axial/axial.hpp"

namespace sextant::exact {

/// A program's table of a grid, transcribed from its source, independent of the library.
struct AxialTranscription {
  std::string name;
  Part part = Part::table;
  std::vector<int> dims;
  Numbers (*table)(const Grid& grid, int dim) = nullptr;
  std::vector<std::pair<std::string, std::string>> fields =
      {};  ///< in addition to dim and the grid
};

const std::vector<AxialTranscription>& axial_transcriptions();

}  // namespace sextant::exact
