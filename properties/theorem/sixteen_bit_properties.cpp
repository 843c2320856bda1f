#include <cstring>
#include <iostream>
#include <sstream>
#include <string_view>

#include <nlohmann/json.hpp>

#include "certificate/check.hpp"
#include "certificate/search/patterns.hpp"
#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"
#include "sextant/proof/rows/digest.hpp"
#include "sextant/proof/rows/distinct_rows.hpp"
#include "sextant/proof/rows/exact_sum.hpp"
#include "sextant/proof/rows/row_index.hpp"
#include "sextant/proof/rows/sixteen_bit.hpp"
#include "theorem/rounded_rows.hpp"

namespace sextant::proof {
namespace {

TEST(Digest, IsThePublishedFnv1a) {
  const auto of = [](std::string_view text) { return Digest::of(std::as_bytes(std::span(text))); };
  EXPECT_EQ(of(""), 0xcbf29ce484222325U);
  EXPECT_EQ(of("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(of("foobar"), 0x85944171f73967e8U);
  Digest number;
  number.add(std::uint64_t{0x7261626f6f66} | std::uint64_t{0x4241} << 48);
  EXPECT_EQ(number.value(), of("foobarAB"));
}

/// Rows whose digests are equal are not taken for equal.
TEST(RowIndex, AsksWhereDigestsAreEqual) {
  RowIndex index(10);
  const std::vector<int> rows = {5, 6, 5, 7, 6, 5};
  std::vector<std::uint32_t> earlier;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const auto found =
        index.equal_or_keep(1, row, [&](std::uint32_t other) { return rows[other] == rows[row]; });
    earlier.push_back(found.value_or(99));
  }
  EXPECT_EQ(earlier, (std::vector<std::uint32_t>{99, 99, 0, 99, 1, 0}));
}

/// Squares of bfloat16 numbers, as far apart as they come.
PROPERTY(ExactSum, IsExactAndOrderedAsSumsAre) {
  const auto square = [](const char* name) {
    const auto bits = *draw::full(draw::in_range<std::uint64_t>(0, 0x3f81)).as(name);
    return value_of(kBfloat16, bits) * value_of(kBfloat16, bits);
  };
  const double a = square("a"), b = square("b"), c = square("c");
  const auto exact = [](double x, double y) {
    return Rational(to_rational(from_double(x)) + to_rational(from_double(y)));
  };
  const ExactSum sum = ExactSum::of(a, b), other = ExactSum::of(a, c);
  RC_ASSERT(exact(sum.high, sum.low) == exact(a, b));
  RC_ASSERT((sum < other) == (b < c));
  RC_ASSERT((sum == other) == (b == c));
}

/// The table by the slow oracle, in rationals.
SixteenBitTable slow_table(const Format& format, int dim, const SixteenBitRange& range) {
  const Encoding encoding = Sinusoidal{.dim = dim, .base = range.base};
  const Chart settled = exact::settled(chart(encoding));
  SixteenBitTable table{.format = format, .dim = dim, .shortest = {}, .longest = {}, .repeats = {}};
  table.repeats = slow_repeats(encoding, format, static_cast<Position>(range.rows));
  Digest digest;
  for (std::uint64_t p = 0; p < range.rows; ++p) {
    const std::vector<double> row = slow_row(settled, format, static_cast<Position>(p));
    std::vector<std::uint16_t> patterns;
    for (const double x : row) {
      patterns.push_back(static_cast<std::uint16_t>(bits_of(format, x)));
      table.largest = std::max(table.largest, std::abs(x));
    }
    digest.add(Digest::of(std::as_bytes(std::span(patterns))));
    for (std::size_t i = 0; i < row.size(); i += 2) {
      const Rational s = to_rational(from_double(row[i])), c = to_rational(from_double(row[i + 1]));
      const Length here{s * s + c * c, p, static_cast<int>(i / 2), row[i], row[i + 1]};
      if ((p == 0 && i == 0) || here.square < table.shortest.square) table.shortest = here;
      if ((p == 0 && i == 0) || here.square > table.longest.square) table.longest = here;
    }
  }
  table.digest = digest.value();
  return table;
}

void expect_same(const Length& got, const Length& want) {
  EXPECT_EQ(got.square, want.square);
  EXPECT_EQ(got.position, want.position);
  EXPECT_EQ(got.pair, want.pair);
  EXPECT_EQ(got.sine, want.sine);
  EXPECT_EQ(got.cosine, want.cosine);
}

TEST(SixteenBit, TablesAreThoseOfTheDefinitionFull) {
  for (const Format& format : {kBfloat16, kFloat16}) {
    for (const int dim : {2, 4, 10}) {
      // With the large base sines are so small that squares have nothing in common with 1.
      for (const Rational& base : {Rational(10000), Rational(pow(Integer(10), 30))}) {
        const SixteenBitRange range{.base = base, .rows = 250};
        const SixteenBitTable got = sixteen_bit_table(format, dim, range);
        const SixteenBitTable want = slow_table(format, dim, range);
        EXPECT_EQ(got.largest, want.largest);
        EXPECT_EQ(got.repeats.count, want.repeats.count);
        EXPECT_EQ(got.repeats.first, want.repeats.first);
        EXPECT_EQ(got.digest, want.digest);
        expect_same(got.shortest, want.shortest);
        expect_same(got.longest, want.longest);
      }
    }
  }
}

/// Digests of the first rows, with every entry rounded by Arb.
TEST(SixteenBit, DigestsAreThoseOfArb) {
  for (const Format& format : {kBfloat16, kFloat16}) {
    for (const int dim : {2, 8, 64}) {
      const Chart settled = exact::settled(chart(Sinusoidal{.dim = dim}));
      Digest digest;
      constexpr std::uint64_t kRows = 100;
      for (std::uint64_t p = 0; p < kRows; ++p) {
        std::vector<std::uint16_t> row;
        for (const Channel& channel : settled.channels) {
          const Span truth =
              second_opinion::span(settled.waves, Rational(Integer(p)), channel, 200);
          const Number nearest = round(format, truth.lower);
          ASSERT_EQ(nearest, round(format, truth.upper));
          row.push_back(static_cast<std::uint16_t>(encode(format, nearest)));
        }
        digest.add(Digest::of(std::as_bytes(std::span(row))));
      }
      EXPECT_EQ(sixteen_bit_table(format, dim, {.rows = kRows}).digest, digest.value()) << dim;
    }
  }
}

std::string refusal_of_sixteen_bits(const nlohmann::ordered_json& certificate) {
  std::istringstream in(certificate.dump());
  const certificate::Checked checked = certificate::check_certificate(in);
  return checked.confirmed ? "" : checked.what;
}

TEST(SixteenBit, CertificatesAreConfirmedAndRefusedWhereChanged) {
  const nlohmann::ordered_json good = *sixteen_bit({.largest_dim = 4, .rows = 900}).certificate;
  ASSERT_EQ(refusal_of_sixteen_bits(good), "");
  const auto refuses = [&](const char* pointer, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json bad = good;
    auto& at = bad.at(nlohmann::ordered_json::json_pointer(pointer));
    ASSERT_NE(at, value) << pointer;
    at = value;
    EXPECT_NE(refusal_of_sixteen_bits(bad), "") << pointer;
  };
  refuses("/outcome", "fails");
  refuses("/rows", "899");
  refuses("/base", "10001");
  refuses("/tables/0/largest", "0x3f7f");
  refuses("/tables/1/digest", "0123456789abcdef");
  refuses("/tables/0/repeated_rows", "17");
  refuses("/tables/0/collision", nullptr);
  refuses("/tables/0/collision/later", "899");
  refuses("/tables/2/shortest/position", "899");
  refuses("/tables/3/shortest/square", "1");
  refuses("/tables/3/longest/sine", "0x0000");
  refuses("/tables/3/longest/pair", 2);
}

/// Two programs that have nothing in common: both formats' numbers within [−2, 2], and between.
TEST(SixteenBit, PatternsOfTheCheckerAreThoseOfTheFormats) {
  for (const Format& format : {kBfloat16, kFloat16}) {
    const certificate::Format theirs = *certificate::format_of(format.name());
    const auto last = static_cast<std::uint64_t>(encode(format, from_double(2)));
    for (std::uint64_t bits = 0; bits < last; ++bits) {
      const double value = value_of(format, bits), next = value_of(format, bits + 1);
      const double middle = value + (next - value) / 2;
      for (const double x :
           {value, middle, std::nextafter(middle, 0.0), std::nextafter(middle, 2.0)}) {
        const std::uint64_t want = bits_of(format, round_to(format, x));
        ASSERT_EQ(certificate::pattern_of(x, theirs), want) << x;
        ASSERT_EQ(certificate::pattern_of(-x, theirs), want == 0 ? 0 : want | 0x8000) << x;
      }
      ASSERT_EQ(certificate::value_of(static_cast<certificate::Pattern>(bits), theirs), value);
      ASSERT_EQ(certificate::value_of(static_cast<certificate::Pattern>(bits | 0x8000), theirs),
                -value);
    }
  }
}

TEST(SixteenBit, TheoremHasEveryTable) {
  double last = 0;
  const Theorem theorem =
      sixteen_bit({.largest_dim = 6, .rows = 2000}, [&](double f) { last = f; });
  EXPECT_EQ(theorem.outcome, TheoremOutcome::holds);
  EXPECT_EQ(theorem.certificate->at("tables").size(), 6U);
  EXPECT_EQ(last, 1);
  EXPECT_EQ(theorem.certificate->at("tables").at(0).at("repeated_rows"),
            std::to_string(slow_repeats(Sinusoidal{.dim = 2}, kBfloat16, 2000).count));
  EXPECT_NE(theorem.result.find("; bfloat16 dim 2 repeats row 1 at 711"), std::string::npos);
  EXPECT_THROW((void)sixteen_bit({.largest_dim = 7}), Error);
  EXPECT_THROW((void)sixteen_bit({.rows = 0}), Error);
  EXPECT_THROW((void)sixteen_bit_table(kFloat32, 2, {}), Error);
}

/// Two routes to one answer: every row of every table, and the offsets at which D is small.
TEST(SixteenBit, ExhaustiveBelow2To20AgreesWithTheTheoremAboutDistinctRows) {
  const SixteenBitRange range;
  const Theorem theorem = sixteen_bit(range);
  EXPECT_EQ(theorem.outcome, TheoremOutcome::holds);
  std::cout << theorem.certificate->dump(1) << "\n" << theorem.seconds << " s\n";
  for (const auto& table : theorem.certificate->at("tables")) {
    const Theorem rows = distinct_rows(Sinusoidal{.dim = table.at("dim")},
                                       Format::named(table.at("format").get<std::string>()),
                                       {Integer(range.rows) - 1}, {.rows = 2});
    EXPECT_NE(rows.outcome, TheoremOutcome::open);
    EXPECT_EQ(rows.certificate->at("rows").at("collision"), table.at("collision")) << table;
  }
}

}  // namespace
}  // namespace sextant::proof
