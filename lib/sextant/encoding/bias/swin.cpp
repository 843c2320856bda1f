#include "sextant/encoding/bias/swin.hpp"

#include <bit>
#include <string>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr int kWidestWindow = 1 << 14;

std::string window(const Swin& e) {
  const std::string frames = e.frames == 1 ? "" : std::to_string(e.frames) + " x ";
  return frames + std::to_string(e.height) + " x " + std::to_string(e.width);
}

/// The coordinates of a token that is not the class token: frame, row and column.
std::array<int, 3> place(const SwinForm& index, int token) {
  const Swin& e = index.of;
  const int frame = token / (e.height * e.width), rest = token % (e.height * e.width);
  if (index.down) return {frame, rest % e.height, rest / e.height};
  return {frame, rest / e.width, rest % e.width};
}

}  // namespace

SwinForm form(const Swin& e) {
  const std::int64_t row = 2 * e.width - 1, frame = row * (2 * e.height - 1);
  const std::int64_t all = e.offsets();
  return {.of = e,
          .strides = {frame, row, 1},
          .middle = (e.frames - 1) * frame + (e.height - 1) * row + e.width - 1,
          .class_rows = {all, all + 1, all + 2}};
}

Integer cell(const SwinForm& index, const Integer& query, int key) {
  const Swin& e = index.of;
  if (query < 0 || query >= e.tokens()) {
    throw Error("position " + query.str() + " is not in a window of " + window(e) +
                (e.class_token ? " and a class token" : ""));
  }
  const int first = e.class_token ? 1 : 0;
  const int q = static_cast<int>(query) - first, k = key - first;
  if (q < 0 || k < 0) return index.class_rows[q >= 0 ? 1 : k >= 0 ? 0 : 2];
  const auto from = place(index, q), to = place(index, k);
  std::int64_t value = index.middle;
  for (std::size_t axis = 0; axis < 3; ++axis)
    value += index.strides[axis] * (from[axis] - to[axis]);
  return value;
}

SwinCoordinatesForm form(const SwinCoordinates& e) {
  for (const int side : {e.height, e.width}) {
    if (side < 1 || side > kWidestWindow) {
      throw Error("--height and --width: a side of " + std::to_string(side) + " is not in 1 ... " +
                  std::to_string(kWidestWindow));
    }
  }
  const int pretrained = e.pretrained_window;
  if (pretrained < 0 || pretrained == 1 || pretrained > kWidestWindow) {
    throw Error("--pretrained-window " + std::to_string(pretrained) +
                " is neither 0, for the window itself, nor in 2 ... " +
                std::to_string(kWidestWindow));
  }
  const auto divisor = [&](int side) { return pretrained > 0 ? pretrained - 1 : side - 1; };
  return {.of = e, .divisors = {divisor(e.height), divisor(e.width)}};
}

Rational offset(const SwinCoordinatesForm& form, const Integer& row, int column) {
  const SwinCoordinates& e = form.of;
  if (row < 0 || row >= e.rows()) {
    throw Error("position " + row.str() + " is not one of the " + std::to_string(e.rows()) +
                " offsets of a window of " + std::to_string(e.height) + " x " +
                std::to_string(e.width));
  }
  const int number = static_cast<int>(row), wide = 2 * e.width - 1;
  const bool across = (column == 1) != form.swapped;
  const int delta = across ? number % wide - e.width + 1 : number / wide - e.height + 1;
  if (delta == 0) return 0;
  return form.factor * delta / form.divisors[across ? 1 : 0];
}

/// If the base is a power of two, the logarithm of a power of two is rational.  Those of other
/// rationals are irrational.
Expression cell(const SwinCoordinatesForm& form, const Integer& row, int column) {
  const Rational x = offset(form, row, column);
  const Rational argument = 1 + abs(x);
  const Expression sign = x < 0 ? -1 : 1;
  const Integer n = numerator(argument);
  const auto base = static_cast<unsigned>(form.base);
  const bool binary = base > 1 && std::has_single_bit(base);
  const int digit = binary ? std::countr_zero(base) : 0;
  if (binary && denominator(argument) == 1 && n == Integer(1) << msb(n))
    return sign * Expression(Rational(static_cast<int>(msb(n)), digit));
  const Expression logarithm = log(Expression(argument));
  return sign * (form.base == 0 ? logarithm : logarithm / log(Expression(form.base)));
}

}  // namespace sextant
