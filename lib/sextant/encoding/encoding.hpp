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

/// An encoding is its exact parameters; there is no floating point in it.  The code that copies it
/// is compiled once, in encoding.cpp, and not in every file.
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

/// `sinusoidal`, `rope`, `alibi`, …
std::string_view name(const Encoding& encoding);

}  // namespace sextant
