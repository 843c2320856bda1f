#include "sextant/resample/resampling.hpp"

#include <charconv>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"

namespace sextant::resample {
namespace {

constexpr std::uint64_t kLongest = std::uint64_t{1} << 16;

[[noreturn]] void no_size(const std::string& text) {
  throw Error(in_quotes(text, 60) +
              " is no size: give HEIGHTxWIDTH or the length of a sequence, each from 1 to 65536");
}

std::string rows_words(std::uint64_t rows) {
  return rows == 1 ? "1 row" : fmt::format("{} rows", rows);
}

void expect_factor(const Rational& factor, std::uint64_t from, std::uint64_t to) {
  const Rational cells = factor * Rational(from);
  if (cells >= Rational(to) && cells < Rational(to + 1)) return;
  throw Error(fmt::format("scale factor {} makes {} cells of {}, not {}", sextant::to_text(factor),
                          Integer(numerator(cells) / denominator(cells)).str(), from, to));
}

}  // namespace

Size read_size(const std::string& text) {
  Size size{0, 0};
  const char* const end = text.data() + text.size();
  const auto length = [&](const char* at, std::uint64_t& value) {
    const auto [rest, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 1 || value > kLongest) no_size(text);
    return rest;
  };
  const char* rest = length(text.data(), size.width);
  if (rest == end) return {1, size.width, true};
  if (*rest != 'x') no_size(text);
  size.height = size.width;
  if (length(rest + 1, size.width) != end) no_size(text);
  return size;
}

std::string to_text(const Size& size) {
  return size.sequence ? std::to_string(size.width) : fmt::format("{}x{}", size.height, size.width);
}

ScaleFactor read_scale_factor(const std::string& text) {
  const std::size_t comma = text.find(',');
  ScaleFactor factor;
  factor.height = parse_rational(text.substr(0, comma));
  factor.width =
      comma == std::string::npos ? factor.height : parse_rational(text.substr(comma + 1));
  if (factor.height <= 0 || factor.width <= 0) throw Error(in_quotes(text, 60) + " is not above 0");
  return factor;
}

std::string to_text(const ScaleFactor& factor) {
  const std::string height = sextant::to_text(factor.height);
  return factor.height == factor.width ? height : height + "," + sextant::to_text(factor.width);
}

void expect_sound(const Resampling& r) {
  if (r.merge < 1 || r.to.height % r.merge != 0 || r.to.width % r.merge != 0)
    throw Error(fmt::format("--merge {} does not divide a grid of {}", r.merge, to_text(r.to)));
  if (!r.scale_factor) return;
  if (r.rule.coordinates == Coordinates::align_corners)
    throw Error("a scale factor has no effect with align-corners: leave it out");
  if (r.from.height > 1 || r.to.height > 1)
    expect_factor(r.scale_factor->height, r.from.height, r.to.height);
  expect_factor(r.scale_factor->width, r.from.width, r.to.width);
}

std::string words(const Resampling& r) {
  std::string text = fmt::format("{} from {} to {}", words(r.rule), to_text(r.from), to_text(r.to));
  if (r.scale_factor) text += ", scale factor " + to_text(*r.scale_factor);
  if (r.merge > 1) text += fmt::format(", in squares of {} x {}", r.merge, r.merge);
  if (r.prefix > 0) text += fmt::format(", after {} copied", rows_words(r.prefix));
  if (r.padding > 0) text += fmt::format(", then {} as the first cell", rows_words(r.padding));
  return text;
}

std::optional<GridCell> cell_of(const Resampling& r, std::uint64_t row) {
  if (row < r.prefix) return std::nullopt;
  const std::uint64_t token = row - r.prefix;
  if (token >= r.to.cells()) return GridCell{};
  if (r.down) return GridCell{token % r.to.height, token / r.to.height};
  const std::uint64_t square = token / (r.merge * r.merge), within = token % (r.merge * r.merge);
  const std::uint64_t squares = r.to.width / r.merge;
  return GridCell{square / squares * r.merge + within / r.merge,
                  square % squares * r.merge + within % r.merge};
}

std::uint64_t source_row(const Resampling& r, const GridCell& cell) {
  const std::uint64_t stride = r.stride == 0 ? r.from.width : r.stride;
  return r.skip + (r.source_down ? cell.x * r.from.height + cell.y : cell.y * stride + cell.x);
}

}  // namespace sextant::resample
