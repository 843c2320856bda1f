#include "c/positions.hpp"

#include <span>
#include <utility>
#include <vector>

#include "c/guard.hpp"
#include "c/handle.hpp"
#include "c/structs.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/positions_file.hpp"

namespace sextant::c {
namespace {

Positions of_numbers(std::span<const double> numbers) {
  try {
    return listed_positions(numbers);
  } catch (const Error& error) {
    throw Error(std::string("the list of positions ") + error.what());
  }
}

Positions of_integers(std::span<const std::int64_t> integers, std::uint64_t parts) {
  std::vector<Position> positions;
  positions.reserve(integers.size());  // before any is written: there may not be so much memory
  positions.insert(positions.end(), integers.begin(), integers.end());
  return Positions::of(std::move(positions), parts);
}

Positions in_a_row(Position first, std::uint64_t count, std::int64_t step, std::uint64_t parts) {
  // Below 2¹²⁷: (2⁶⁴ − 2) · 2⁶³ + 2⁶³ at most.
  const Position last = first + static_cast<Position>(step) * (static_cast<Position>(count) - 1);
  if (count > 0 && (last > kLargestPosition || last < -kLargestPosition))
    throw Error(std::to_string(count) + " rows from position " + to_text(first) +
                " on end beyond 2^63");
  return {first, count, step, nullptr, parts};
}

}  // namespace

Positions positions_of(const sextant_positions& read) {
  const auto count = static_cast<std::size_t>(read.count);
  const std::uint64_t parts = read.parts == 0 ? 1 : read.parts;
  if (parts > magnitude(kLargestPosition))
    throw Error("positions are counted in parts of 1/2^63 at the smallest");
  if (read.numbers != nullptr && read.integers != nullptr)
    throw Refused(SEXTANT_BAD_ARGUMENT, "positions have both integers and numbers");
  if (read.numbers != nullptr && parts != 1)
    throw Refused(SEXTANT_BAD_ARGUMENT, "positions have numbers, which count no parts");
  if (read.numbers != nullptr) return of_numbers({read.numbers, count});
  if (read.integers != nullptr) return of_integers({read.integers, count}, parts);
  return in_a_row(read.first, read.count, read.step == 0 ? 1 : read.step, parts);
}

}  // namespace sextant::c

using namespace sextant;  // of a file of functions that C calls

extern "C" sextant_status sextant_encoding_positions(const sextant_encoding* encoding,
                                                     uint64_t rows, sextant_positions* positions) {
  return c::guarded(__func__, [&] {
    (void)c::size_of(positions, "positions");
    const NamedEncoding& named = c::expect_handle(encoding, "encoding").named;
    if (rows == 0) throw Error("a table has one row at least");
    const Positions found = sextant::positions(named.rows, rows);
    if (found.first == kLargestPosition)
      throw Error("row 0 has position 2^63, beyond what sextant_positions holds");
    sextant_positions given{};
    given.count = found.count;
    given.first = static_cast<std::int64_t>(found.first);
    given.step = found.step;
    c::write_struct(given, positions, "positions");
  });
}
