#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// A key of a configuration, and its value.
struct ConfigKey {
  std::string key;    ///< its path in the file: `rope_parameters.rope_theta`
  std::string value;  ///< as written; empty if the key is missing and a default was taken
  /// What it decides (deciding.hpp): fields of the encoding, by their names in its text, and
  /// others.
  std::vector<std::string> decides = {};
};

/// How the layers of one kind get positions.
enum class LayerPositions {
  computed,  ///< by the encoding
  learned,   ///< from a trained table, which has no formula
  absent,    ///< not at all (NoPE)
  unknown    ///< the configuration does not say, or its keys are not understood
};

/// The shape of a stored table: one that is trained, or the sinusoids of Whisper.
struct TrainedShape {
  std::int64_t rows = 0;     ///< positions, and rows before or after them; or buckets
  std::int64_t columns = 0;  ///< the width of the model, or heads of buckets; 0: unknown
  std::int64_t before = 0;   ///< rows before position 0, which a GGUF does not have
};

/// What a configuration says about the positions in the layers of one kind.
struct LayerEncoding {
  std::string layers = {};  ///< `full_attention`, `no rotation`, …; empty: all layers
  std::vector<int> numbers =
      {};  ///< their numbers, from 0; empty if the configuration does not say
  LayerPositions positions = LayerPositions::computed;
  /// The encoding; nullopt if positions are not computed, or have two coordinates (`axial`).  With
  /// `sections` it is that of text, where the three coordinates of a token are equal.
  std::optional<Encoding> encoding = {};
  std::optional<Axial> axial = {};  ///< instead of `encoding`, for images: two coordinates
  std::string words = {};           ///< for people: `learned, 512 rows`, or why it is unknown
  /// If it is unknown because a key leaves a number to the program's code: the encodings that
  /// published programs have.
  std::vector<Encoding> alternatives = {};
  /// Whether its program stores rotary tables named embed_positions as [sines | cosines] (GPT-J).
  bool sines_first = false;
  int head = 0;                                ///< channels of a head; of rotary encodings only
  std::optional<Position> context = {};        ///< number of positions that the model supports
  std::vector<int> sections = {};              ///< pairs of each of three coordinates; empty: one
  bool alternating = false;                    ///< whether pairs alternate between the coordinates
  std::optional<QueryScale> query_scale = {};  ///< multiplies the queries; nullopt: nothing does
  std::optional<TrainedShape> trained = {};    ///< the shape of its stored table, if known
  /// What a learned table of relative positions is called; empty: it has a row for each position.
  std::string relative = {};
  std::vector<ConfigKey> from = {};        ///< the keys that decided
  std::vector<std::string> warnings = {};  ///< assumptions, and keys that were not read
  /// Keys of a GGUF that are missing, and what its program takes.  No assumption if another source
  /// says the same.
  std::vector<std::string> defaults = {};
  /// Fields of the encoding for which the format of the file has no key, each with the value that
  /// the program always takes: `truncate`, `yes`.
  std::vector<ConfigKey> without_key = {};
  /// What matters to a user who judges vectors, or tokens with several coordinates.
  std::vector<std::string> remarks = {};
};

}  // namespace sextant
