#include <array>
#include <string>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "exact/table/tables.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/format.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

constexpr std::array kStored = {kFloat16, kBfloat16, kFloat32, kFloat64};

/// What IEEE 754 says of a real between two ends of one sign, by comparing rationals: the sign is
/// that of the value, and what is no larger than half of the least number becomes zero.
std::string fault(const Format& format, const Span& value, std::uint64_t bits) {
  const std::uint64_t sign = std::uint64_t{1} << (format.storage_bits - 1);
  if (value.lower == 0 && value.upper == 0) return bits == 0 ? "" : "0 is not +0";
  if (value.lower <= 0 && value.upper >= 0) return "the enclosure does not tell the sign";
  const Rational least = power_of_two(format.emin - format.precision);
  const bool tiny = abs(value.lower) <= least && abs(value.upper) <= least;
  if (((bits & sign) != 0) != (value.upper < 0)) return "the sign is wrong";
  return ((bits & (sign - 1)) == 0) == tiny ? "" : "it is zero, or is none, wrongly";
}

/// The first wrong entry of a table, by rotations, entry by entry, and asked for one by one.
std::string first_fault(const Chart& chart, const Format& format, const Positions& positions) {
  const ExactTable table(chart, format, positions);
  const std::vector<std::byte> bytes = written(table);
  const std::vector<std::byte> alone = by_entry(chart, format, positions);
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    const Position p = positions[row];
    for (std::size_t j = 0; j < chart.width(); ++j) {
      const Channel& c = chart.channels[j];
      const Span value = second_opinion::span(chart.waves, to_rational(p), c);
      const auto slow = nearest(format, chart.waves, to_rational(p), c).number;
      for (const std::uint64_t bits :
           {bits_at(table, format, bytes, row, j), bits_at(table, format, alone, row, j),
            bits_of(format, table.oracle().nearest(format, p, c).value),
            static_cast<std::uint64_t>(encode(format, slow))}) {
        const std::string found = fault(format, value, bits);
        if (found.empty()) continue;
        return format.name() + " at position " + to_text(p) + ", channel " + std::to_string(j) +
               ", " + bits_text(format, bits) + ": " + found;
      }
    }
  }
  return {};
}

/// 2^k times a number near 1, at or near half of the least number of a format.
Rational near_underflow(const Format& format) {
  const int power = format.emin - format.precision + *draw::full(draw::in_range(-9, 4)).as("k");
  const Rational part(*draw::full(draw::in_range(64, 129)).as("part of 128"), 128);
  return part * power_of_two(power) * *draw::element(1, -1).as("sign");
}

Positions rows_about_zero() {
  const int first = *draw::full(draw::in_range(-40, 1)).as("first");
  return Positions::from(first, *draw::full(draw::in_range<std::uint64_t>(1, 60)).as("rows"));
}

/// Sines of tiny angles: the form whose rows are rotations.
PROPERTY(ZeroSign, IsThatOfTheValueWhereAnglesUnderflow) {
  const Format format = *draw::element_of(kStored).as("format");
  Sinusoidal e{.dim = 2 * *draw::full(draw::in_range(1, 5)).as("pairs"),
               .base = *draw::element(Rational(10000), Rational(3)).as("base")};
  e.layout = *draw::element(Layout::interleaved, Layout::halves).as("layout");
  e.scale = near_underflow(format);
  RC_ASSERT(first_fault(settled(chart(e)), format, rows_about_zero()) == "");
}

PROPERTY(ZeroSign, IsThatOfTheValueWhereAmplitudesUnderflow) {
  const Format format = *draw::element_of(kStored).as("format");
  Sinusoidal e{.dim = 6};
  e.amplitude = abs(near_underflow(format));
  RC_ASSERT(first_fault(settled(chart(e)), format, rows_about_zero()) == "");
}

/// A bias is a formula, and never positive.
PROPERTY(ZeroSign, IsThatOfTheValueWhereBiasesUnderflow) {
  const Format format = *draw::element_of(kStored).as("format");
  Kerple e;
  e.kernel = *draw::element(Kerple::Kernel::log, Kerple::Kernel::power).as("kernel");
  e.r1 = {abs(near_underflow(format))};
  RC_ASSERT(first_fault(settled(chart(e)), format, rows_about_zero()) == "");
}

}  // namespace
}  // namespace sextant::exact
