#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "report/claims/claim_named.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/report/document/schema.hpp"
#include "sextant/report/experiment/experiments.hpp"
#include "sextant/report/experiment/lost_bits.hpp"
#include "sextant/report/output/page.hpp"

/// Mutants that these must kill: kernel-without-scale, powers-of-two-lose-one-bit-more,
/// bits-looked-for-at-powers-of-two.
namespace sextant::properties {
namespace {

using nlohmann::json;

ExperimentConfig small_kernel(const std::string& encoding) {
  ExperimentConfig experiment;
  experiment.encoding = read_encoding(encoding);
  experiment.recipes = {"exp-log", "turns", "float64-angle", "rotation-recurrence"};
  experiment.octaves = 41;
  return experiment;
}

/// The cosines by Arb, whose sum leaves no doubt about the nearest double.
Span kernel_by_arb(Waves waves, Position offset) {
  waves.origin = 0, waves.amplitude = 1, waves.zero_row.reset();
  Span sum{0, 0};
  for (int pair = 0; pair < waves.pairs(); ++pair)
    sum = sum + second_opinion::span(waves, to_rational(offset), {Function::cosine, pair});
  return sum;
}

TEST(Kernel, IsTheSumOfCosinesCorrectlyRoundedFull) {
  for (const std::string encoding :
       {"sinusoidal dim=128", "sinusoidal dim=7 odd=drop-last base=100 scale=1/3 origin=7",
        "rope dim=32 base=500000 amplitude=3",
        "rope dim=64 scaling=yarn factor=40 original-context=4096"}) {
    const json found = kernel(small_kernel(encoding));
    const exact::Oracle oracle(chart(read_encoding(found["encoding"].get<std::string>())));
    ASSERT_EQ(found["offsets"].size(), 128U);
    EXPECT_EQ(found["pairs"], oracle.waves().pairs());
    EXPECT_EQ(found["values"][0], oracle.waves().pairs());
    for (std::size_t i = 0; i < found["offsets"].size(); ++i) {
      EXPECT_EQ(found["offsets"][i], std::to_string(i));
      const Span truth = kernel_by_arb(oracle.waves(), static_cast<Position>(i));
      const double value = found["values"][i];
      EXPECT_EQ(value, to_double(round(kFloat64, truth.lower))) << encoding << " at " << i;
      EXPECT_EQ(value, to_double(round(kFloat64, truth.upper))) << encoding << " at " << i;
    }
  }
}

/// For pictured rows: each entry is within half an ulp of float32.
TEST(Kernel, IsTheDotProductOfPicturedRows) {
  const ExperimentConfig experiment = small_kernel("sinusoidal dim=128");
  const json values = kernel(experiment)["values"],
             rows = pictures(experiment)["heat_map"]["values"];
  for (std::size_t p = 0; p < rows.size(); p += 9) {
    for (std::size_t q = 0; q <= p; q += 7) {
      double dot = 0, size = 0;
      for (std::size_t j = 0; j < rows[p].size(); ++j) {
        const double product = double(rows[p][j].get<float>()) * rows[q][j].get<float>();
        dot += product, size += std::abs(product);
      }
      EXPECT_NEAR(dot, values[p - q].get<double>(), 0x1.01p-23 * size) << p << ", " << q;
    }
  }
}

int bits_of(char digit) {
  if (digit <= '9') return digit - '0';
  return digit <= 'Z' ? digit - 'A' + 10 : digit - 'a' + 36;
}

std::string digits_of(const json& found, const json& series, std::size_t k) {
  return without_runs(
      found["patterns"].at(series["rows"].at(k).get<std::size_t>()).get<std::string>());
}

/// Whether an error loses exactly `bits` bits.
bool just_lost(int bits, double ulps, const Format& format) {
  const bool enough = bits == format.precision || ulps <= std::ldexp(0.5, bits);
  const bool needed = bits == 0 || !(ulps <= std::ldexp(0.5, bits - 1));
  return enough && needed;
}

PROPERTY(LostBits, AreTheLeastThatCoverTheError) {
  const Format format = *draw::element(kFloat64, kFloat32, kFloat16, kBfloat16);
  const double power = std::ldexp(1.0, *draw::in_range(-60, 60));
  const double near = *draw::element(std::nextafter(power, 0.0), power,
                                     std::nextafter(power, HUGE_VAL), power * 1.25);
  const double ulps = *draw::element(near, std::abs(*any_finite()), HUGE_VAL, 0.0);
  const int bits = bits_lost(ulps, format);
  RC_ASSERT(0 <= bits && bits <= format.precision);
  RC_ASSERT(just_lost(bits, ulps, format));
  RC_ASSERT(bits_of(bits_digit(bits)) == bits);
}

PROPERTY(LostBits, AreReadBackFromRuns) {
  std::string digits;
  for (int runs = *draw::in_range(0, 8); runs > 0; --runs)
    digits.append(*draw::in_range<std::size_t>(0, 130), bits_digit(*draw::in_range(0, 54)));
  const std::string runs = in_runs(digits);
  RC_ASSERT(without_runs(runs) == digits);
  RC_ASSERT(runs.size() <= digits.size());
}

/// What the report says of each channel is what the meter says of that place alone.
TEST(LostBits, AreThoseOfTheGaugeFull) {
  for (const std::string encoding :
       {"sinusoidal dim=6", "sinusoidal dim=5 odd=zero-column scale=1/3", "rope dim=4"}) {
    const ExperimentConfig experiment = small_kernel(encoding);
    const json found = lost_bits(experiment);
    const exact::Oracle oracle(chart(experiment.encoding));
    ASSERT_EQ(found["positions"].size(), 41U);
    EXPECT_EQ(found["channels"], oracle.chart().width());
    ASSERT_EQ(found["series"].size(), 3U * experiment.formats.size());
    for (const json& series : found["series"]) {
      const Format format = Format::named(series["format"].get<std::string>());
      EXPECT_EQ(series["precision"], format.precision);
      EXPECT_NE(series["recipe"], "rotation-recurrence");
      const recipe::ComputeFormats formats{format == kFloat64 ? kFloat64 : kFloat32, format, {}};
      const measure::RowErrorMeter meter(oracle, format);
      for (std::size_t k = 0; k < 41; ++k) {
        const Position position = (Position{2} << k) - 1;
        EXPECT_EQ(found["positions"][k], to_text(position));
        const auto recipe = recipe::make(series["recipe"].get<std::string>(), oracle.chart(),
                                         formats, Positions::from(position, 1));
        std::vector<double> row(oracle.chart().width());
        recipe->row(0, row);
        const std::string digits = digits_of(found, series, k);
        ASSERT_EQ(digits.size(), row.size());
        measure::ErrorStatistics statistics;
        meter.measure(0, position, row, statistics,
                      [&](std::size_t channel, const measure::EntryError& error) {
                        EXPECT_TRUE(just_lost(bits_of(digits[channel]), error.ulps, format))
                            << encoding << ", " << series["recipe"] << " in " << format.name()
                            << " at " << to_text(position) << ", channel " << channel << ": "
                            << digits[channel] << " of " << error.ulps;
                      });
      }
    }
  }
}

/// And what Arb says of it; but where the error is so near to a power of two ulps that its upper
/// bound may be above.
TEST(LostBits, AreThoseOfArb) {
  const ExperimentConfig experiment = small_kernel("sinusoidal dim=6");
  const json found = lost_bits(experiment);
  const Chart table = chart(experiment.encoding);
  std::size_t sure = 0;
  for (const json& series : found["series"]) {
    const Format format = Format::named(series["format"].get<std::string>());
    const recipe::ComputeFormats formats{format == kFloat64 ? kFloat64 : kFloat32, format, {}};
    for (const std::size_t k : {0U, 9U, 23U, 40U}) {
      const Position position = (Position{2} << k) - 1;
      const auto recipe = recipe::make(series["recipe"].get<std::string>(), table, formats,
                                       Positions::from(position, 1));
      std::vector<double> row(table.width());
      recipe->row(0, row);
      for (std::size_t j = 0; j < row.size(); ++j) {
        const Rational truth =
            second_opinion::span(table.waves, to_rational(position), table.channels[j]).lower;
        const Rational off = abs(Rational(to_rational(from_double(row[j])) - truth));
        const int place = last_place(format, std::ilogb(static_cast<double>(truth)));
        const double ulps = std::ldexp(static_cast<double>(off), -place);
        const int bits = bits_of(digits_of(found, series, k)[j]);
        if (just_lost(bits, ulps * 0.99, format) != just_lost(bits, ulps * 1.01, format)) continue;
        EXPECT_TRUE(just_lost(bits, ulps, format)) << series["recipe"] << " in " << format.name();
        ++sure;
      }
    }
  }
  EXPECT_GT(sure, 250U);  // of 288
}

TEST(Explorer, HasItsDataInTheDocument) {
  const ExperimentConfig experiment = small_kernel("sinusoidal dim=6");
  json report = small_sample_report();
  report["kernel"] = kernel(experiment);
  report["lost_bits"] = lost_bits(experiment);
  EXPECT_NO_THROW(require_report(report));
  EXPECT_NE(page(report), "");
  report.erase("kernel");
  report.erase("lost_bits");
  EXPECT_NO_THROW(require_report(report));
  EXPECT_NE(page(report), "");
}

}  // namespace
}  // namespace sextant::properties
