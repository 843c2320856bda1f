#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sextant/encoding/alibi.hpp"
#include "sextant/encoding/nope.hpp"
#include "sextant/encoding/rotary.hpp"
#include "sextant/encoding/sinusoidal.hpp"

namespace sextant {

/// An encoding is its exact parameters; there is no floating point in it.
using Encoding = std::variant<Sinusoidal, Rotary, Alibi, Kerple, T5, Deberta, Shaw, Swin, Nope>;

/// Which table of an encoding is meant.
///
///   table          the whole row (rotary: [cos | sin], each dim/2)
///   cos, sin       of rotary encodings: one function, a column a pair
///   cos_repeated   the same, dim columns: each column twice, as the layout says (likewise sin)
///   inv_freq       the frequencies; there is one row, whatever the position
///   rotated        vectors turned by a rotary encoding, a column a channel: what a chart says of a
///                  column is what becomes of the vector whose pairs are (1, 0)
///   bias           what is added to scores: of a key's position or a distance, a column a head
///   slopes         what ALiBi multiplies positions by, a column a head; one row
///   buckets        the bucket of a relative position: integers
///   index          the row of a table that a relative position, or a pair of tokens, has
enum class Part {
  table,
  cos,
  sin,
  cos_repeated,
  sin_repeated,
  inv_freq,
  rotated,
  bias,
  slopes,
  buckets,
  index
};

/// The parts that an encoding has; the first is what `table` means.
std::span<const Part> parts(const Encoding& encoding);
/// Whether a part is one row, whatever the position.
constexpr bool one_row(Part part) { return part == Part::inv_freq || part == Part::slopes; }

/// Whether a part holds integers.
bool is_integral(const Encoding& encoding, Part part);
/// Which axis of a bias tensor comes first; by_shape for what is none.
BiasLayout bias_layout(const Encoding& encoding);

/// Throws Error for parameters that mean nothing, and for a part that the encoding does not have.
Chart chart(const Encoding& encoding, Part part = Part::table);

/// `table`, `cos`, `sin`, `inv_freq` …; a repeated one is called as the one it repeats.
std::string_view name(Part part);

/// How many columns a row of the whole table has.
int dim(const Encoding& encoding);
/// The field that says so: `dim`, `heads`, `keys`, or nothing where other fields do.
std::string_view dim_field(const Encoding& encoding);

/// Sets one field from its text, by its name on the command line without the dashes: `dim`, `base`,
/// `layout`, `order`, `law`, `shift`, `origin`, `scale`, `amplitude`, `odd`, `zero-row`; the
/// context of `rope`: `scaling`, `factor`, `original-context`, `seq-len` and the others of
/// field.hpp; and those of biases, bias_field.hpp.  Throws Error for a field that the encoding does
/// not have, or a value that the field does not take.
void set_field(Encoding& encoding, std::string_view field, std::string_view value);

/// The encoding of a name (`sinusoidal`, `rope`, `alibi`, …, or a dialect of dialect.hpp) with its
/// defaults; throws Error for another name, with those that are like it.
Encoding default_encoding(std::string_view name);
std::string_view name(const Encoding& encoding);

/// `sinusoidal dim=96 base=10000 law=d …`: the name and every field that differs from its default,
/// in a fixed order, dim or heads always.  read_encoding(to_text(e)) == e, and a text so printed
/// reads back to itself.
std::string to_text(const Encoding& encoding);
Encoding read_encoding(std::string_view text);

}  // namespace sextant
