#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <xmmintrin.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "exact/table/tables.hpp"
#include "exact/table/targets.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

const std::array kStored = {kFloat16, kBfloat16, kFloat32, kFloat64};

/// The first entry that is not what the oracle's ball rounds to, and every `slow`-th of those
/// entries not what the definition does; empty if there is none.
std::string first_wrong(const Chart& chart, const Format& format, const Positions& positions,
                        std::size_t slow) {
  const ExactTable table(chart, format, positions);
  const Oracle& oracle = table.oracle();
  const std::vector<std::byte> bytes = written(table);
  std::size_t at = 0;
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    for (std::size_t j = 0; j < chart.width(); ++j) {
      const Position p = positions[row];
      const Channel& c = chart.channels[j];
      double want = oracle.nearest(format, p, c, oracle.ball(p, c)).value;
      if (++at % slow == 0)
        want = to_double(nearest(format, chart.waves, to_rational(p), c).number);
      const std::uint64_t got = bits_at(table, format, bytes, row, j);
      if (got != bits_of(format, want)) {
        return format.name() + " at position " + to_text(p) + ", channel " + std::to_string(j) +
               ": got " + shortest_decimal(format, from_double(value_of(format, got))) + ", want " +
               shortest_decimal(format, from_double(want));
      }
    }
  }
  return {};
}

PROPERTY(ExactTable, EveryEntryIsCorrectlyRounded) {
  const Encoding encoding = *draw::encodings().as("encoding");
  const Format format = *draw::element_of(kStored).as("format");
  const Positions positions = *rows(150).as("positions");
  const std::string wrong = first_wrong(settled(chart(encoding)), format, positions, 4001);
  RC_ASSERT(wrong == "");
}

/// Each target is forced, on the forms that kernels write.
PROPERTY(ExactTable, EveryTargetGivesTheSameBitsFull) {
  Sinusoidal e;
  e.dim = *draw::even_dims().as("dim");
  e.base = *draw::bases().as("base");
  e.layout = *draw::element(Layout::interleaved, Layout::halves).as("layout");
  e.order = *draw::element(Order::sin_cos, Order::cos_sin).as("order");
  const Format format = *draw::element_of(kStored).as("format");
  const Positions positions = *rows(200).as("positions");
  std::set<std::string> kernels;
  std::set<std::vector<std::byte>> tables;
  for (const std::int64_t target : targets()) {
    const Restricted only(target);
    const std::string name = kernel(format.precision).target;
    RC_ASSERT(name.empty() || name == hwy::TargetName(target));  // empty: none compiled for it
    kernels.insert(name);
    if (tables.insert(written(ExactTable(chart(e), format, positions))).second &&
        tables.size() > 1) {
      const std::string wrong = name + ": " + first_wrong(chart(e), format, positions, 4001);
      RC_ASSERT(wrong == "");  // or that of the targets before
    }
  }
  RC_ASSERT(kernels.size() >= (hwy::SupportedTargets() == 0 ? 1U : 2U));
  RC_ASSERT(tables.size() == 1U);
}

/// Steps from 0 on after which an angle is nearly a multiple of a quarter of a turn: those of the
/// continued fraction of its quarters.
std::vector<Position> near_quarters(const Turn& step) {
  const Integer one = Integer(1) << 192;
  Integer a = ((Integer(step.high) << 128) + (Integer(step.middle) << 64) + Integer(step.low)) * 4;
  Integer b = one;
  Integer last = 0;
  Integer now = 1;  // denominators of convergents
  std::vector<Position> found;
  for (a %= b; a != 0 && now <= (Integer(1) << 62);) {
    found.push_back(to_position(Rational(now)));
    const Integer next = last + b / a * now;
    const Integer rest = b % a;
    b = a, a = rest, last = now, now = next;
  }
  return found;
}

/// Tiny entries, which rotations leave to the oracle: sines down to 2⁻⁶² of unscaled angles, and
/// far smaller ones.  Every entry about them, by the definition.
PROPERTY(ExactTable, TinyEntriesAreCorrectlyRounded) {
  Sinusoidal e{.dim = 4};
  e.base = *draw::bases().as("base");
  e.layout = *draw::element(Layout::interleaved, Layout::halves).as("layout");
  const Format format = *draw::element_of(kStored).as("format");
  if (*draw::arbitrary<bool>().as("scaled"))
    e.scale = power_of_two(-*draw::full(draw::in_range(0, 150)).as("bits of the scale"));
  const Oracle oracle(chart(e));
  auto places = near_quarters(oracle.turn(1, *draw::element(0, 1).as("pair")));
  places.push_back(0);
  const Position place = *draw::full(draw::element_of(places));
  const std::string wrong =
      first_wrong(chart(e), format, some_rows(place - *draw::in_range(0, 9), 9, 1), 1);
  RC_ASSERT(wrong == "");
}

/// Positions listed one by one, and pieces of a table, give what its rows give.
PROPERTY(ExactTable, PiecesAndListsGiveTheSameRowsFull) {
  const Chart c = chart(*draw::encodings().as("encoding"));
  const Format format = *draw::element_of(kStored).as("format");
  const Positions positions = *rows(300).as("positions");
  const ExactTable table(c, format, positions);
  const std::vector<std::byte> whole = written(table);
  const auto cut = *draw::full(draw::in_range<std::uint64_t>(0, positions.count)).as("cut");
  std::vector<std::byte> pieces(whole.size());
  table.write(0, cut, {pieces.data(), table.row_bytes(), false});
  table.write(cut, positions.count - cut,
              {pieces.data() + cut * table.row_bytes(), table.row_bytes(), true});
  RC_ASSERT(pieces == whole);
  RC_ASSERT(by_entry(c, format, positions) == whole);
}

TEST(ExactTable, DoesNotDependOnTheNumberOfThreads) {
  for (const Format& format : kStored) {
    const ExactTable table(chart(Sinusoidal{.dim = 128}), format, Positions::from(1000000, 9000));
    std::set<std::vector<std::byte>> tables;
    for (const std::size_t threads : {1, 2, 7}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      tables.insert(written(table));
    }
    EXPECT_EQ(tables.size(), 1U) << format;
  }
}

/// Rounding modes, and the flags for subnormal numbers that -ffast-math sets in whole programs.
TEST(ExactTable, DoesNotDependOnFloatingPointModes) {
  const unsigned before = _mm_getcsr();
  for (const Format& format : kStored) {
    std::set<std::vector<std::byte>> tables;
    for (const unsigned rounding : {0x0000U, 0x2000U, 0x4000U, 0x6000U}) {
      for (const unsigned flush : {0x0000U, 0x8040U}) {
        _mm_setcsr((before & ~0xe040U) | rounding | flush);
        const ExactTable table(chart(Sinusoidal{.dim = 64}), format,
                               Positions::from(16777216, 300));
        tables.insert(written(table));
        EXPECT_EQ(_mm_getcsr() & 0xe040U, rounding | flush) << "left as it was";
        _mm_setcsr(before);
      }
    }
    EXPECT_EQ(tables.size(), 1U) << format;
  }
}

struct Awkward {
  const char* why;
  Sinusoidal encoding;
  Position first;
};

/// Where tables go wrong: every entry of them, in all formats.
TEST(ExactTable, AwkwardOnesAreCorrectlyRoundedFull) {
  const Rational trillion(1'000'000'000'000);
  for (const Awkward& a : {
           Awkward{"one pair", {.dim = 2}, 0},
           Awkward{"the widest", {.dim = 65536}, 1 << 20},
           Awkward{"slow to turn", {.dim = 64, .base = trillion}, 0},
           Awkward{"nearly one frequency", {.dim = 64, .base = Rational(10001, 10000)}, 5},
           Awkward{"2^24", {.dim = 128}, (1 << 24) - 100},
           Awkward{"2^31", {.dim = 128}, (Position{1} << 31) - 100},
           Awkward{"2^32", {.dim = 128}, (Position{1} << 32) - 100},
           Awkward{"2^53", {.dim = 128}, (Position{1} << 53) - 100},
           Awkward{"2^63", {.dim = 128}, (Position{1} << 63) - 200},
           Awkward{"-2^63", {.dim = 128}, -(Position{1} << 63)},
       }) {
    for (const Format& format : kStored) {
      const std::uint64_t rows = a.encoding.dim > 1024 ? 24 : 200;
      EXPECT_EQ(first_wrong(chart(a.encoding), format, Positions::from(a.first, rows), 997), "")
          << a.why;
    }
  }
}

TEST(ExactTable, RefusesFormatsWithoutATable) {
  EXPECT_THROW(ExactTable(chart(Sinusoidal{}), kBinary128, Positions::from(0, 9)), Error);
  EXPECT_THROW(ExactTable(chart(Sinusoidal{}), Format::bits(12), Positions::from(0, 9)), Error);
}

}  // namespace
}  // namespace sextant::exact
