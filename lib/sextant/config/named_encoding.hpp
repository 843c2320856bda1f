#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "sextant/io/file.hpp"

namespace sextant {

/// An encoding, and what its name says about its tables.
struct NamedEncoding {
  Encoding encoding;
  RowOrder rows = {};                      ///< of tables without listed positions
  bool dim_given = false;                  ///< if false, the table's columns set it
  std::vector<std::string> warnings = {};  ///< from reading a config
  /// Whether the layout is that of a model's vectors: tables of cos or sin may then repeat halves.
  bool layout_of_vectors = false;
};

/// The encoding of a text such as `rope dim=128 base=500000`: a name of `sextant list encodings`,
/// and fields by their names on the command line.  Throws Error for invalid text, and for encodings
/// of images, whose tables have several coordinates.
NamedEncoding named_encoding(std::string_view text);

/// The encoding of a public model, by its name in `sextant list models`.  Throws Error for another
/// name.
NamedEncoding encoding_of_model(std::string_view preset);

/// The encoding of a Hugging Face config.json.  Throws Error as read_model_config does.
NamedEncoding encoding_of_config(InputFile& config, std::string_view layer_type = {});

/// Sets one field, as set_field of an Encoding does.
void set_field(NamedEncoding& named, std::string_view field, std::string_view value);

/// The encoding.  Throws Error if neither --dim nor another field sets its width.
const Encoding& expect_width(const NamedEncoding& named);

}  // namespace sextant
