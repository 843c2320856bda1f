#include <cmath>

#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

Program bias_program(const std::string& recipe, const Encoding& encoding,
                     const Format& store = kFloat32, Position first = 0, std::uint64_t rows = 200) {
  return {.recipe = recipe,
          .encoding = encoding,
          .part = parts(encoding).front(),
          .formats = {kFloat32, store, {}},
          .positions = Positions::from(first, rows)};
}

/// What somebody claims who means another encoding.
Program claimed_as(Program program, const Encoding& encoding) {
  program.encoding = encoding;
  return program;
}

std::string fault_of(const Program& made, const Program& claimed) {
  return findings(verdict_on(rows_of(made), question_about(claimed)));
}

/// Every sound recipe, in every layout that people store: nobody is accused.
TEST(BiasVerdict, PassesWhatSoundRecipesMake) {
  for (const std::string recipe : {"slope-powers", "slope-pow", "slope-reciprocal"}) {
    for (const int heads : {1, 8, 12, 71, 112}) {
      for (const Format& store : {kFloat32, kBfloat16, kFloat16}) {
        const Program p =
            bias_program(recipe, Alibi{.heads = heads, .form = BiasForm::causal}, store, 900, 40);
        const auto verdict = verdict_on(rows_of(p), question_about(p));
        EXPECT_TRUE(verdict.passes()) << recipe << " " << heads << " " << store.name();
        EXPECT_EQ(findings(verdict), "");
      }
    }
  }
}

TEST(BiasVerdict, SaysWhichRecipeMadeTheSlopes) {
  for (const std::string recipe : {"slope-powers", "slope-pow", "slope-reciprocal"}) {
    Program p = bias_program(recipe, Alibi{.heads = 112}, kFloat32, 0, 1);
    p.part = Part::slopes;
    const auto verdict = verdict_on(rows_of(p), question_about(p));
    EXPECT_TRUE(verdict.passes()) << recipe;
    ASSERT_TRUE(verdict.recipe) << recipe;
  }
}

TEST(BiasVerdict, PassesKerple) {
  const Kerple log{.r1 = {Rational(1, 3), 2}, .r2 = {1, Rational(1, 7)}};
  Kerple power = log;
  power.kernel = Kerple::Kernel::power;
  for (const Kerple& kerple : {log, power}) {
    const Program p = bias_program("kerple", kerple, kFloat32, -100);
    const auto verdict = verdict_on(rows_of(p), question_about(p));
    EXPECT_TRUE(verdict.passes());
    EXPECT_EQ(verdict.recipe.value_or(""), "kerple");
    Kerple other = kerple;
    other.kernel = kerple.kernel == log.kernel ? power.kernel : log.kernel;
    EXPECT_EQ(fault_of(p, claimed_as(p, other)), "bias-form");
    for (Rational& r : other.r1) r *= 2;
    EXPECT_EQ(fault_of(p, claimed_as(p, other)), "");
  }
}

/// Heads along the first axis, as programs mostly have them, and along the second.
TEST(BiasVerdict, ReadsEitherAxisAsHeads) {
  const Program p = bias_program("slope-powers", Alibi{.heads = 12});
  const Rows rows = rows_of(p);
  verify::Question q = question_about(p);
  EXPECT_FALSE(verdict_on(rows, q).heads_first);
  const auto reversed = verdict_on(rows.transposed(), q);
  EXPECT_TRUE(reversed.passes() && reversed.heads_first && !reversed.transposed);
  EXPECT_EQ(reversed.statistics.misrounded, verdict_on(rows, q).statistics.misrounded);
  std::get<Alibi>(*q.encoding).layout = BiasLayout::positions_first;
  EXPECT_EQ(findings(verdict_on(rows.transposed(), q)), "transposed");
  q.dim_given = false;
  std::get<Alibi>(*q.encoding).layout = BiasLayout::by_shape;
  EXPECT_TRUE(verdict_on(rows.transposed(), q).heads_first);
  EXPECT_FALSE(verdict_on(rows, q).heads_first);
  const Program square = bias_program("slope-powers", Alibi{.heads = 8}, kFloat32, 0, 8);
  const auto said = verdict_on(rows_of(square).transposed(), question_about(square));
  EXPECT_TRUE(said.passes() && said.heads_first);
  ASSERT_FALSE(said.warnings.empty());
  EXPECT_NE(said.warnings[0].find("--layout"), std::string::npos);
}

/// An ALiBi table of `heads` with other exponents of two for slopes.
Rows with_slopes(const Program& p, const std::vector<double>& exponents) {
  Rows rows = rows_of(p);
  for (std::uint64_t r = 0; r < rows.count(); ++r) {
    for (std::size_t h = 0; h < exponents.size(); ++h) {
      const auto slope = static_cast<float>(std::exp2(exponents[h]));
      rows.at(r, h) = -static_cast<double>(slope * static_cast<float>(p.positions[r]));
    }
  }
  return rows;
}

TEST(BiasFault, SlopesAreNamedWithWhatIsWrongOfThem) {
  const Program eight = bias_program("slope-powers", Alibi{.heads = 8});
  const Program twelve = bias_program("slope-powers", Alibi{.heads = 12});
  const auto verdict_of = [](const Program& p, const std::vector<double>& exponents) {
    return verdict_on(with_slopes(p, exponents), question_about(p));
  };
  std::vector<double> from_one, even, even_from_one, sorted;
  for (int h = 0; h < 8; ++h) from_one.push_back(-h);
  for (int h = 0; h < 12; ++h) {
    even.push_back(-8.0 * (h + 1) / 12);
    even_from_one.push_back(-8.0 * h / 12);
  }
  sorted = {-.5, -1, -1.5, -2, -2.5, -3, -3.5, -4, -5, -6, -7, -8};
  const auto first = verdict_of(eight, from_one);
  ASSERT_EQ(findings(first), "slopes");
  EXPECT_EQ(first.findings[0].parameters.at("first"), "1");
  const auto plain = verdict_of(twelve, even);
  ASSERT_EQ(findings(plain), "slopes");
  EXPECT_EQ(plain.findings[0].parameters.at("interpolation"), "none");
  EXPECT_EQ(findings(verdict_of(twelve, even_from_one)), "slopes");
  const auto order = verdict_of(twelve, sorted);
  ASSERT_EQ(findings(order), "slopes");
  EXPECT_EQ(order.findings[0].parameters.at("order"), "descending");
  const Program sixteen = bias_program("slope-powers", Alibi{.heads = 8, .max_bias = 16});
  const auto other = verdict_on(rows_of(sixteen), question_about(eight));
  ASSERT_EQ(findings(other), "slopes");
  EXPECT_EQ(other.findings[0].parameters.at("max-bias"), "16");
}

/// The same of the slopes alone.
TEST(BiasFault, SlopesAreNamedInARowOfThem) {
  Program p = bias_program("slope-pow", Alibi{.heads = 8}, kFloat32, 0, 1);
  p.part = Part::slopes;
  Rows rows = rows_of(p);
  for (double& slope : rows.values) slope *= 2;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "slopes");
  rows.at(0, 3) *= 3;
  EXPECT_NE(findings(verdict_on(rows, question_about(p))), "slopes");
}

TEST(BiasFault, SignFormAndOffsetAreNamed) {
  for (const int heads : {8, 12}) {
    const Alibi distance{.heads = heads};
    Alibi causal = distance;
    causal.form = BiasForm::causal;
    Alibi keys = distance;
    keys.form = BiasForm::keys;
    const auto made = [&](const Alibi& a) {
      return bias_program("slope-powers", a, kFloat32, -50);
    };
    EXPECT_EQ(fault_of(made(keys), made(causal)), "sign");
    EXPECT_EQ(fault_of(made(causal), made(distance)), "bias-form");
    EXPECT_EQ(fault_of(made(distance), made(keys)), "bias-form");
    EXPECT_EQ(fault_of(made(distance), made(distance)), "");
    for (const int offset : {1, -2, 700}) {
      Program shifted = made(causal);
      shifted.positions.first += offset;
      const auto verdict = verdict_on(rows_of(shifted), question_about(made(causal)));
      ASSERT_EQ(findings(verdict), "position-offset") << offset;
      EXPECT_EQ(verdict.findings[0].parameters.at("offset"), offset);
    }
  }
}

TEST(BiasFault, ProductsInBfloat16AreNamed) {
  const Program p = bias_program("bfloat16-product", Alibi{.heads = 12, .form = BiasForm::keys},
                                 kBfloat16, 0, 2000);
  const auto verdict = verdict_on(rows_of(p), question_about(p));
  EXPECT_FALSE(verdict.passes());
  EXPECT_EQ(findings(verdict), "computed-in-half");
  EXPECT_EQ(verdict.recipe.value_or(""), "bfloat16-product");
}

TEST(BiasFault, OfBucketsAndIndicesAreNamed) {
  const auto made = [](const Encoding& e, Position first = -200) {
    return bias_program("integers", e, kFloat32, first, 400);
  };
  const auto reversed = [](Program p) {  // positions of the other sign
    p.positions.first = -p.positions.first;
    p.positions.step = -1;
    return p;
  };
  for (const Encoding& e : {Encoding(T5{}), Encoding(T5{.bidirectional = false}),
                            Encoding(Deberta{}), Encoding(Shaw{})}) {
    EXPECT_EQ(fault_of(made(e), made(e)), "");
    EXPECT_EQ(fault_of(reversed(made(e)), made(e)), "sign") << to_text(e);
    EXPECT_EQ(fault_of(made(e, -199), made(e)), "position-offset") << to_text(e);
  }
  EXPECT_EQ(fault_of(made(T5{.bidirectional = false}), made(T5{})), "bucket-direction");
  EXPECT_EQ(fault_of(made(T5{}), made(T5{.bidirectional = false})), "bucket-direction");
  EXPECT_EQ(fault_of(made(T5{.max_distance = 64}), made(T5{})), "");
}

TEST(BiasFault, OfWindowsAreNamed) {
  const Swin e{.height = 4, .width = 6};
  const Program p = bias_program("integers", e, kFloat32, 0, 24);
  EXPECT_EQ(fault_of(p, p), "");
  Rows rows = rows_of(p);
  for (std::uint64_t q = 0; q < 24; ++q) {
    for (int k = 0; k < 24; ++k)
      rows.at(q, static_cast<std::uint64_t>(k)) =
          static_cast<double>(cell(SwappedSwin{e}, static_cast<int>(q), k));
  }
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "axes-swapped");
  EXPECT_EQ(findings(verdict_on(rows_of(p).transposed(), question_about(p))), "sign");
}

TEST(BiasVerdict, JudgesZerosAsNoEncoding) {
  Program p = bias_program("", Nope{.dim = 6}, kFloat32, 0, 5);
  const Rows zeros{kFloat32, 6, std::vector<double>(30, 0)};
  verify::Question q = question_about(p);
  EXPECT_EQ(verdict_on(zeros, q).grade, verify::Grade::correctly_rounded);
  Rows wrong = zeros;
  wrong.at(2, 3) = 1;
  const auto verdict = verdict_on(wrong, q);
  EXPECT_FALSE(verdict.passes());
  EXPECT_EQ(verdict.statistics.absolute.witness.position, 2);
}

}  // namespace
}  // namespace sextant
