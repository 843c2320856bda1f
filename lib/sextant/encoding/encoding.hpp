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
    std::variant<Sinusoidal, Rotary, Alibi, Kerple, T5, Deberta, Shaw, Swin, Nope, QueryScale>;

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

/// The parts of an encoding.
///
///   table          the whole row (rotary: [cos | sin], each dim/2)
///   cos, sin       of rotary encodings: one function, one column a pair
///   cos_repeated   the same with dim columns: each column twice, in the layout's order; also sin
///   pairs          of rotary encodings: cos and sin of each pair, next to each other
///   matrices       the same as matrices that turn a pair: cos, −sin, sin, cos
///   inv_freq       the frequencies: one row for all positions
///   divisors       of rotary encodings: base^(−2i/d)/ω, by which GGUF files divide angles; one row
///   periods        of rotary encodings: 1/ω; one row
///   rotated        vectors rotated by a rotary encoding, one column a channel; the chart gives the
///                  result for the vector whose pairs are all (1, 0)
///   resampled      a table of another grid size, interpolated from a given one; no encoding has it
///   bias           added to scores: for a key's position or a distance, one column a head
///   slopes         the factors of positions in ALiBi, one column a head; one row
///   buckets        the bucket of a relative position: integers
///   index          the row of a table for a relative position or a pair of tokens: integers
///   query_scale    the factor of the queries at a position: one column
enum class Part {
  table,
  cos,
  sin,
  cos_repeated,
  sin_repeated,
  pairs,
  matrices,
  inv_freq,
  divisors,
  periods,
  rotated,
  resampled,
  bias,
  slopes,
  buckets,
  index,
  query_scale
};

/// The parts that an encoding has; the first is what `table` means.
std::span<const Part> parts(const Encoding& encoding);
/// Whether a part holds sines and cosines alone.
constexpr bool of_waves(Part part) { return part <= Part::matrices; }
/// Whether a part holds frequencies, or numbers that determine them.
constexpr bool of_frequencies(Part part) {
  return part == Part::inv_freq || part == Part::divisors || part == Part::periods;
}
/// Whether a part has a single row for all positions.
constexpr bool one_row(Part part) { return of_frequencies(part) || part == Part::slopes; }

/// Whether a part holds integers.
bool is_integral(const Encoding& encoding, Part part);
/// The axis of a bias tensor that comes first; by_shape for other encodings.
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
