#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/axial_tables.hpp"
#include "verify/fault/ordered_tables.hpp"
#include "verify/fault/rotated_programs.hpp"

/// Faults that are visible although another fault, or damage, changes the rest of a table.
namespace sextant {
namespace {

using verify::AxialQuestion;

Program sinusoids(const Rational& base = 10000) {
  return {.recipe = "pow-reciprocal",
          .encoding = Sinusoidal{.dim = 64, .base = base},
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(0, 300)};
}

Rows times(Rows rows, double amplitude) {
  for (double& x : rows.values) x = round_to(rows.format, amplitude * x);
  return rows;
}

/// The first rows with a copy of one of them, behind which the others are one row late.
std::vector<std::uint64_t> with_copy(std::uint64_t rows, std::uint64_t row) {
  std::vector<std::uint64_t> order = counted(rows - 1);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(row), row);
  return order;
}

/// The columns of each row moved by one, over its end.
Rows shifted_columns(const Rows& rows) {
  std::vector<std::uint64_t> order = counted(rows.columns);
  std::rotate(order.begin(), order.end() - 1, order.end());
  return with_columns(rows, order);
}

/// The names in any order.
std::string sorted(std::string names) {
  std::vector<std::string> all;
  for (std::size_t from = 0; from < names.size();) {
    const std::size_t to = std::min(names.find(' ', from), names.size());
    all.push_back(names.substr(from, to - from));
    from = to + 1;
  }
  std::sort(all.begin(), all.end());
  names.clear();
  for (const std::string& one : all) names += (names.empty() ? "" : " ") + one;
  return names;
}

/// The table of a grid whose columns of the width hold those of the height.
Rows without_width(const AxialQuestion& q) {
  Rows rows = made_by("pow-reciprocal", q, {kFloat32, kFloat32, {}});
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns / 2; ++j)
      rows.at(row, rows.columns / 2 + j) = rows.at(row, j);
  return rows;
}

TEST(BesideAnotherFault, ACopiedRowIsSeen) {
  const Program claimed = sinusoids();
  EXPECT_EQ(sorted(finding(in_order(rows_of(sinusoids(500000)), with_copy(300, 100)), claimed)),
            "repeated-row wrong-base");
}

TEST(BesideAnotherFault, HalfAStepIsSeenFull) {
  const Program claimed = sinusoids();
  Program half = claimed;
  half.positions = Positions::of(
      [] {
        std::vector<Position> halves;
        for (Position k = 0; k < 300; ++k) halves.push_back(2 * k + 1);
        return halves;
      }(),
      2);
  const Rows rows = rows_of(half);
  EXPECT_EQ(finding(rows, claimed), "position-offset");
  EXPECT_EQ(sorted(finding(times(rows, 1.25), claimed)), "amplitude position-offset");
  std::vector<std::uint64_t> order = counted(300);
  std::swap(order[20], order[70]);
  EXPECT_EQ(sorted(finding(in_order(rows, order), claimed)), "position-offset rows-permuted");
}

TEST(BesideAnotherFault, AShiftOfColumnsIsSeenFull) {
  const Program claimed = sinusoids();
  Program scaled = claimed;
  std::get<Sinusoidal>(scaled.encoding).scale = Rational(1, 2);
  EXPECT_EQ(sorted(finding(shifted_columns(rows_of(scaled)), claimed)),
            "columns-shifted position-scale");
  EXPECT_EQ(sorted(finding(shifted_columns(times(rows_of(claimed), 1.25)), claimed)),
            "amplitude columns-shifted");
}

/// Sines and cosines of a pair show the amplitude in rows of any position.
TEST(BesideAnotherFault, AnAmplitudeIsSeenInRowsOfOtherPositionsFull) {
  const Program claimed = sinusoids();
  std::vector<std::uint64_t> order = counted(300);
  for (std::uint64_t& row : order) row %= 15;
  EXPECT_EQ(sorted(finding(in_order(times(rows_of(claimed), 0.25), order), claimed)),
            "amplitude position-restart");
}

/// Rows of listed positions in the opposite order, rounded toward zero.
TEST(BesideAnotherFault, ReversedRowsOfAListAreSeenFull) {
  Program claimed = sinusoids();
  claimed.formats.store = kBfloat16;
  std::vector<Position> list;
  for (Position k = 0; k < 300; ++k) list.push_back(k + k * k / 60);
  claimed.positions = Positions::of(list, 1);
  Program single = claimed;
  single.formats.store = kFloat32;
  std::vector<std::uint64_t> order = counted(300);
  std::reverse(order.begin(), order.end());
  Rows rows = in_order(rows_of(single), order);
  rows.format = kBfloat16;
  for (double& x : rows.values) x = round_to(kBfloat16, x, Rounding::toward_zero);
  EXPECT_EQ(sorted(finding(rows, claimed)), "rounded-toward-zero rows-reversed");
}

/// Of an integer factor, 0.1·ln(factor) + 1 is a number that no estimate writes out.
TEST(BesideAnotherFault, YarnsAmplitudeIsKnown) {
  const Program claimed = sinusoids();
  const double amplitude = 0.1 * std::log(8) + 1;
  EXPECT_EQ(finding(times(rows_of(claimed), amplitude), claimed), "amplitude");
  EXPECT_EQ(finding(times(rows_of(claimed), 0.1 * std::log(8.5) + 1), claimed), "amplitude");
  const auto verdict =
      verdict_on(times(rows_of(claimed), 0.1 * std::log(8.5) + 1), question_about(claimed));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);  // it is only likely
  const Rows rows = times(rows_of(sinusoids(500000)), amplitude);
  EXPECT_EQ(sorted(finding(rows, claimed)), "amplitude wrong-base");
}

/// One number that explains a table nearly, and what makes up for its rounding, are no two faults.
TEST(BesideAnotherFault, RoundingOfAnEstimateIsNone) {
  const Program claimed = sinusoids();
  Rows rows = true_rows(claimed);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double pair = static_cast<double>(j / 2 + 1);
      const double angle = 0.5 * static_cast<double>(row) * std::pow(10000.0, -2 * pair / 64);
      rows.at(row, j) = round_to(kFloat32, j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  const auto verdict = verdict_on(rows, question_about(claimed));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
  EXPECT_EQ(findings(verdict), "position-scale");
}

/// Of two pairs that explain a table, the one with fewer digits is named.
TEST(BesideAnotherFault, TheExponentsAreNamedBeforeABaseOfManyDigitsFull) {
  const Program claimed = sinusoids();
  Rows rows = true_rows(claimed);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double omega = round_to(kBfloat16, std::pow(10000.0, -static_cast<double>(j / 2) / 31));
      const double angle = static_cast<double>(row) * omega;
      rows.at(row, j) = round_to(kFloat32, j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  EXPECT_EQ(sorted(finding(rows, claimed)), "exponent-denominator frequency-rounded");
}

TEST(BesideAnotherFault, TheDivisorMayBeOneMore) {
  const Program claimed = sinusoids();
  Rows rows = true_rows(claimed);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double omega = std::pow(10000.0, -2 * static_cast<double>(j / 2) / 65);
      const double angle = static_cast<double>(row) * omega;
      rows.at(row, j) = round_to(kFloat32, j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  EXPECT_EQ(finding(rows, claimed), "exponent-denominator");
}

/// Slopes of a shard are measured at the rows' own distances.
TEST(BesideAnotherFault, SlopesOfAShardAreSeenInReversedRows) {
  Program local{.recipe = "slope-powers",
                .encoding = Alibi{.heads = 4},
                .part = Part::bias,
                .formats = {kFloat32, kFloat32, {}},
                .positions = Positions::from(0, 200)};
  const Rows few = rows_of(local);
  Rows rows{kFloat32, 16, {}};
  for (std::uint64_t row = 200; row-- > 0;)
    for (std::uint64_t head = 0; head < 16; ++head)
      rows.values.push_back(few.values[row * 4 + head % 4]);
  local.encoding = Alibi{.heads = 16};
  EXPECT_EQ(sorted(finding(rows, local)), "local-heads rows-reversed");
}

/// With a column for each key, reversed rows are no reversed distances.
TEST(BesideAnotherFault, ReversedQueriesAreSeenBesideDamage) {
  const Program p{.recipe = "integers",
                  .encoding = T5{.bidirectional = false, .keys = 120},
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 80)};
  std::vector<std::uint64_t> order = counted(80);
  std::reverse(order.begin(), order.end());
  Rows rows = in_order(rows_of(p), order);
  EXPECT_EQ(finding(rows, p), "rows-reversed");
  for (const std::uint64_t row : {11, 40, 41}) rows.at(row, 17) -= 20;
  EXPECT_EQ(sorted(finding(rows, p)), "corrupt-entry rows-reversed");
}

/// What a library computes: the entries with some of them an ulp off.
Rows by_another_library(Rows rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (double& x : rows.values) {
    const std::uint64_t drawn = random() % 16;
    if (drawn < 2) x = std::nextafter(static_cast<float>(x), drawn == 0 ? 2.0F : -2.0F);
  }
  return rows;
}

/// A library that errs by more than an ulp accepts the sine of a quarter turn more, and recurrences
/// over few pairs: bits tell them.
TEST(BesideAnotherFault, BitsTellWhatALooseLibraryAccepts) {
  Program claimed{.recipe = "pow-divide",
                  .encoding = Sinusoidal{.dim = 128},
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(1000, 900)};
  EXPECT_EQ(finding(by_another_library(rows_of(claimed), 1), claimed), "passes");
  for (const std::string name : {"quarter-turn-cosine", "frequency-recurrence"}) {
    Program made = claimed;
    made.recipe = name;
    EXPECT_EQ(finding(by_another_library(rows_of(made), 2), claimed), name);
  }
}

TEST(BesideAnotherFault, VectorsHaveTwo) {
  const TurningProgram claimed{.encoding = Rotary{.dim = 32, .base = 50000},
                               .positions = Positions::from(0, 200)};
  TurningProgram made = claimed;
  made.encoding.base = 500000;
  made.positions = Positions::from(1, 200);
  EXPECT_EQ(sorted(findings(verdict_on(rotated_rows(made), claimed))),
            "position-offset wrong-base");
  std::vector<Position> positions;
  for (Position k = 0; k < 200; ++k) positions.push_back(k < 100 ? k : k - 1);
  made.positions = Positions::of(std::move(positions), 1);
  EXPECT_EQ(sorted(findings(verdict_on(rotated_rows(made), claimed))), "repeated-row wrong-base");
}

TEST(BesideAnotherFault, VectorsAreDamaged) {
  TurningProgram claimed{.encoding = Rotary{.dim = 32}, .positions = Positions::from(0, 200)};
  claimed.columns = 64;
  const auto damaged = [](RotatedRows rows) {
    for (const std::size_t k : {1000, 2001, 5002, 9003}) rows.after[k] += 1;
    return rows;
  };
  TurningProgram whole = claimed;
  whole.encoding.dim = 64;
  EXPECT_EQ(sorted(findings(verdict_on(damaged(rotated_rows(whole)), claimed))),
            "corrupt-entry partial-missing");
  TurningProgram other = claimed;
  other.encoding.base = 500000;
  EXPECT_EQ(sorted(findings(verdict_on(damaged(rotated_rows(other)), claimed))),
            "corrupt-entry wrong-base");
}

/// Vectors show which columns turn together, whatever the frequencies.
TEST(BesideAnotherFault, PairsOfAWiderHeadAreSeen) {
  TurningProgram claimed{.encoding = Rotary{.dim = 32}, .positions = Positions::from(0, 200)};
  claimed.columns = 64;
  TurningProgram made = claimed;
  made.encoding.dim = 64;
  made.encoding.base = 500000;
  EXPECT_EQ(sorted(findings(verdict_on(rotated_rows(made), claimed))),
            "partial-missing wrong-base");
}

/// The width's columns hold those of the height, and a few entries are damaged.
TEST(BesideAnotherFault, AnAxisIsDroppedInADamagedTable) {
  const AxialQuestion q = about(of_grid("sam2", 10, 23, "64"));
  Rows rows = without_width(q);
  for (const std::uint64_t row : {31, 70, 111, 200})
    rows.at(row, row % rows.columns) = rows.at(row, row % rows.columns) > 0 ? -0.5 : 0.5;
  const auto verdict = verdict_on(rows, q);
  EXPECT_EQ(verdict.grade, verify::Grade::explained);
  EXPECT_EQ(sorted(findings(verdict)), "axis-dropped corrupt-entry");
}

/// A fault that all axes have, where one axis has the coordinates of another one.
TEST(BesideAnotherFault, AnAxisIsDroppedByAProgramWithAnotherBase) {
  const AxialQuestion q = about(of_grid("timm-2d", 3, 4, "128"));
  AxialQuestion other = q;
  set_field(other.encoding, "base", "5000000");
  Rows rows = made_by("pow-reciprocal", other, {kFloat32, kFloat32, {}});
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (const std::uint64_t j : {0, 64})
      for (std::uint64_t k = 0; k < 32; ++k) rows.at(row, j + 32 + k) = rows.at(row, j + k);
  const auto verdict = verdict_on(rows, q);
  EXPECT_EQ(verdict.grade, verify::Grade::explained);
  EXPECT_EQ(sorted(findings(verdict)), "axis-dropped wrong-base");
}

/// The last rows of a grid's table repeat one before, with another fault in all rows.
TEST(BesideAnotherFault, AGridIsTooShortFull) {
  AxialQuestion q = about(*find_axial("mrope"));
  q.part = Part::cos;
  q.coordinates = story(90);
  AxialQuestion other = q;
  set_field(other.encoding, "base", "500000");
  Rows rows = made_by("pow-reciprocal", other, {kFloat32, kFloat32, {}});
  for (std::uint64_t row = 60; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = rows.at(59, j);
  const auto verdict = verdict_on(rows, q);
  EXPECT_EQ(sorted(findings(verdict)), "table-overrun wrong-base");
}

/// Rows with entries that are not finite do not hide the fault of the others.
TEST(BesideAnotherFault, EntriesAreNotFinite) {
  const Program p{.recipe = "slope-powers",
                  .encoding = Alibi{.heads = 16},
                  .part = Part::bias,
                  .formats = {kFloat32, kFloat16, {}},
                  .positions = Positions::from(0, 600)};
  Program made = p;
  made.recipe = "bfloat16-product";
  Rows rows = rows_of(made);
  rows.at(200, 3) = HUGE_VAL;
  EXPECT_EQ(finding(rows, p), "not-finite computed-in-half");
}

/// Halves for interleaved columns, and angles of 16 bits in every section.
TEST(BesideAnotherFault, ALayoutOfAnglesInHalfPrecision) {
  AxialQuestion q = about(of_grid("rope-vit", 12, 40, "64"));
  q.part = Part::cos_repeated;
  AxialQuestion made = q;
  std::get<Rotary>(made.encoding.along).layout = Pairing::half_split;
  recipe::ComputeFormats formats = {kFloat32, kBfloat16, {}};
  formats.intermediate.angle = kFloat16;
  const auto verdict = verdict_on(made_by("pow-reciprocal", made, formats), q);
  EXPECT_EQ(verdict.grade, verify::Grade::explained);
  EXPECT_EQ(sorted(findings(verdict)), "computed-in-half layout");
}

/// Rows of zeros and rows that restart are seen in buckets, with or without a cap.
TEST(BesideAnotherFault, ZerosAndRestartsAreSeenInBucketsFull) {
  const Program p{.recipe = "integers",
                  .encoding = T5{.num_buckets = 16, .max_distance = 64, .keys = 45},
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(100, 120)};
  const auto with_zeros = [](Rows rows) {
    for (std::uint64_t row = 60; row < 70; ++row)
      for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = 0;
    return rows;
  };
  EXPECT_EQ(finding(with_zeros(rows_of(p)), p), "zeros");
  Rows uncapped = rows_of(p);
  for (std::uint64_t row = 0; row < uncapped.count(); ++row)
    for (std::uint64_t j = 0; j < uncapped.columns; ++j) {
      const double distance = static_cast<double>(p.positions[row]) - static_cast<double>(j);
      if (distance >= 4)
        uncapped.at(row, j) = 4 + std::floor(std::log(distance / 4) / std::log(16.0) * 4);
    }
  EXPECT_EQ(finding(uncapped, p), "buckets-uncapped");
  EXPECT_EQ(sorted(finding(with_zeros(uncapped), p)), "buckets-uncapped zeros");
  std::vector<std::uint64_t> order = counted(120);
  for (std::uint64_t row = 70; row < 120; ++row) order[row] = row - 70;
  EXPECT_EQ(sorted(finding(in_order(uncapped, order), p)), "buckets-uncapped position-restart");
}

/// Multiples of a step are rounded from what another fault computed.
TEST(BesideAnotherFault, AStepOfQuantisationIsSeenFull) {
  const Program claimed = sinusoids();
  Rows rows = rows_of(sinusoids(100));
  for (double& x : rows.values) x = round_to(kFloat32, std::nearbyint(7 * x) / 7);
  EXPECT_EQ(sorted(finding(rows, claimed)), "exponent-halved quantised");
}

/// Another layout leaves every estimate of a context scaling as it is.
TEST(BesideAnotherFault, ALayoutHidesNoScaling) {
  Program claimed{
      .recipe = "pow-reciprocal",
      .encoding = Rotary{.dim = 64,
                         .base = 500000,
                         .context = {.scaling = Scaling::llama3, .factor = 8, .original = 8192}},
      .part = Part::cos_repeated,
      .formats = {kFloat32, kFloat32, {}},
      .positions = Positions::from(0, 600)};
  Program made = claimed;
  auto& rotary = std::get<Rotary>(made.encoding);
  rotary.layout = Pairing::interleaved;
  rotary.context.scaling = Scaling::yarn;
  EXPECT_EQ(sorted(finding(rows_of(made), claimed)), "layout scaling-kind");
}

/// Rotations from row to row show the frequencies of a scaling, whatever the phase.
TEST(BesideAnotherFault, APhaseHidesNoScaling) {
  Program claimed{
      .recipe = "pow-reciprocal",
      .encoding = Rotary{.dim = 64,
                         .base = 500000,
                         .context = {.scaling = Scaling::yarn, .factor = 4, .original = 8192}},
      .part = Part::sin,
      .formats = {kFloat64, kFloat32, {}},
      .positions = Positions::from(0, 100)};
  Program made = claimed;
  auto& context = std::get<Rotary>(made.encoding).context;
  context.scaling = Scaling::llama3;
  Chart chart = made.chart();
  chart.waves.phases.assign(static_cast<std::size_t>(chart.waves.pairs()), Rational(1, 2));
  Rows rows = rows_of(made);
  const exact::Oracle oracle(chart);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::size_t j = 0; j < rows.columns; ++j)
      rows.at(row, j) =
          oracle.nearest(kFloat32, static_cast<Position>(row), chart.channels[j]).value;
  EXPECT_EQ(sorted(finding(rows, claimed)), "phase scaling-kind");
}

/// Two faults that explain no more than the claim does are no hint.
TEST(BesideAnotherFault, NoneIsNearestThatExplainsConstantColumnsAloneFull) {
  const Program claimed{.recipe = "log-timescale",
                        .encoding = Rotary{.dim = 10,
                                           .base = 50000,
                                           .context = {.scaling = Scaling::proportional,
                                                       .factor = 1,
                                                       .partial = Rational(1, 2)}},
                        .part = Part::cos_repeated,
                        .formats = {kFloat32, kFloat16, {}},
                        .positions = Positions::from(0, 2048)};
  std::vector<std::uint64_t> order = counted(2048);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(5));
  const auto verdict = verdict_on(in_order(rows_of(claimed), order), question_about(claimed));
  for (const auto& finding : verdict.findings) {
    ASSERT_TRUE(finding.residual);
    EXPECT_GT(finding.residual->accounts_for, 0.8) << finding.fault;
  }
}

/// Numbers of a narrower format are detected beside any two faults.
TEST(BesideAnotherFault, NarrowerNumbersAreSeenBesideTwoFull) {
  const Program claimed = sinusoids();
  Program made = sinusoids();
  std::get<Sinusoidal>(made.encoding).order = Order::cos_sin;
  made.positions.first = 7;
  Rows rows = rows_of(made);
  for (double& x : rows.values) x = round_to(kBfloat16, x);
  EXPECT_EQ(sorted(finding(rows, claimed)), "position-offset sin-cos-swapped stored-narrower");
}

/// Truncation to a narrower format is reported once, without `stored-narrower`.
TEST(BesideAnotherFault, CutNumbersAreNamedOnce) {
  const Program claimed = sinusoids();
  Rows rows = rows_of(sinusoids(500));
  for (double& x : rows.values) x = round_to(kFloat16, x, Rounding::toward_zero);
  EXPECT_EQ(sorted(finding(rows, claimed)), "rounded-toward-zero wrong-base");
}

/// Rounded frequencies are detected although all signs are reversed.
TEST(BesideAnotherFault, RoundedFrequenciesAreSeenBehindSigns) {
  Program claimed = sinusoids();
  std::get<Sinusoidal>(claimed.encoding).dim = 512;
  claimed.positions = Positions::from(1, 13);
  Rows rows = rows_of(claimed);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const auto exact = static_cast<float>(std::pow(10000.0, -static_cast<double>(j / 2) / 256));
      const float angle =
          static_cast<float>(row + 1) * static_cast<float>(round_to(kFloat16, exact));
      const double wave =
          j % 2 == 0 ? std::sin(static_cast<double>(angle)) : std::cos(static_cast<double>(angle));
      rows.at(row, j) = round_to(kFloat32, -wave);
    }
  }
  EXPECT_EQ(sorted(finding(rows, claimed)), "frequency-rounded sign");
}

/// A wrong base is named in a row with four damaged frequencies.
TEST(BesideAnotherFault, ABaseIsSeenInDamagedFrequencies) {
  const auto row = [](const Rational& base) {
    return Program{.recipe = "pow-reciprocal",
                   .encoding = Rotary{.dim = 128, .base = base},
                   .part = Part::inv_freq,
                   .formats = {kFloat32, kFloat32, {}},
                   .positions = Positions::from(0, 1)};
  };
  Rows rows = rows_of(row(5000));
  for (const std::uint64_t j : {3, 28, 31, 47}) rows.at(0, j) *= 1.5;
  EXPECT_EQ(finding(rows, row(500000)), "wrong-base corrupt-entry");
}

/// All pairs have one added phase, and one entry is damaged.
TEST(BesideAnotherFault, APhaseIsSeenInDamagedRows) {
  const Program claimed = sinusoids();
  Rows rows = rows_of(claimed);
  rows.values.resize(9 * rows.columns);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double angle =
          static_cast<double>(row) * std::pow(10000.0, -static_cast<double>(j / 2) / 32) + 0.5;
      rows.at(row, j) = round_to(kFloat32, j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  rows.at(8, 20) = 0.125;
  Program few = claimed;
  few.positions = Positions::from(0, 9);
  EXPECT_EQ(finding(rows, few), "phase corrupt-entry");
}

/// A dropped axis is named in a grid with one NaN.
TEST(BesideAnotherFault, AnAxisIsDroppedBesideAnEntryThatIsNotFinite) {
  const AxialQuestion q = about(of_grid("sam2", 10, 23, "64"));
  Rows rows = without_width(q);
  rows.at(147, 27) = std::nan("");
  EXPECT_EQ(sorted(findings(verdict_on(rows, q))), "axis-dropped not-finite");
}

}  // namespace
}  // namespace sextant
