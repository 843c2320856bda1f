#include "measure/damaged_tables.hpp"

#include <cmath>
#include <limits>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {
namespace {

/// Charts that vectors read, of any frequencies.
draw::Gen<Chart> charts() {
  return draw::exec([] {
    Encoding encoding = *draw::encodings();
    set_field(encoding, "amplitude", "1");
    if (auto* rotary = std::get_if<Rotary>(&encoding)) rotary->context.scaling = Scaling::none;
    if (dim(encoding) % 2 == 1) set_field(encoding, "dim", std::to_string(dim(encoding) + 1));
    if (dim(encoding) > 200) set_field(encoding, "dim", "70");
    const bool rotary = std::holds_alternative<Rotary>(encoding);
    return chart(encoding, rotary ? *draw::element(Part::table, Part::cos, Part::sin,
                                                   Part::cos_repeated, Part::sin_repeated)
                                  : Part::table);
  });
}

draw::Gen<Positions> rows(std::uint64_t most) {
  return draw::exec([most] {
    const auto count = *draw::full(draw::in_range<std::uint64_t>(8, most));
    const auto by =
        static_cast<std::int64_t>(*draw::mostly<std::uint64_t>(1, draw::log_uniform(40)));
    const std::int64_t step = *draw::element(1, -1) * std::max<std::int64_t>(by, 1);
    const auto span = static_cast<Position>(count) * step;
    const Position first =
        std::clamp((*draw::positions()).position, -kLargestPosition - std::min<Position>(span, 0),
                   kLargestPosition - std::max<Position>(span, 0));
    return Positions{first, count, step};
  });
}

Subject made_by_a_recipe(const Chart& chart, const Format& format, const Positions& positions) {
  static const std::vector<std::string_view> names = {"exp-log", "pow-divide", "turns",
                                                      "float64-angle", "quarter-turn-cosine"};
  const Format compute = format == kFloat64 ? kFloat64 : *draw::element(kFloat32, kFloat64);
  const auto recipe =
      recipe::make(*draw::element_of(names), chart, {compute, format, {}}, positions);
  Subject s{chart, format, positions, {}};
  s.bytes.resize(s.entries() * s.element());
  std::vector<double> values(chart.width());
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    recipe->row(row, values);
    for (std::size_t j = 0; j < values.size(); ++j) s.put(row * values.size() + j, values[j]);
  }
  return s;
}

}  // namespace

Subject correctly_rounded(Chart chart, const Format& format, const Positions& positions) {
  const exact::ExactTable table(chart, format, positions);
  std::vector<std::byte> bytes(positions.count * table.row_bytes());
  table.write(0, positions.count, {bytes.data(), table.row_bytes(), false});
  return {std::move(chart), format, positions, std::move(bytes)};
}

void damage(Subject& s) {
  const std::size_t width = s.chart.width();
  const int kind = *draw::full(draw::in_range(0, 12));
  const auto every = *draw::element<std::size_t>(1, 1, 2, 7, 64, 1000, 100000);
  const auto from = *draw::full(draw::in_range<std::size_t>(0, s.entries()));
  const double factor =
      *draw::element(-1.0, 2.0, 0.5, 0.999, 1.001, -0.3, 100.0, 1e-3, 3e38, 1e300);
  const Subject before = s;
  std::uint64_t noise = *draw::arbitrary<std::uint64_t>();
  for (std::size_t i = every == 1 ? 0 : from; i < s.entries(); i += every) {
    noise = noise * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t mask = (std::uint64_t{1} << (s.format.storage_bits - 1)) * 2 - 1;
    const std::uint64_t bits = before.bits(i);
    switch (kind) {
      case 0:
        s.set(i, (bits + 1) & mask);
        break;
      case 1:
        s.set(i, (bits - (noise >> 60) + 8) & mask);
        break;
      case 2:
        s.put(i, std::nan(""));
        break;
      case 3:
        s.put(i, factor * std::numeric_limits<double>::infinity());
        break;
      case 4:
        s.put(i, factor < 0 ? -0.0 : 0.0);
        break;
      case 5:
        s.set(i, (noise ^ (noise >> 20)) & mask);
        break;
      case 6:
        s.set(i, before.bits(std::min(i + width, s.entries() - 1)));
        break;
      case 7:
        s.set(i, before.bits(i >= width ? i - width : i));
        break;
      case 8:
        s.set(i, before.bits(i % width < width - 1 ? i + 1 : i - 1));
        break;
      case 9:
        s.put(i, round_to(s.format, before.value(i) * factor));
        break;
      case 10:
        s.set(i, bits ^ (mask / 2 + 1));
        break;
      default:
        s.set(i, (bits ^ ((noise >> 40) & (mask >> 12))) & mask);
        break;
    }
  }
}

draw::Gen<Subject> draw::subjects(std::uint64_t most) {
  return draw::exec([most] {
    Chart chart = *charts();
    // Parts of a position make angles as small as one likes.
    if (*draw::arbitrary<bool>())
      chart = in_parts(chart, std::uint64_t{1} << *draw::full(draw::in_range(10, 60)));
    const Format format =
        *draw::element_of(std::vector<Format>{kFloat16, kBfloat16, kFloat32, kFloat64});
    Positions positions = *rows(most);
    positions.parts = chart.waves.parts;
    const bool plain = chart.waves.origin == 0 && chart.waves.scale * chart.waves.parts == 1 &&
                       magnitude(positions[0]) < (std::uint64_t{1} << 40);
    Subject s = plain && *draw::arbitrary<bool>() ? made_by_a_recipe(chart, format, positions)
                                                  : correctly_rounded(chart, format, positions);
    const int times = *draw::element(0, 1, 1, 2, 3);
    for (int k = 0; k < times; ++k) damage(s);
    return s;
  });
}

}  // namespace sextant
