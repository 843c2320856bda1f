#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "sextant/encoding/rotary.hpp"
#include "sextant/encoding/sinusoidal.hpp"

namespace sextant {

/// An encoding is its exact parameters; there is no floating point in it.
using Encoding = std::variant<Sinusoidal, Rotary>;

/// Which table of an encoding is meant.
///
///   table          the whole row (rotary: [cos | sin], each dim/2)
///   cos, sin       of rotary encodings: one function, a column a pair
///   cos_repeated   the same, dim columns: each column twice, as the layout says (likewise sin)
///   inv_freq       the frequencies; there is one row, whatever the position
enum class Part { table, cos, sin, cos_repeated, sin_repeated, inv_freq };

/// Throws Error for parameters that mean nothing, and for a part that the encoding does not have.
Chart chart(const Encoding& encoding, Part part = Part::table);

/// `table`, `cos`, `sin`, `inv_freq`; a repeated one is called as the one it repeats.
std::string_view name(Part part);

int dim(const Encoding& encoding);

/// Sets one field from its text, by its name on the command line without the dashes: `dim`, `base`,
/// `layout`, `order`, `law`, `shift`, `origin`, `scale`, `amplitude`, `odd`; and the context of
/// `rope`: `scaling`, `factor`, `original-context`, `seq-len` and the others of field.hpp.  Throws
/// Error for a field that the encoding does not have, or a value that the field does not take.
void set_field(Encoding& encoding, std::string_view field, std::string_view value);

/// The encoding of a name (`sinusoidal`, `rope`) with its defaults; throws Error for another name.
Encoding default_encoding(std::string_view name);
std::string_view name(const Encoding& encoding);

/// `sinusoidal dim=96 base=10000 law=d …`: the name and every field that differs from its default,
/// in a fixed order, dim always.  read_encoding(to_text(e)) == e, and a text so printed reads back
/// to itself.
std::string to_text(const Encoding& encoding);
Encoding read_encoding(std::string_view text);

}  // namespace sextant
