#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "resample/programs.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/resample/resampled_table.hpp"
#include "sextant/verify/resampled/resampled.hpp"
#include "tensor/npy_files.hpp"
#include "verify/memory_tables.hpp"

/// Mutants that these must kill: candidates that are left out, and a format that does not hold its
/// entries.
namespace sextant {
namespace {

using resample::Cells;
using resample::Resampling;
using resample::rule_of;
using resample::Size;

Cells source_of(const Size& size, std::size_t columns = 6) {
  std::mt19937_64 random(7);
  Cells source{size, columns, {}};
  for (std::size_t k = 0; k < size.cells() * columns; ++k)
    source.numbers.push_back(
        std::ldexp(static_cast<float>(static_cast<int>(random() >> 40) - (1 << 23)), -27));
  return source;
}

Rows rows_of(const Cells& cells, const Format& format = kFloat32) {
  Rows rows{format, cells.columns, {}};
  for (const float number : cells.numbers) rows.values.push_back(round_to(format, number));
  return rows;
}

Rows joined(Rows first, const Rows& more) {
  first.values.insert(first.values.end(), more.values.begin(), more.values.end());
  return first;
}

verify::Verdict judged(const Rows& source, const Rows& table, const Resampling& how,
                       std::optional<Format> computed_in = {}) {
  const MemoryTable before(source, "source"), after(table, "table");
  return verify::verify_resampled({before.table(), {source.count(), source.columns}},
                                  {after.table(), {table.count(), table.columns}},
                                  {.how = how, .computed_in = computed_in});
}

/// The grade, and the findings that are proved.
std::string outcome(const verify::Verdict& verdict) {
  std::string text(verify::word(verdict.grade));
  for (const verify::Finding& finding : verdict.findings)
    if (!finding.residual) text += " " + finding.fault + verify::json_text(finding.parameters);
  return text;
}

/// The outcome of a table that one fault explains.
std::string explained(const std::string& fault, const std::string& parameters) {
  return "explained " + fault + parameters;
}

/// The rows of cells in another order: new row k is row order(k).
template <class Order>
Rows ordered(const Rows& rows, const Order& order) {
  Rows result{rows.format, rows.columns, {}};
  for (std::uint64_t k = 0; k < rows.count(); ++k) {
    const auto from = rows.values.begin() + static_cast<std::ptrdiff_t>(order(k) * rows.columns);
    result.values.insert(result.values.end(), from,
                         from + static_cast<std::ptrdiff_t>(rows.columns));
  }
  return result;
}

struct ResampledFaults : testing::Test {
  Size from{9, 9}, to{12, 8};
  Cells source = source_of(from);

  std::string judge(const Cells& table, const std::string& mode) const {
    return judge(rows_of(table), mode);
  }
  std::string judge(const Rows& table, const std::string& mode) const {
    return outcome(judged(rows_of(source), table, {rule_of(mode), from, to}));
  }
};

TEST_F(ResampledFaults, AreNotFoundInSoundTables) {
  EXPECT_EQ(judge(torch_plain(source, to, false, false), "bilinear"), "rounding");
  EXPECT_EQ(judge(torch_plain(source, to, true, false), "bicubic"), "rounding");
  EXPECT_EQ(judge(torch_antialias(source, to, true), "bicubic-antialias"), "rounding");
  EXPECT_EQ(judge(jax(source, to, true, true), "bicubic-antialias"), "rounding");
  EXPECT_EQ(judge(jax(source, to, true, false), "bicubic-keys"), "rounding");
  EXPECT_EQ(judge(corners(source, to), "bilinear-align-corners"), "rounding");
  EXPECT_EQ(judge(differences(source, to), "bilinear-align-corners"), "rounding");
  for (const Format& format : {kBfloat16, kFloat16}) {
    const std::string said =
        judge(rows_of(torch_plain(source, to, true, false), format), "bicubic");
    EXPECT_TRUE(said == "faithful" || said == "correctly-rounded" || said == "rounding") << said;
  }
}

TEST_F(ResampledFaults, OfTheRuleAreNamed) {
  EXPECT_EQ(judge(torch_plain(source, to, false, false), "bilinear-align-corners"),
            explained("align-corners", "{\"align_corners\":false}"));
  EXPECT_EQ(judge(torch_plain(source, to, true, true), "bicubic"),
            explained("align-corners", "{\"align_corners\":true}"));
  EXPECT_EQ(judge(torch_plain(source, to, true, false), "bicubic-antialias"),
            explained("antialias", "{\"antialias\":false}"));
  EXPECT_EQ(judge(torch_antialias(source, to, true), "bicubic"),
            explained("antialias", "{\"antialias\":true}"));
  EXPECT_EQ(judge(torch_antialias(source, to, false), "bilinear"),
            explained("antialias", "{\"antialias\":true}"));
  EXPECT_EQ(judge(jax(source, to, true, false), "bicubic-antialias"),
            explained("antialias", "{\"antialias\":false}"));
  EXPECT_EQ(judge(torch_plain(source, to, false, false), "bicubic"),
            explained("interpolation-kernel", "{\"kernel\":\"bilinear\"}"));
  EXPECT_EQ(judge(torch_antialias(source, to, true), "bilinear-antialias"),
            explained("interpolation-kernel", "{\"kernel\":\"bicubic\"}"));
}

/// The exact table of a rule that no mode has.
Rows exact_rows(const Cells& source, const Resampling& how) {
  const Rows rows = rows_of(source);
  const resample::SourceNumbers numbers(
      "source", rows.count(), rows.columns,
      [&](std::uint64_t first, std::uint64_t count, std::span<double> values) {
        const auto from = rows.values.begin() + static_cast<std::ptrdiff_t>(first * rows.columns);
        std::copy_n(from, count * rows.columns, values.begin());
      });
  const resample::ResampledTable exact(numbers, how, kFloat32);
  Rows table{kFloat32, rows.columns, {}};
  resample::ExactRow row;
  for (std::uint64_t k = 0; k < how.rows(); ++k) {
    exact.read(k, row);
    for (std::size_t c = 0; c < rows.columns; ++c)
      table.values.push_back(row.nearest(kFloat32, c, row.ball(c)));
  }
  return table;
}

TEST_F(ResampledFaults, OfWeightsAreNamed) {
  Resampling how{rule_of("bicubic"), from, to};
  how.rule.coordinates = resample::Coordinates::asymmetric;
  EXPECT_EQ(judge(exact_rows(source, how), "bicubic"), explained("half-pixel-missing", "{}"));
  how.rule = rule_of("bicubic");
  how.rule.a = Rational(-1, 2);
  EXPECT_EQ(judge(exact_rows(source, how), "bicubic"),
            explained("bicubic-coefficient", "{\"a\":\"-1/2\"}"));
  how.rule = rule_of("bicubic");
  how.rule.edge = resample::Edge::dropped;
  EXPECT_EQ(judge(exact_rows(source, how), "bicubic"),
            explained("edge-weights", "{\"edge\":\"dropped\"}"));
  how.rule = {resample::Filter::nearest, 0, resample::Coordinates::asymmetric, false,
              resample::Edge::clamped};
  EXPECT_EQ(judge(exact_rows(source, how), "bilinear"),
            explained("interpolation-kernel", "{\"kernel\":\"nearest\"}"));
  how.rule.coordinates = resample::Coordinates::half_pixel;
  EXPECT_EQ(judge(exact_rows(source, how), "bilinear"),
            explained("interpolation-kernel", "{\"kernel\":\"nearest-exact\"}"));
  how.rule = rule_of("bicubic-antialias");
  how.rule.coordinates = resample::Coordinates::align_corners;
  EXPECT_EQ(judge(exact_rows(source, how), "bicubic-antialias"),
            explained("align-corners", "{\"align_corners\":true}"));
}

TEST_F(ResampledFaults, OfTheGridAreNamed) {
  const Rows table = rows_of(torch_plain(source, to, true, false));
  const Rows down =
      ordered(table, [&](std::uint64_t k) { return k % to.height * to.width + k / to.height; });
  EXPECT_EQ(judge(down, "bicubic"),
            explained("grid-transposed", "{\"what\":\"rows of the table\"}"));
  Cells turned = source;
  turned.numbers.clear();
  for (const double number : ordered(rows_of(source), [&](std::uint64_t k) {
                               return k % from.height * from.width + k / from.height;
                             }).values)
    turned.numbers.push_back(static_cast<float>(number));
  EXPECT_EQ(judge(torch_plain(turned, to, true, false), "bicubic"),
            explained("grid-transposed", "{\"what\":\"rows of the source\"}"));
  EXPECT_EQ(judge(torch_plain(source, {to.width, to.height}, true, false), "bicubic"),
            explained("grid-transposed", "{\"what\":\"size\"}"));
  Cells line = source;
  line.size = {1, from.cells()};
  EXPECT_EQ(judge(torch_plain(line, {1, to.cells()}, false, false), "bilinear"),
            explained("grid-flattened", "{}"));
  Resampling offset{rule_of("bicubic"), from, to};
  offset.scale_factor = resample::read_scale_factor("12.1/9,8.1/9");
  EXPECT_EQ(judge(exact_rows(source, offset), "bicubic"),
            explained("resampling-scale", "{\"scale_factor\":\"121/90,9/10\"}"));
  EXPECT_EQ(outcome(judged(rows_of(source), table, offset)),
            explained("resampling-scale", "{\"scale\":\"the ratio of the sizes\"}"));
}

TEST_F(ResampledFaults, OfMergeBlocksAreNamed) {
  const Rows table = rows_of(corners(source, to));
  Resampling how{rule_of("bilinear-align-corners"), from, to};
  how.merge = 2;
  EXPECT_EQ(outcome(judged(rows_of(source), table, how)),
            explained("merge-blocks", "{\"merge\":1}"));
  const Rows merged = ordered(table, [&](std::uint64_t k) {
    const auto cell = *cell_of(how, k);
    return cell.y * to.width + cell.x;
  });
  EXPECT_EQ(outcome(judged(rows_of(source), merged, how)), "rounding");
  EXPECT_EQ(judge(merged, "bilinear-align-corners"), explained("merge-blocks", "{\"merge\":2}"));
  const Rows both = rows_of(torch_plain(source, to, false, false));
  EXPECT_EQ(outcome(judged(rows_of(source), both, how)),
            explained("align-corners", "{\"align_corners\":false} merge-blocks{\"merge\":1}"));
}

TEST_F(ResampledFaults, OfClassTokensAndPaddingAreNamed) {
  const Rows token = rows_of(source_of({1, 1}));
  const Rows all = joined(token, rows_of(source));
  Resampling how{rule_of("bicubic"), from, to};
  how.prefix = how.skip = 1;
  const Rows cells = rows_of(torch_plain(source, to, true, false));
  EXPECT_EQ(outcome(judged(all, joined(token, cells), how)), "rounding");
  Cells early = source;
  early.numbers.insert(early.numbers.begin(), source.columns, 0);
  for (std::size_t c = 0; c < source.columns; ++c)
    early.numbers[c] = static_cast<float>(token.values[c]);
  early.numbers.resize(source.numbers.size());
  EXPECT_EQ(outcome(judged(all, joined(token, rows_of(torch_plain(early, to, true, false))), how)),
            explained("prefix-resampled", "{\"as\":\"the first cells\"}"));
  Cells line{{1, all.count()}, source.columns, {}};
  for (const double number : all.values) line.numbers.push_back(static_cast<float>(number));
  EXPECT_EQ(outcome(judged(all, rows_of(torch_plain(line, {1, to.cells() + 1}, true, false)), how)),
            explained("prefix-resampled", "{\"as\":\"part of a sequence\"}"));
  how.padding = 2;
  const Rows first{
      kFloat32,
      source.columns,
      {cells.values.begin(), cells.values.begin() + static_cast<std::ptrdiff_t>(source.columns)}};
  const Rows padded = joined(joined(joined(token, cells), first), first);
  EXPECT_EQ(outcome(judged(all, padded, how)), "rounding");
  Rows zeros = padded;
  std::fill(zeros.values.end() - static_cast<std::ptrdiff_t>(2 * source.columns),
            zeros.values.end(), 0);
  EXPECT_EQ(outcome(judged(all, zeros, how)),
            explained("zeros", "{\"of\":99,\"rows\":\"97 to 98\"}"));
}

TEST_F(ResampledFaults, OfFormatsAreNamed) {
  const Rows table = rows_of(torch_plain(source, to, true, false));
  Rows wide = table;
  wide.format = kFloat64;
  EXPECT_EQ(judge(wide, "bicubic"), explained("computed-in-single", "{}"));
  for (const Format& format : {kBfloat16, kFloat16}) {
    Rows narrow = rows_of(torch_plain(source, to, true, false), format);
    narrow.format = kFloat32;
    EXPECT_EQ(judge(narrow, "bicubic"),
              explained("stored-narrower", "{\"format\":\"" + format.name() + "\"}"));
  }
}

TEST_F(ResampledFaults, OfFewEntriesAreLocatedAndOthersStayUnexplained) {
  const Rows sound = rows_of(torch_plain(source, to, true, false));
  Rows table = sound;
  table.at(17, 3) += 0x1p-9;
  const auto one = judged(rows_of(source), table, {rule_of("bicubic"), from, to});
  ASSERT_EQ(one.findings.size(), 1U);
  EXPECT_EQ(one.findings[0].fault, "corrupt-entry");
  EXPECT_EQ(one.statistics.absolute.witness.row, 17U);
  table = sound;
  for (std::uint64_t row = 40; row < 60; ++row)
    for (std::uint64_t c = 2; c < 4; ++c) table.at(row, c) *= 1.25;
  for (double& x : table.values) x = round_to(kFloat32, x);
  const auto many = judged(rows_of(source), table, {rule_of("bicubic"), from, to});
  EXPECT_EQ(outcome(many), "unexplained");
  ASSERT_TRUE(many.where);
  EXPECT_EQ(many.where->rows.text(), "40 to 59");
  EXPECT_EQ(many.where->columns.text(), "2 to 3");
  std::mt19937_64 random(5);
  table = sound;
  for (double& x : table.values)
    x = round_to(kFloat32, x + std::ldexp(static_cast<double>(random() >> 44), -34));
  EXPECT_EQ(judge(table, "bicubic"), "unexplained");
}

/// One wrong entry beside a fault: the fault is the closest, and not proved.
TEST_F(ResampledFaults, OfMostEntriesAreLikely) {
  Rows table = rows_of(torch_plain(source, to, true, true));
  table.at(53, 2) += 0x1p-9;
  const auto verdict = judged(rows_of(source), table, {rule_of("bicubic"), from, to});
  EXPECT_EQ(outcome(verdict), "unexplained");
  ASSERT_NE(verdict.closest(), nullptr);
  EXPECT_EQ(verdict.closest()->fault, "align-corners");
  EXPECT_GT(verdict.closest()->residual->accounts_for, 0.99);
  EXPECT_EQ(verdict.closest()->residual->position, 53);
}

/// Sums in bfloat16, as where a whole model is converted; a table that is 1 % too large is not
/// that.
TEST_F(ResampledFaults, OfHalfPrecisionAreLikely) {
  const Resampling how{rule_of("bilinear-align-corners"), from, to};
  Cells narrow = source;
  const auto half = [](float x) { return static_cast<float>(round_to(kBfloat16, x)); };
  for (float& x : narrow.numbers) x = half(x);
  Cells made = narrow;
  made.size = to;
  made.numbers.clear();
  for (std::uint64_t y = 0; y < to.height; ++y)
    for (std::uint64_t x = 0; x < to.width; ++x) {
      const float v = 8 * static_cast<float>(y) / 11, u = 8 * static_cast<float>(x) / 7;
      const auto y0 = static_cast<std::uint64_t>(v), x0 = static_cast<std::uint64_t>(u);
      const std::uint64_t y1 = std::min<std::uint64_t>(y0 + 1, 8),
                          x1 = std::min<std::uint64_t>(x0 + 1, 8);
      const float dy = v - static_cast<float>(y0), dx = u - static_cast<float>(x0);
      for (std::size_t c = 0; c < source.columns; ++c) {
        const auto term = [&](std::uint64_t j, std::uint64_t k, float w) {
          return half(narrow.numbers[(j * 9 + k) * source.columns + c] * half(w));
        };
        made.numbers.push_back(
            half(half(half(term(y0, x0, (1 - dy) * (1 - dx)) + term(y0, x1, (1 - dy) * dx)) +
                      term(y1, x0, dy * (1 - dx))) +
                 term(y1, x1, dy * dx)));
      }
    }
  const Rows given = rows_of(narrow, kBfloat16);
  const auto verdict = judged(given, rows_of(made, kBfloat16), how);
  EXPECT_EQ(outcome(verdict), "unexplained");
  ASSERT_NE(verdict.closest(), nullptr);
  EXPECT_EQ(verdict.closest()->fault, "resampled-in-half");
  EXPECT_EQ(verdict.closest()->residual->accounts_for, 1);
  Rows large = rows_of(corners(narrow, to), kBfloat16);
  for (double& x : large.values) x = round_to(kBfloat16, 1.01 * x);
  EXPECT_EQ(judged(given, large, how).closest(), nullptr);
}

TEST_F(ResampledFaults, OfRowsThatAreNotResampledAreNamed) {
  const Size small{6, 5};
  const auto judge = [&](const std::function<std::uint64_t(std::uint64_t)>& order) {
    const Rows rows = ordered(rows_of(source), order);
    const Rows first{kFloat32, rows.columns, {rows.values.begin(), rows.values.begin() + 30 * 6}};
    return outcome(judged(rows_of(source), first, {rule_of("bicubic"), from, small}));
  };
  EXPECT_EQ(judge([](std::uint64_t k) { return k; }),
            explained("resampling-missing", "{\"rows\":\"the first\"}"));
  EXPECT_EQ(judge([](std::uint64_t k) { return k < 30 ? k / 5 * 9 + k % 5 : k; }),
            explained("resampling-missing", "{\"rows\":\"the corner at the top left\"}"));
  EXPECT_EQ(judge([](std::uint64_t k) { return k < 30 ? (k / 5 + 1) * 9 + k % 5 + 2 : k; }),
            explained("resampling-missing", "{\"rows\":\"the middle\"}"));
}

TEST_F(ResampledFaults, LeaveTransposedTablesToTheirShape) {
  const Rows table = rows_of(torch_plain(source, to, true, false));
  EXPECT_EQ(judge(table.transposed(), "bicubic"),
            explained("transposed", "{\"columns\":96,\"rows\":6}"));
}

TEST_F(ResampledFaults, AreNotSoughtInTablesOfAnotherSize) {
  const Rows table = rows_of(torch_plain(source, to, true, false));
  const auto error = [&](const Size& a, const Size& b) {
    return error_of([&] { judged(rows_of(source), table, {rule_of("bicubic"), a, b}); });
  };
  EXPECT_NE(error(from, {12, 9}).find("96 rows do not agree with the 108"), std::string::npos);
  EXPECT_NE(error({9, 8}, to).find("81 rows do not agree with the 72"), std::string::npos);
  const Rows narrow = rows_of(torch_plain(source_of(from, 5), to, true, false));
  EXPECT_NE(error_of([&] {
              judged(rows_of(source), narrow, {rule_of("bicubic"), from, to});
            }).find("5 columns do not agree with the 6"),
            std::string::npos);
}

/// Sums beyond the largest double have no bound, and then noise is no resampled table.
TEST(Resampled, NothingPassesByAnInfiniteBound) {
  Rows source{kFloat64, 4, {}}, noise{kFloat64, 4, {}};
  std::mt19937_64 random(3);
  for (int k = 0; k < 16 * 4; ++k) source.values.push_back(k % 2 == 0 ? 1.7e308 : -1.7e308);
  for (int k = 0; k < 64 * 4; ++k)
    noise.values.push_back(std::ldexp(static_cast<double>(random() >> 11), -52) - 1);
  const Resampling how{.rule = rule_of("bicubic"), .from = {4, 4}, .to = {8, 8}};
  EXPECT_FALSE(judged(source, noise, how).passes());
}

/// Entries that are a few bounds off are no damage: a program is that inaccurate.
TEST(Resampled, EntriesALittleOffAreNotCorrupt) {
  const Size from{12, 12}, to{20, 20};
  const Cells source = source_of(from);
  const Resampling how{.rule = rule_of("bilinear"), .from = from, .to = to};
  Rows table = rows_of(torch_plain(source, to, false, false));
  for (const std::size_t k : {100U, 1000U, 2000U})
    table.values[k] = round_to(kFloat32, table.values[k] + 0x1p-25);
  const auto verdict = judged(rows_of(source), table, how);
  for (const auto& finding : verdict.findings) EXPECT_NE(finding.fault, "corrupt-entry");
}

}  // namespace
}  // namespace sextant
