#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/text.hpp"

namespace sextant {

/// An entry whose true value is very near to a boundary of a format, as recorded in
/// data/hard_places.  `boundary` is a midpoint, a number, or ±1.  `ulps` is the distance of the
/// true value above it, to six digits.
struct HardPlace {
  Position position = 0;
  std::size_t channel = 0;
  Format format;
  std::string kind;
  Rational boundary;
  std::string ulps;
};

/// A recorded file: one encoding, with as many places of each format and kind as its command
/// requests.
struct HardPlaces {
  std::string file, command;
  Sinusoidal encoding;
  std::vector<HardPlace> places;
};

inline HardPlaces read_hard_places(const std::filesystem::path& path) {
  HardPlaces result{path.filename().string(), {}, {}, {}};
  std::ifstream in(path);
  std::getline(in, result.command);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#") || line.starts_with("dim,")) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    HardPlace place;
    std::string base, position, format, boundary;
    fields >> result.encoding.dim >> base >> position >> place.channel >> format >> place.kind >>
        boundary >> place.ulps;
    if (!fields) throw Error(result.file + ": '" + line + "'");
    result.encoding.base = parse_rational(base);
    place.position = parse_position(position);
    place.format = Format::named(format);
    place.boundary = to_rational(read_number(Format::bits(64), boundary));
    result.places.push_back(place);
  }
  return result;
}

inline std::vector<HardPlaces> recorded_hard_places() {
  std::vector<HardPlaces> files;
  for (const auto& entry : std::filesystem::directory_iterator(SEXTANT_DATA_DIR "/hard_places"))
    files.push_back(read_hard_places(entry.path()));
  return files;
}

inline std::string where(const HardPlaces& file, const HardPlace& place) {
  return file.file + ": position " + to_text(place.position) + ", channel " +
         std::to_string(place.channel) + ", " + place.format.name() + ", " + place.kind;
}

}  // namespace sextant
