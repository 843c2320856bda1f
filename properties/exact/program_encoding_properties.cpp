#include <cmath>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/transcriptions.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

constexpr int kRows = 131;  // an odd number, as centred rows are

/// What a transcription in double may be off.  With L = ln base, its exponent comes of at most four
/// roundings or ulps relative to it, and |exponent·ln base| ≤ L, so that a frequency is off by
/// (4·2L + 2 + 1)·u of itself, at most 1 ulp being 2u and a division u; the product with the
/// position, and a scale, u each.  To the sine's own ulp, 2u, half an ulp of the truth is added,
/// and what squares of u make is below one of the spare units.
double allowed(double angle, double base) {
  return (std::abs(angle) * (8 * std::abs(std::log(base)) + 6) + 4) * 0x1p-53;
}

Part part_of(const std::string& name) {
  return name == "sin" ? Part::sin_repeated : name == "cos" ? Part::cos_repeated : Part::table;
}

/// The first entry that is not what an encoding says, in words; empty where there is none.
std::string mismatch(const Encoding& encoding, Part part, const Positions& positions,
                     const Numbers& rows) {
  const Oracle oracle(in_parts(chart(encoding, part), positions.parts));
  const Waves& waves = oracle.waves();
  for (std::uint64_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != oracle.chart().width()) return "width";
    for (std::size_t j = 0; j < rows[r].size(); ++j) {
      const Channel& channel = oracle.chart().channels[j];
      const double truth = oracle.nearest(kFloat64, positions[r], channel).value;
      const double steps =
          static_cast<double>(Rational((to_rational(positions[r]) + waves.origin) * waves.scale));
      if (std::abs(rows[r][j] - truth) <=
              allowed(steps, static_cast<double>(waves.geometric.base)) &&
          (!is_blank(channel, waves.zero_row, positions[r]) || rows[r][j] == 0))
        continue;
      return to_text(encoding) + ", row " + std::to_string(r) + ", column " + std::to_string(j) +
             ": " + std::to_string(rows[r][j]) + ", truth " + std::to_string(truth);
    }
  }
  return "";
}

Encoding of_dim(std::string_view name, int dim) {
  return read_encoding(std::string(name) + " dim=" + std::to_string(dim));
}

/// Whether charts are of the same values: a ladder may write its exponents in another way.
bool same(Chart a, const Chart& b) {
  a.waves.geometric = b.waves.geometric;
  return a == b;
}

TEST(Dialects, AreWhatTheirProgramsCompute) {
  std::set<std::string_view> done;
  for (const Transcription& program : transcriptions()) {
    const ProgramEncoding* known = find_program_encoding(program.name);
    ASSERT_NE(known, nullptr) << program.name;
    done.insert(known->name);
    for (const int dim : program.dims) {
      EXPECT_EQ(mismatch(of_dim(known->name, dim), part_of(program.part),
                         positions(known->rows, kRows), program.table(kRows, dim)),
                "")
          << known->name;
    }
  }
  EXPECT_EQ(done.size(), program_encodings().size()) << "a dialect without a transcription";
}

TEST(Dialects, RefuseTheWidthsThatTheirProgramsFailOn) {
  for (const Transcription& program : transcriptions()) {
    for (const int dim : program.refused)
      EXPECT_THROW((void)chart(of_dim(program.name, dim)), Error) << program.name << ' ' << dim;
  }
}

/// tensor2tensor guards against one timescale, whose frequency is 1 whatever it divides by.
TEST(Dialects, OfOneTimescaleNeedNoShift) {
  for (const Transcription& program : transcriptions()) {
    if (program.name != "tensor2tensor") continue;
    for (const int dim : {2, 3}) {
      Encoding encoding = of_dim("tensor2tensor", dim);
      EXPECT_THROW((void)chart(encoding), Error);
      set_field(encoding, "shift", "0");
      EXPECT_EQ(mismatch(encoding, Part::table, Positions::from(0, 9), program.table(9, dim)), "");
    }
  }
}

/// Each of the mistakes that are made between program encodings shows in every program encoding:
/// another shift, order, origin, base or layout, rows the other way round, a row of zeros
/// elsewhere.
TEST(Dialects, AreTakenForNoOthers) {
  const std::vector<std::pair<const char*, const char*>> changes = {
      {"law", "d"},         {"law", "half-minus-shift"}, {"shift", "2"},       {"order", "cos-sin"},
      {"order", "sin-cos"}, {"layout", "interleaved"},   {"layout", "halves"}, {"origin", "1"},
      {"origin", "-1"},     {"base", "10001"},           {"zero-row", "none"}, {"zero-row", "3"},
      {"zero-row", "2"}};
  for (const Transcription& program : transcriptions()) {
    if (program.part != "table") continue;
    int seen = 0;
    const int dim = 16;
    const Encoding encoding = of_dim(program.name, dim);
    const RowOrder order = find_program_encoding(program.name)->rows;
    const Numbers rows = program.table(kRows, dim);
    for (const auto& [field, value] : changes) {
      Encoding other = encoding;
      set_field(other, field, value);
      if (same(chart(other), chart(encoding))) continue;
      ++seen;
      EXPECT_NE(mismatch(other, Part::table, positions(order, kRows), rows), "")
          << program.name << ' ' << field << '=' << value;
    }
    for (const RowOrder& wrong :
         {RowOrder{Direction::ascending, order.first + 1}, RowOrder{Direction::descending, 0},
          RowOrder{Direction::ascending, 0}, RowOrder{Direction::centred, 0}}) {
      if (wrong.direction == order.direction && wrong.first == order.first) continue;
      ++seen;
      EXPECT_NE(mismatch(encoding, Part::table, positions(wrong, kRows), rows), "") << program.name;
    }
    // An order, a layout, two origins, a base, two rows of zeros, three orders of rows.
    EXPECT_GE(seen, 10) << program.name;
  }
}

/// Timesteps are real numbers: those of float32, decimals and thirds, with every argument.
TEST(Timesteps, OfEveryKindAreWhatDiffusersComputes) {
  for (const char* range : {"0:1000:25/2", "999.5:0:-31/8", "0.1:10:0.7", "1/3:100:11/7"}) {
    const Positions steps = Positions::parse(range);
    for (const bool flip : {false, true}) {
      for (const auto& [shift, scale, base] :
           {std::tuple(0, 1, 10000), std::tuple(1, 1000, 10000), std::tuple(1, 1, 100)}) {
        Encoding encoding = of_dim("diffusers", 32);
        set_field(encoding, "order", flip ? "cos-sin" : "sin-cos");
        set_field(encoding, "shift", std::to_string(shift));
        set_field(encoding, "scale", std::to_string(scale));
        set_field(encoding, "base", std::to_string(base));
        Numbers rows;
        for (std::uint64_t r = 0; r < steps.count; ++r) {
          // The double nearest to a timestep: off by u of it, which the bound has to spare.
          const double t =
              static_cast<double>(Rational(to_rational(steps[r]) / Rational(Integer(steps.parts))));
          rows.push_back(timestep_embedding(t, 32, flip, shift, scale, base));
        }
        EXPECT_EQ(mismatch(encoding, Part::table, steps, rows), "") << range;
      }
    }
  }
}

/// Positions counted in parts give what the definition gives at the rational itself.
PROPERTY(Timesteps, RoundAsTheDefinitionDoesAtTheRationalItself) {
  const auto parts = static_cast<std::uint64_t>(*draw::log_uniform(30).as("parts")) + 1;
  const Position n = *draw::positions(62).as("n");
  const draw::Place place = *draw::places().as("place");
  const Rational rational = to_rational(n) / Rational(Integer(parts));
  const auto got = Oracle(in_parts(place.chart(), parts)).nearest(kFloat32, n, place.channel);
  const NearestNumber want = nearest(kFloat32, place.waves, rational, place.channel);
  RC_ASSERT(got.decided && want.decided);
  RC_ASSERT(from_double(got.value) == want.number);
}

/// A table's row of zeros is all zeros, in every format, and the others are as they were; it goes
/// with the position, not with the row.
TEST(ZeroRow, IsAllZerosAndNothingElseIs) {
  const Sinusoidal plain{.dim = 6, .layout = Layout::halves};
  Sinusoidal padded = plain;
  padded.zero_row = 7;
  for (const Positions& positions :
       {Positions::from(0, 12), Positions::from(7, 1), Positions::parse("9:4:-1"),
        Positions::parse("6:8:1/4"), Positions::of({7, 3, 7}), Positions::from(8, 3)}) {
    const auto entries = [&](const Sinusoidal& e) {
      const ExactTable table(chart(e), kFloat32, positions);
      std::vector<float> values(positions.count * 6);
      table.write(0, positions.count, {reinterpret_cast<std::byte*>(values.data())});
      return values;
    };
    const auto with = entries(padded);
    const auto without = entries(plain);
    for (std::uint64_t r = 0; r < positions.count; ++r) {
      const bool zero = to_text(positions[r], positions.parts) == "7";
      for (std::size_t j = 0; j < 6; ++j)
        EXPECT_EQ(with[6 * r + j], zero ? 0 : without[6 * r + j]) << r << ' ' << j;
    }
  }
  const Waves waves = chart(padded).waves;
  EXPECT_EQ(decimal(waves, 7, {Function::cosine, 1}, 5), "0");
  EXPECT_NE(decimal(waves, Rational(15, 2), {Function::cosine, 1}, 5), "0");
  EXPECT_NE(decimal(waves, 7, {Function::frequency, 1}, 5), "0");
}

}  // namespace
}  // namespace sextant::exact
