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

/// The claim of a user who means another encoding.
Program claimed_as(Program program, const Encoding& encoding) {
  program.encoding = encoding;
  return program;
}

std::string fault_of(const Program& made, const Program& claimed) {
  return findings(verdict_on(rows_of(made), question_about(claimed)));
}

/// Every sound recipe in every layout in use: no fault is named.
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
    EXPECT_EQ(fault_of(p, claimed_as(p, other)), "bias-form amplitude");
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
}

/// The parameters are named if the table shows them; of several that fit, the claimed one or a
/// power of two.
TEST(BiasFault, OtherParametersOfBucketsAreNamed) {
  const auto named = [](const Encoding& e, const Encoding& claimed, Position first, int count) {
    const Program p = bias_program("integers", e, kFloat32, first, count);
    const Program q = bias_program("integers", claimed, kFloat32, first, count);
    const auto verdict = verdict_on(rows_of(p), question_about(q));
    if (findings(verdict) != "bucket-parameters") return findings(verdict);
    const auto& said = verdict.findings[0].parameters;
    std::string text;
    for (const char* name : {"num-buckets", "max-distance"})
      if (said.contains(name)) text += " " + to_text(std::get<Position>(said.at(name)));
    return text;
  };
  EXPECT_EQ(named(T5{.max_distance = 64}, T5{}, -200, 400), " 64");
  EXPECT_EQ(named(T5{.max_distance = 100}, T5{}, -200, 400), " 100");
  EXPECT_EQ(named(T5{.num_buckets = 64}, T5{}, -200, 400), " 64");
  EXPECT_EQ(named(T5{.num_buckets = 64, .max_distance = 256}, T5{}, -300, 600), " 64 256");
  EXPECT_EQ(
      named(T5{.max_distance = 20, .bidirectional = false}, T5{.bidirectional = false}, -100, 101),
      " 20");
  EXPECT_EQ(named(Deberta{.max_distance = 256}, Deberta{}, -600, 1200), " 256");
  EXPECT_EQ(named(Deberta{.num_buckets = 64, .max_distance = 128}, Deberta{}, -300, 600),
            " 64 128");
}

/// Heads split among ranks: all ranks have the slopes of a small model, or one rank, or all have
/// those of the first heads.
/// Rows of buckets that are elsewhere, in another order, or of positions further away.
TEST(BiasFault, RowsOfBucketsAreNamed) {
  const T5 e{.num_buckets = 32, .max_distance = 128, .keys = 60};
  const Program p = bias_program("integers", e, kFloat32, 0, 60);
  for (const Position offset : {-15, 7}) {
    Program moved = p;
    moved.positions = Positions::from(offset, 60);
    const auto verdict = verdict_on(rows_of(moved), question_about(p));
    EXPECT_EQ(findings(verdict), "position-offset");
    EXPECT_EQ(verdict.findings.at(0).parameters.at("offset"), offset);
  }
  Rows rows = rows_of(p);
  Rows whole = rows;
  for (std::uint64_t row = 0; row < 60; ++row)
    for (std::uint64_t j = 0; j < 60; ++j) rows.at(row, j) = whole.at(row * 7 % 60, j);
  EXPECT_EQ(finding(rows, p), "rows-permuted");
}

TEST(BiasFault, TheLargestDistanceOfClippedOnesIsNamed) {
  const Program p = bias_program("integers", Shaw{.max_distance = 8, .keys = 60}, kFloat32, 0, 60);
  for (const int distance : {4, 16}) {
    const auto verdict = verdict_on(
        rows_of(claimed_as(p, Shaw{.max_distance = distance, .keys = 60})), question_about(p));
    EXPECT_EQ(findings(verdict), "bucket-parameters");
    EXPECT_EQ(verdict.findings.at(0).parameters.at("max-distance"), Position{distance});
  }
}

TEST(BiasFault, HeadsOfRanksAreNamed) {
  const auto exponents = [](int heads) {
    std::vector<double> found;
    for (const Frequency& slope : slopes(Alibi{.heads = heads}))
      found.push_back(static_cast<double>(slope.exponent));
    return found;
  };
  for (const auto& of : {std::pair(32, 8), {12, 4}, {12, 3}, {40, 20}}) {
    const int heads = of.first, local = of.second;
    const Program p = bias_program("slope-powers", Alibi{.heads = heads});
    const std::vector<double> small = exponents(local), whole = exponents(heads);
    const auto named = [&](int first_rank, const std::vector<double>& own) {
      std::vector<double> made = whole;
      const int last_rank = first_rank < 0 ? first_rank : heads / local - 1;
      for (int rank = std::abs(first_rank); rank <= std::abs(last_rank); ++rank)
        std::copy_n(own.begin(), local, made.begin() + rank * local);
      const auto verdict = verdict_on(with_slopes(p, made), question_about(p));
      EXPECT_EQ(verdict.grade, verify::Grade::explained) << heads << ' ' << local;
      if (findings(verdict) != "local-heads") return findings(verdict);
      EXPECT_EQ(verdict.findings[0].parameters.at("heads"), local);
      return verdict.findings[0].parameters.text("ranks");
    };
    const std::string last = std::to_string(heads / local - 1);
    EXPECT_EQ(named(0, small), "0 to " + last);
    EXPECT_EQ(named(-1, small), "1");
    EXPECT_EQ(named(0, whole), last == "1" ? "1" : "1 to " + last);
  }
}

/// Heads beyond a power of two have the even slopes, or the first ones, instead of the odd ones.
TEST(BiasFault, OtherInterpolationsAreNamed) {
  const Program p = bias_program("slope-powers", Alibi{.heads = 12});
  std::vector<double> exponents;
  for (const Frequency& slope : slopes(Alibi{.heads = 12}))
    exponents.push_back(static_cast<double>(slope.exponent));
  for (const int every : {2, 1}) {
    for (std::size_t k = 0; k < 4; ++k)
      exponents[8 + k] = -0.5 * every * static_cast<double>(k + 1);
    const auto verdict = verdict_on(with_slopes(p, exponents), question_about(p));
    EXPECT_EQ(findings(verdict), "slopes");
    EXPECT_EQ(verdict.findings[0].parameters.text("interpolation"),
              every == 2 ? "even slopes" : "first slopes");
  }
}

/// One rank's slopes alone: fewer heads than are said.
TEST(BiasFault, HeadsOfOneRankAreNamed) {
  Program small = bias_program("slope-pow", Alibi{.heads = 8}, kFloat32, 0, 1);
  small.part = Part::slopes;
  const Program whole = claimed_as(small, Alibi{.heads = 32});
  EXPECT_EQ(fault_of(small, whole), "local-heads");
  EXPECT_THROW((void)fault_of(small, claimed_as(small, Alibi{.heads = 20})), Error);
  Rows share = rows_of(whole);
  share.values.resize(8), share.columns = 8;  // what rank 0 should have
  EXPECT_THROW((void)verdict_on(share, question_about(whole)), Error);
}

/// A rank that has other heads of the model than it should, or slopes of its own heads alone.
TEST(BiasFault, HeadsOfAnotherShardAreNamed) {
  const auto made = [](const Alibi& alibi, Part part) {
    Program p = bias_program("slope-powers", alibi, kFloat32, 0, part == Part::slopes ? 1 : 200);
    p.part = part;
    return p;
  };
  for (const Part part : {Part::slopes, Part::bias}) {
    for (const int heads : {32, 12, 40}) {
      const int n = heads / 4;
      const auto shard = [&](int rank) {
        return Alibi{.heads = heads, .shard = {rank * n, (rank + 1) * n}};
      };
      const Program right = made(shard(1), part);
      EXPECT_EQ(fault_of(right, right), "") << heads;
      const auto first = verdict_on(rows_of(made(shard(0), part)), question_about(right));
      ASSERT_EQ(findings(first), "local-heads") << heads;
      EXPECT_EQ(first.findings[0].parameters.text("shard"), "0:" + std::to_string(n));
      const auto last = verdict_on(rows_of(made(shard(3), part)), question_about(right));
      ASSERT_EQ(findings(last), "local-heads") << heads;
      EXPECT_EQ(last.findings[0].parameters.text("shard"),
                std::to_string(3 * n) + ":" + std::to_string(heads));
      const auto small = verdict_on(rows_of(made(Alibi{.heads = n}, part)), question_about(right));
      ASSERT_EQ(findings(small), "local-heads") << heads;
      EXPECT_EQ(small.findings[0].parameters.at("heads"), n);
      Alibi other = shard(1);
      other.max_bias = 16;
      EXPECT_EQ(fault_of(made(other, part), right), "slopes") << heads;
    }
  }
}

/// Slopes, positions or all numbers in 16 bits, then float32.  The slopes of 12 heads are the same
/// in both formats.
TEST(BiasFault, StepsIn16BitsAreNamedFull) {
  for (const std::string format : {"bfloat16", "float16"}) {
    for (const int heads : {24, 40}) {
      const auto of = [&](const char* step) {
        const Alibi alibi{.heads = heads, .form = BiasForm::keys};
        const Program p = bias_program(format + step, alibi, kFloat32, 0, 4000);
        const auto verdict = verdict_on(rows_of(p), question_about(p));
        EXPECT_EQ(verdict.findings.size(), 1U) << format << step;
        if (verdict.findings.empty()) return std::string();
        EXPECT_EQ(verdict.findings[0].parameters.text("format"), format);
        const bool slopes = verdict.findings[0].parameters.contains("rounded");
        return verdict.findings[0].fault + (slopes ? " slopes" : "");
      };
      EXPECT_EQ(of("-slope"), "computed-in-half slopes");
      EXPECT_EQ(of("-position"), "position-rounded");
      EXPECT_EQ(of("-product"), "computed-in-half");
      Program slopes = bias_program(format + "-slope", Alibi{.heads = heads}, kFloat32, 0, 1);
      slopes.part = Part::slopes;
      EXPECT_EQ(fault_of(slopes, slopes), "stored-narrower");
    }
  }
}

/// A rank of keys that counts them from its own first one.
TEST(BiasFault, KeysOfARankThatStartAtZeroAreNamed) {
  const T5 shard{.keys = 64, .first_key = 192};
  T5 local = shard;
  local.first_key = 0;
  const Program right = bias_program("integers", shard, kFloat32, 0, 256);
  EXPECT_EQ(fault_of(right, right), "");
  const auto verdict =
      verdict_on(rows_of(bias_program("integers", local, kFloat32, 0, 256)), question_about(right));
  ASSERT_EQ(findings(verdict), "position-offset");
  EXPECT_EQ(verdict.findings[0].parameters.at("offset"), 192);
}

/// What a program without a cap makes, or with another one.
Rows uncapped(const Program& p, Position last_before, Position last_after) {
  Rows rows = rows_of(p);
  for (std::uint64_t r = 0; r < rows.count(); ++r) {
    const auto e = std::get<T5>(p.encoding);
    const int buckets = e.buckets_a_direction();
    const Position apart = p.positions[r];
    const auto n = static_cast<double>(magnitude(apart));
    const double exact = buckets / 2.0;  // the number of buckets is even here
    if (n < exact) continue;
    const double ratio = std::log(n / exact) / std::log(e.max_distance / exact);
    const double steps = exact + std::floor(ratio * exact + 1e-9);
    const double first = apart > 0 ? buckets : 0;
    const auto last = static_cast<double>(apart > 0 ? last_after : last_before);
    if (apart < 0 || e.bidirectional) rows.at(r, 0) = first + std::min(steps, last);
  }
  return rows;
}

TEST(BiasFault, BucketsWithoutACapAreNamedFull) {
  constexpr Position kNone = 1000;
  for (const T5& e :
       {T5{}, T5{.bidirectional = false}, T5{.num_buckets = 64, .max_distance = 200}}) {
    const Program p = bias_program("integers", e, kFloat32, -900, 1700);
    const auto verdict = [&](Position before, Position after) {
      return verdict_on(uncapped(p, before, after), question_about(p));
    };
    const Position last = e.buckets_a_direction() - 1;
    EXPECT_TRUE(verdict(last, last).passes());
    const auto none = verdict(kNone, kNone);
    ASSERT_EQ(findings(none), "buckets-uncapped");
    const auto& parameters = none.findings[0].parameters;
    EXPECT_EQ(parameters.at("from"), "distance " + std::to_string(e.max_distance));
    EXPECT_EQ(parameters.at("keys"),
              e.bidirectional ? "before and after the query" : "before the query");
    EXPECT_EQ(none.nearest_difference, static_cast<std::uint64_t>(e.max_distance));
    const auto later = verdict(last + 2, last);
    ASSERT_EQ(findings(later), "buckets-uncapped");
    EXPECT_EQ(later.findings[0].parameters.at("capped-after"), last + 2);
    EXPECT_EQ(later.findings[0].parameters.at("keys"), "before the query");
    EXPECT_EQ(findings(verdict(last - 1, last - 1)), "");  // another fault
  }
}

TEST(BiasFault, IndicesWithoutACapAreNamed) {
  const Program shaw = bias_program("integers", Shaw{}, kFloat32, -50, 100);
  Rows rows = rows_of(shaw);
  for (std::uint64_t r = 0; r < rows.count(); ++r)
    rows.at(r, 0) = static_cast<double>(shaw.positions[r]) + 16;
  auto verdict = verdict_on(rows, question_about(shaw));
  ASSERT_EQ(findings(verdict), "buckets-uncapped");
  EXPECT_EQ(verdict.findings[0].parameters.at("from"), "distance 17");
  Program deberta = bias_program("integers", Deberta{}, kFloat32, -2000, 4000);
  rows = rows_of(deberta);
  deberta.part = Part::index;
  EXPECT_TRUE(verdict_on(rows_of(deberta), question_about(deberta)).passes());
  for (double& x : rows.values) x += 256;  // Deberta's buckets have no cap
  verdict = verdict_on(rows, question_about(deberta));
  ASSERT_EQ(findings(verdict), "buckets-uncapped");
  EXPECT_EQ(verdict.findings[0].parameters.at("from"), "distance 512");
}

/// Rows are queries: the nearest difference is a distance, wherever it stands.
TEST(BiasVerdict, SaysTheNearestDifferenceOfIntegers) {
  const Program p = bias_program("integers", T5{.keys = 40}, kFloat32, 0, 40);
  Rows rows = rows_of(p);
  rows.at(1, 30) += 1, rows.at(20, 25) += 1, rows.at(35, 5) += 1;
  const auto verdict = verdict_on(rows, question_about(p));
  EXPECT_EQ(verdict.nearest_difference, 5U);
  EXPECT_EQ(verdict.first_difference->position, 1);
  EXPECT_FALSE(verdict_on(rows_of(p), question_about(p)).nearest_difference);
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
