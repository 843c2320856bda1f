#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "sextant/io/file.hpp"

namespace sextant {

/// An encoding with what its name tells besides.
struct NamedEncoding {
  Encoding encoding;
  RowOrder rows = {};                      ///< of its tables, where nobody lists positions
  bool dim_given = false;                  ///< else the number of columns of a table says
  std::vector<std::string> warnings = {};  ///< what there is to know about how a config was read
};

/// The encoding of a text such as `rope dim=128 base=500000`: a name of `sextant list encodings`,
/// and fields by their names on the command line.  Throws Error for what is not understood, and for
/// the encodings of images, whose tables have several coordinates.
NamedEncoding named_encoding(std::string_view text);

/// That of a public model, by its name in `sextant list models`; throws Error for another name.
NamedEncoding encoding_of_model(std::string_view preset);

/// That of a Hugging Face config.json; throws Error as read_model_config does.
NamedEncoding encoding_of_config(InputFile& config, std::string_view layer_type = {});

/// Sets one field of it, as set_field does.
void set_field(NamedEncoding& named, std::string_view field, std::string_view value);

/// The same encoding, whose width must be known: throws Error where neither --dim nor another field
/// says it.
const Encoding& expect_width(const NamedEncoding& named);

}  // namespace sextant
