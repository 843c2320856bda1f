#include "sextant/audit/longrope_rows.hpp"

#include <algorithm>

#include "sextant/verify/verify.hpp"

namespace sextant::audit {
namespace {

/// `count` rows of an array, from row `first` on.
StoredArray rows_of(const StoredArray& array, std::uint64_t first, std::uint64_t count,
                    std::uint64_t row_bytes) {
  StoredArray rows = array;
  rows.shape = {count, array.shape.back()};
  rows.offset += first * row_bytes;
  rows.bytes = count * row_bytes;
  return rows;
}

bool passes(const Table& table, Encoding encoding, Part part, const Rational& length,
            Position first, const verify::PassingLimits& limits) {
  std::get<Rotary>(encoding).context.length = length;
  verify::Question asked;
  asked.encoding = std::move(encoding);
  asked.dim_given = true;
  asked.layout_of_vectors = true;
  asked.part = part;
  asked.first = first;
  asked.limits = limits;
  if (part == Part::cos || part == Part::sin) asked.limits.max_phase.reset();
  asked.deadline = verify::deadline_after(0, asked.required);  // its faults do not matter
  return verify::verify(table, asked).passes();
}

}  // namespace

std::optional<Position> first_of_long_rows(const StoredArray& array, const Encoding& encoding,
                                           Part part, Position context,
                                           const verify::PassingLimits& limits) {
  const auto* rotary = std::get_if<Rotary>(&encoding);
  if (rotary == nullptr || rotary->context.scaling != Scaling::longrope) return std::nullopt;
  if (array.unpack || array.column_major || array.shape.size() < 2) return std::nullopt;
  const Table whole = table_of(array);
  const Rational& original = rotary->context.original;
  if (original < 1 || Rational(whole.rows()) <= original + 1) return std::nullopt;
  const auto border = static_cast<std::uint64_t>(numerator(original));
  const std::uint64_t row_bytes =
      whole.columns() * static_cast<std::uint64_t>(whole.storage().format.storage_bits) / 8;
  const Table before = table_of(rows_of(array, 0, border, row_bytes));
  const Table after = table_of(rows_of(array, border, whole.rows() - border, row_bytes));
  const Rational longer = std::max(Rational(original + 1), to_rational(context));
  if (!passes(before, encoding, part, original, 0, limits)) return std::nullopt;
  for (const Position first : {static_cast<Position>(border), Position{0}})
    if (passes(after, encoding, part, longer, first, limits)) return first;
  return std::nullopt;
}

}  // namespace sextant::audit
