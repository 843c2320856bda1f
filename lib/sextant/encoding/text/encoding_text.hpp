#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/encoding.hpp"

namespace sextant {

/// Sets one field from its text.  The name is that of the option without dashes: `dim`, `base`,
/// `layout`, `order`, `law`, `shift`, `origin`, `scale`, `amplitude`, `odd`, `zero-row`; for `rope`
/// also its context (`scaling`, `factor`, `original-context`, `seq-len`, … of field.hpp); for
/// biases those of bias_field.hpp.  Throws Error if the encoding has no such field or the value is
/// invalid.
void set_field(Encoding& encoding, std::string_view field, std::string_view value);

/// The encoding with this name and its defaults: `sinusoidal`, `rope`, `alibi`, …, or a program
/// encoding (program_encoding.hpp).  Throws Error for another name, and suggests similar names.
Encoding default_encoding(std::string_view name);

/// `sinusoidal dim=96 base=10000 law=d …`: the name, the width (dim or heads), and every field that
/// differs from its default, in a fixed order. read_encoding(to_text(e)) == e, and to_text of the
/// result is the same text.
std::string to_text(const Encoding& encoding);
Encoding read_encoding(std::string_view text);

}  // namespace sextant
