#include <sstream>

#include <nlohmann/json.hpp>

#include "certificate/check.hpp"
#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/proof/rows/distinct_rows.hpp"
#include "sextant/proof/rows/row_search.hpp"
#include "sextant/proof/rows/sixteen_bit.hpp"
#include "theorem/rounded_rows.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;

const std::vector<Format> kFormats = {kFloat16, kBfloat16, kFloat32, kFloat64};

/// The reals of [−1, 1] that round to a number of it are no farther apart than distinct_rows.md,
/// (1) says, and of some number they are so far apart: its neighbours are half as far again.
TEST(AlikeWithin, IsTheWidestCellOf16BitFormats) {
  for (const Format& format : {kFloat16, kBfloat16}) {
    const std::uint64_t one = static_cast<std::uint64_t>(encode(format, from_double(1)));
    const auto value = [&](std::uint64_t bits) { return to_rational(decode(format, bits)); };
    Rational widest = 2 * value(1) / 2;  // about zero
    for (std::uint64_t bits = 1; bits <= one; ++bits) {
      const Rational below = (value(bits) - value(bits - 1)) / 2;
      const Rational above =
          bits == one ? Rational(0) : Rational((value(bits + 1) - value(bits)) / 2);
      widest = std::max<Rational>(widest, below + above);
    }
    for (const int pairs : {1, 7})
      EXPECT_EQ(alike_within(format, pairs), Rational(2 * pairs * widest * widest)) << format;
  }
}

/// The first collision as text, or `none`.
std::string text(const std::optional<Collision>& collision) {
  return collision ? to_text(collision->earlier) + " " + to_text(collision->later) : "none";
}

std::string collision_of(const Theorem& theorem) {
  const ordered_json& pair = theorem.certificate->at("rows").at("collision");
  if (theorem.outcome != TheoremOutcome::fails) return pair.is_null() ? "none" : "unexpected";
  return pair.at("earlier").get<std::string>() + " " + pair.at("later").get<std::string>();
}

Encoding drawn_encoding() {
  const int dim = 2 * *draw::in_range(1, 4).as("pairs");
  const Rational base = *draw::element(Rational(10000), Rational(3), Rational(1, 7)).as("base");
  // Slow angles make rows alike soon.
  const Rational scale =
      *draw::element(Rational(1), Rational(1, 30), Rational(-1, 1000), Rational(1, 100000))
           .as("scale");
  const Rational origin =
      *draw::element(Rational(0), Rational(-20), Rational(1000), Rational(1, 3)).as("origin");
  if (*draw::arbitrary<bool>().as("rotary"))
    return Rotary{.dim = dim, .base = base, .origin = origin, .scale = scale};
  return Sinusoidal{.dim = dim, .base = base, .origin = origin, .scale = scale};
}

/// The sine of row 0 is −0, that of row 1 is +0: they are alike.
TEST(DistinctRows, HaveZerosWithoutSigns) {
  for (const Format& format : kFormats) {
    const Sinusoidal encoding{
        .dim = 2, .origin = Rational(-1, 2), .scale = power_of_two(format.emin - format.precision)};
    for (const std::uint64_t at_once : {2, 40})
      EXPECT_EQ(collision_of(distinct_rows(encoding, format, {Integer(9)}, {.rows = at_once})),
                "0 1");
  }
}

/// Whether rows are made all at once, or nearly all are compared offset by offset.
PROPERTY(DistinctRows, FindTheFirstCollisionThereIs) {
  const Encoding encoding = drawn_encoding();
  const Format format = *draw::element(kFloat16, kBfloat16).as("format");
  const auto rows = static_cast<int>(*draw::full(draw::in_range(2, 60)).as("rows"));
  const std::string want = text(slow_repeats(encoding, format, rows).first);
  const Range range{Integer(rows - 1)};
  const Theorem at_once = distinct_rows(encoding, format, range);
  RC_ASSERT(collision_of(at_once) == want);
  const Theorem by_offset = distinct_rows(encoding, format, range, {.rows = 2});
  RC_ASSERT(collision_of(by_offset) == want);
  RC_ASSERT(at_once.outcome == (want == "none" ? TheoremOutcome::holds : TheoremOutcome::fails));
  RC_ASSERT(by_offset.outcome == at_once.outcome);
}

/// Offsets that collide later, or never, come first.
TEST(RowSearch, FindsTheFirstLaterPositionOfAllOffsets) {
  const Chart settled = exact::settled(chart(Sinusoidal{.dim = 2}));
  const exact::Entries entries(exact::Oracle(settled), kBfloat16);
  const std::vector<Position> offsets = {1, 44, 710, 754};
  for (const Position first : {Position{0}, Position{711}, Position{712}, Position{760}}) {
    std::string want = "none";
    for (Position q = first; q < 900 && want == "none"; ++q) {
      for (const Position k : offsets) {
        if (k > q || slow_row(settled, kBfloat16, q) != slow_row(settled, kBfloat16, q - k))
          continue;
        want = text(Collision{q - k, q});
        break;
      }
    }
    EXPECT_NE(want, "none");
    const RowSearch search{.offsets = offsets, .first = first, .last = 900, .most = 1 << 20};
    EXPECT_EQ(text(search.run(entries, {}).found), want) << to_text(first);
  }
}

TEST(RowSearch, BeginsWhereTheRowsThatWereMadeEnd) {
  for (const std::uint64_t rows : {700, 710, 711, 712}) {
    const Theorem theorem =
        distinct_rows(Sinusoidal{.dim = 2}, kBfloat16, {Integer(1) << 30}, {.rows = rows});
    EXPECT_EQ(collision_of(theorem), "1 711") << rows;
  }
}

/// Some offsets are near before one collides.
TEST(DistinctRows, AreFoundAlikeByOffsetAsAmongAllRows) {
  for (const int dim : {2, 4, 8}) {
    const SixteenBitTable table =
        sixteen_bit_table(kBfloat16, dim, {.rows = std::uint64_t{1} << 18});
    const Theorem theorem =
        distinct_rows(Sinusoidal{.dim = dim}, kBfloat16, {(Integer(1) << 18) - 1}, {.rows = 2});
    EXPECT_EQ(collision_of(theorem), text(table.repeats.first)) << dim;
  }
}

TEST(DistinctRows, OfOnePairCollideSoonIn16Bits) {
  for (const Format& format : {kFloat16, kBfloat16}) {
    for (const Encoding& encoding : {Encoding(Sinusoidal{.dim = 2}), Encoding(Rotary{.dim = 2})}) {
      const Theorem theorem = distinct_rows(encoding, format, {Integer(1) << 40});
      EXPECT_EQ(theorem.outcome, TheoremOutcome::fails);
      EXPECT_EQ(collision_of(theorem), text(slow_repeats(encoding, format, 1000).first)) << format;
    }
  }
}

/// The offsets at which D is small enough are few or none, so that hardly a row is compared.
TEST(DistinctRows, AreProvedFarBeyondWhatCouldBeComparedFull) {
  for (const int dim : {32, 64}) {
    const Theorem theorem = distinct_rows(Sinusoidal{.dim = dim}, kBfloat16, {Integer(1) << 62});
    EXPECT_EQ(theorem.outcome, TheoremOutcome::holds) << theorem.result;
    EXPECT_TRUE(theorem.certificate->at("near").at("found").empty());
  }
  EXPECT_EQ(distinct_rows(Sinusoidal{.dim = 2}, kFloat32, {Integer(1) << 20}).outcome,
            TheoremOutcome::holds);
}

std::string refusal(const ordered_json& certificate) {
  std::istringstream in(certificate.dump());
  const certificate::Checked checked = certificate::check_certificate(in);
  return checked.confirmed ? "" : checked.what;
}

TEST(DistinctRows, HaveCertificatesThatTheCheckerConfirms) {
  for (const Format& format : kFormats) {
    for (const int dim : {2, 4, 8}) {
      const Sinusoidal encoding{.dim = dim};
      const Theorem theorem = distinct_rows(encoding, format, {Integer(800)});
      EXPECT_EQ(refusal(*theorem.certificate), "") << format << ' ' << dim << theorem.result;
      if (theorem.outcome != TheoremOutcome::fails) continue;
      ordered_json bad = *theorem.certificate;
      bad["rows"]["collision"]["later"] = "800";
      EXPECT_NE(refusal(bad), "");
    }
  }
}

TEST(DistinctRows, AreLeftOpenWhereTheEffortEnds) {
  // Slow enough that most offsets are near, and yet all rows differ for long.
  const Sinusoidal slow{.dim = 2, .scale = Rational(1, 1000)};
  const Effort little{.rows = 2, .pairs = 1};
  const Theorem theorem = distinct_rows(slow, kFloat16, {Integer(200000)}, little);
  EXPECT_EQ(theorem.outcome, TheoremOutcome::open);
  EXPECT_EQ(collision_of(theorem), "none");
  EXPECT_NE(distinct_rows(slow, kFloat16, {Integer(200000)}).outcome, TheoremOutcome::open);
}

TEST(DistinctRows, RefuseWhatTheDerivationIsNotAbout) {
  const Range range{Integer(9)};
  EXPECT_THROW((void)distinct_rows(Sinusoidal{.dim = 4, .amplitude = 2}, kFloat32, range), Error);
  EXPECT_THROW((void)distinct_rows(Sinusoidal{.dim = 5, .odd = Odd::drop_last}, kFloat32, range),
               Error);
  EXPECT_THROW((void)distinct_rows(Sinusoidal{.dim = 4}, kBinary128, range), Error);
  EXPECT_THROW((void)distinct_rows(Sinusoidal{.dim = 4}, kFloat32, {Integer(0)}), Error);
}

}  // namespace
}  // namespace sextant::proof
