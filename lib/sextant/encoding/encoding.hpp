#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "sextant/encoding/bias/alibi.hpp"
#include "sextant/encoding/wave/nope.hpp"
#include "sextant/encoding/wave/rotary.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {

using EncodingVariant =
    std::variant<Sinusoidal, Rotary, Alibi, Kerple, T5, Deberta, Shaw, Swin, Nope>;

/// An encoding: its exact parameters, without floating point.  The code that copies it is compiled
/// once, in encoding.cpp.
struct Encoding : EncodingVariant {
  using EncodingVariant::EncodingVariant;
  Encoding(const Encoding&);
  Encoding(Encoding&&) noexcept;
  Encoding& operator=(const Encoding&);
  Encoding& operator=(Encoding&&) noexcept;
  ~Encoding();

  friend bool operator==(const Encoding&, const Encoding&);
};

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
/// Whether a part has a single row for all positions.
constexpr bool one_row(Part part) { return part == Part::inv_freq || part == Part::slopes; }

/// Whether a part holds integers.
bool is_integral(const Encoding& encoding, Part part);
/// Which axis of a bias tensor comes first; by_shape for other encodings.
BiasLayout bias_layout(const Encoding& encoding);

/// The chart of a part.  Throws Error for invalid parameters, or if the encoding has no such part.
Chart chart(const Encoding& encoding, Part part = Part::table);

/// `table`, `cos`, `sin`, `inv_freq` ….  A repeated part has the name of the part that it repeats.
std::string_view name(Part part);

/// The number of columns of the whole table.
int dim(const Encoding& encoding);
/// The field that sets this number: `dim`, `heads` or `keys`; empty if several fields do.
std::string_view dim_field(const Encoding& encoding);

/// `sinusoidal`, `rope`, `alibi`, …
std::string_view name(const Encoding& encoding);

}  // namespace sextant
