#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/encoding.hpp"

namespace sextant {

/// Sets one field from its text, by its name on the command line without the dashes: `dim`, `base`,
/// `layout`, `order`, `law`, `shift`, `origin`, `scale`, `amplitude`, `odd`, `zero-row`; the
/// context of `rope`: `scaling`, `factor`, `original-context`, `seq-len` and the others of
/// field.hpp; and those of biases, bias_field.hpp.  Throws Error for a field that the encoding does
/// not have, or a value that the field does not take.
void set_field(Encoding& encoding, std::string_view field, std::string_view value);

/// The encoding of a name (`sinusoidal`, `rope`, `alibi`, …, or a program encoding of
/// program_encoding.hpp) with its defaults; throws Error for another name, with those that are like
/// it.
Encoding default_encoding(std::string_view name);

/// `sinusoidal dim=96 base=10000 law=d …`: the name and every field that differs from its default,
/// in a fixed order, dim or heads always.  read_encoding(to_text(e)) == e, and a text so printed
/// reads back to itself.
std::string to_text(const Encoding& encoding);
Encoding read_encoding(std::string_view text);

}  // namespace sextant
