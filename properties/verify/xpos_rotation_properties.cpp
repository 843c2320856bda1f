#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/round.hpp"
#include "verify/fault/rotated_programs.hpp"
#include "verify/verify_programs.hpp"

/// Verdicts on rotations with the scale of xPos: tables of cosines and sines times the scale, and
/// rotated vectors, made here by programs of their own.
namespace sextant {
namespace {

const Rotary kQueries{
    .dim = 16, .layout = Pairing::interleaved, .scale_base = Rational(64), .centre = 150};

Rotary keys_of(Rotary e) {
  e.of = Xpos::Of::keys;
  return e;
}

Rotary half_split(Rotary e) {
  e.layout = Pairing::half_split;
  return e;
}

/// What a program does, in T.  Each member may be replaced by a mistake.
template <class T>
struct Steps {
  T dim = 16, base = 10000, scale_base = 64, gamma = T(0.4), centre = 150;
  bool keys = false, scales = true;
  bool divides = false;  ///< keys are divided by the scale; else it is inverted first
  bool halved = false;   ///< i/dim for 2i/dim
  T offset = 0;          ///< added to the position of the scale

  T angle(T p, int pair) const {
    return p * (T(1) / std::pow(base, static_cast<T>(2 * pair) / dim));
  }
  T scale(T p, int pair) const {
    if (!scales) return 1;
    const T zeta = (static_cast<T>(halved ? pair : 2 * pair) + gamma * dim) / ((1 + gamma) * dim);
    return std::pow(zeta, (p + offset - centre) / scale_base);
  }
  /// A cosine or sine with the scale: torchscale, flash-attention.
  T scaled(T wave, T p, int pair) const {
    if (keys && divides) return wave / scale(p, pair);
    return wave * (keys ? T(1) / scale(p, pair) : scale(p, pair));
  }
};

enum class Columns { both, cosines, sines };

/// A table: [cos | sin], or each of one function's columns twice in the layout of `e`.
template <class T>
Rows table(const Steps<T>& steps, const Rotary& e, Columns columns, const Format& store,
           std::uint64_t count = 400) {
  Rows rows{store, static_cast<std::uint64_t>(e.dim), {}};
  const int pairs = e.dim / 2;
  for (std::uint64_t r = 0; r < count; ++r) {
    for (int j = 0; j < e.dim; ++j) {
      const bool together = e.layout == Pairing::interleaved && columns != Columns::both;
      const int pair = together ? j / 2 : j % pairs;
      const bool cosine = columns == Columns::both ? j < pairs : columns == Columns::cosines;
      const T p = static_cast<T>(r), angle = steps.angle(p, pair);
      const T value = steps.scaled(cosine ? std::cos(angle) : std::sin(angle), p, pair);
      rows.values.push_back(round_to(store, static_cast<double>(value)));
    }
  }
  return rows;
}

Program claim_of(const Rotary& e, Part part, const Format& store = kFloat32,
                 std::uint64_t rows = 400) {
  return {.recipe = "pow-reciprocal",
          .encoding = e,
          .part = part,
          .formats = {store == kFloat64 ? kFloat64 : kFloat32, store, {}},
          .positions = Positions::from(0, rows)};
}

TEST(XposRotation, PassesTablesOfTorchscaleAndFlashAttentionFull) {
  for (const Rotary& e : {kQueries, keys_of(kQueries), half_split(kQueries)}) {
    for (const bool divides : {false, true}) {
      const bool keys = e.of == Xpos::Of::keys;
      const Steps<float> steps{.keys = keys, .divides = divides};
      for (const Format& store : {kFloat32, kBfloat16, kFloat16}) {
        for (const auto& [columns, part] : {std::pair(Columns::both, Part::table),
                                            {Columns::cosines, Part::cos_repeated},
                                            {Columns::sines, Part::sin_repeated}}) {
          const Rows rows = table(steps, e, columns, store);
          EXPECT_EQ(finding(rows, claim_of(e, part, store)), "passes")
              << to_text(Encoding(e)) << " " << store.name() << " " << name(part) << divides;
        }
      }
      const Steps<double> wide{.keys = keys, .divides = divides};
      EXPECT_EQ(
          finding(table(wide, e, Columns::both, kFloat64), claim_of(e, Part::table, kFloat64)),
          "passes");
    }
  }
}

TEST(XposRotation, ExactTablesAreCorrectlyRounded) {
  for (const Part part : {Part::table, Part::sin, Part::cos_repeated, Part::pairs}) {
    const Program p = claim_of(keys_of(kQueries), part, kFloat64, 60);
    EXPECT_EQ(verdict_on(true_rows(p), question_about(p)).grade, verify::Grade::correctly_rounded);
  }
}

/// How a program multiplies by the scale.
enum class Order { tables, products, sum };

/// Vectors that a program in T rotates and scales, by an order of its own.
template <class T>
RotatedRows vectors(const Steps<T>& steps, const Rotary& e, Order order, const Format& given,
                    const Format& store, std::uint64_t count = 400) {
  RotatedRows rows{given, store, {2, count, static_cast<std::uint64_t>(e.dim)}, {}, {}};
  std::mt19937_64 random(5);
  for (std::uint64_t k = 0; k < 2 * count * static_cast<std::uint64_t>(e.dim); ++k)
    rows.before.push_back(
        round_to(given, std::ldexp(static_cast<double>(random() >> 11), -51) - 2));
  rows.after.resize(rows.before.size());
  const auto width = static_cast<std::size_t>(e.dim);
  for (std::size_t row = 0; row < 2 * count; ++row) {
    const double* x = &rows.before[row * width];
    double* y = &rows.after[row * width];
    const T p = static_cast<T>(row % count);
    for (std::size_t i = 0; i < width / 2; ++i) {
      const bool together = e.layout == Pairing::interleaved;
      const std::size_t u = together ? 2 * i : i, v = together ? u + 1 : u + width / 2;
      const int pair = static_cast<int>(i);
      const T angle = steps.angle(p, pair), c = std::cos(angle), s = std::sin(angle);
      const T scale = steps.keys ? T(1) / steps.scale(p, pair) : steps.scale(p, pair);
      const auto turned = [&](T a, T b, T sine) {
        if (order == Order::tables) return T(a * T(c * scale)) + T(b * T(sine * scale));
        if (order == Order::products) return T(T(a * c) * scale) + T(T(b * sine) * scale);
        return T(T(a * c) + T(b * sine)) * scale;
      };
      const T a = static_cast<T>(x[u]), b = static_cast<T>(x[v]);
      y[u] = round_to(store, static_cast<double>(turned(a, b, -s)));
      y[v] = round_to(store, static_cast<double>(turned(b, a, s)));
    }
  }
  return rows;
}

TurningProgram turning(const Rotary& e, const Format& given, const Format& compute,
                       const Format& store, std::uint64_t rows = 400) {
  return {.encoding = e,
          .given = given,
          .compute = compute,
          .store = store,
          .positions = Positions::from(0, rows)};
}

TEST(XposRotation, PassesVectorsInEveryOrderOfProductsFull) {
  for (const Rotary& e : {kQueries, keys_of(kQueries), half_split(kQueries)}) {
    const bool keys = e.of == Xpos::Of::keys;
    for (const Order order : {Order::tables, Order::products, Order::sum}) {
      for (const Format& format : {kFloat32, kBfloat16, kFloat16}) {
        const auto verdict =
            verdict_on(vectors(Steps<float>{.keys = keys}, e, order, format, format),
                       turning(e, format, kFloat32, format));
        EXPECT_TRUE(verdict.passes()) << to_text(Encoding(e)) << format.name()
                                      << static_cast<int>(order) << findings(verdict);
      }
      const auto verdict =
          verdict_on(vectors(Steps<double>{.keys = keys}, e, order, kFloat64, kFloat64, 100),
                     turning(e, kFloat64, kFloat64, kFloat64, 100));
      EXPECT_TRUE(verdict.passes()) << findings(verdict);
    }
  }
}

TEST(XposRotation, ExactVectorsAreCorrectlyRounded) {
  TurningProgram p = turning(keys_of(kQueries), kFloat32, kFloat32, kFloat32, 30);
  p.columns = 20;
  p.encoding.context = {.scaling = Scaling::yarn, .factor = 4, .original = 64};
  EXPECT_EQ(verdict_on(truly_rotated(p), p).grade, verify::Grade::correctly_rounded);
}

/// Tables in bfloat16, as in flash-attention, and every step in bfloat16; also rotated twice.
TEST(XposRotation, PassesVectorsOfEveryApplicationFull) {
  for (const Rotary& e : {kQueries, keys_of(half_split(kQueries))}) {
    for (const std::size_t way : {0, 1, 2}) {
      TurningProgram p = turning(e, kBfloat16, kFloat32, kBfloat16, 200);
      p.way = way;
      const RotatedRows rows = rotated_rows(p);
      EXPECT_TRUE(verdict_on(rows, p).passes()) << way;
      EXPECT_EQ(findings(verdict_on(rotated_again(p, rows), p)), "rotated-twice") << way;
    }
  }
}

/// Where the bound exceeds a tenth of a pair's length, with the scale, nothing is accepted but
/// correct rounding.
TEST(XposRotation, AcceptsNothingByUselessBoundsFull) {
  TurningProgram p = turning(kQueries, kFloat32, kFloat32, kFloat32);
  p.positions = Positions::from(3000000, 20);
  p.encoding.centre = 3000000 - 200;
  RotatedRows rows = truly_rotated(p);
  EXPECT_TRUE(verdict_on(rows, p).passes());
  for (std::size_t k = 2; k < rows.after.size(); k += 16)
    rows.after[k] = round_to(kFloat32, rows.after[k] + 0.001);  // the scale is 0.05
  EXPECT_FALSE(verdict_on(rows, p).passes());
}

/// The name of the fault of vectors, with its parameters.
std::string named(const RotatedRows& rows, const TurningProgram& claimed) {
  const auto verdict = verdict_on(rows, claimed);
  if (verdict.findings.empty()) return verdict.passes() ? "passes" : "unexplained";
  std::string text = verdict.findings[0].fault;
  for (const auto& [key, value] : verdict.findings[0].parameters.values())
    text += " " + key + "=" + std::get<std::string>(value);
  return verdict.findings.size() == 1 ? text : text + " and more";
}

struct Mistake {
  std::string name;
  std::function<void(Steps<float>&)> make;
};
const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> all = {
      {"xpos-parameters scale=missing", [](auto& s) { s.scales = false; }},
      {"xpos-parameters form=keys", [](auto& s) { s.keys = true; }},
      {"xpos-parameters centre=0", [](auto& s) { s.centre = 0; }},
      {"xpos-parameters centre=149", [](auto& s) { s.centre = 149; }},
      {"xpos-parameters centre=174", [](auto& s) { s.centre = 174; }},
      {"xpos-parameters centre=137", [](auto& s) { s.offset = 13; }},
      {"xpos-parameters scale-base=128", [](auto& s) { s.scale_base = 128; }},
      {"xpos-parameters gamma=1/2", [](auto& s) { s.gamma = 0.5F; }},
      {"xpos-parameters index=i/dim", [](auto& s) { s.halved = true; }}};
  return all;
}

TEST(XposRotationFault, OfTheScaleIsNamedInVectorsFull) {
  for (const Mistake& mistake : mistakes()) {
    Steps<float> steps;
    mistake.make(steps);
    EXPECT_EQ(named(vectors(steps, kQueries, Order::products, kFloat32, kFloat32),
                    turning(kQueries, kFloat32, kFloat32, kFloat32)),
              mistake.name);
  }
}

TEST(XposRotationFault, OfTheScaleIsNamedInTablesFull) {
  for (const Mistake& mistake : mistakes()) {
    Steps<float> steps;
    mistake.make(steps);
    EXPECT_EQ(explanation(table(steps, kQueries, Columns::both, kFloat32),
                          claim_of(kQueries, Part::table)),
              mistake.name);
    EXPECT_EQ(explanation(table(steps, kQueries, Columns::cosines, kFloat32),
                          claim_of(kQueries, Part::cos_repeated)),
              mistake.name);
  }
}

TEST(XposRotationFault, OfTheRotationIsNamedFull) {
  const TurningProgram claimed = turning(kQueries, kFloat32, kFloat32, kFloat32);
  const auto rows = [](const Steps<float>& steps, const Rotary& e) {
    return vectors(steps, e, Order::tables, kFloat32, kFloat32);
  };
  EXPECT_EQ(named(rows({}, half_split(kQueries)), claimed),
            "layout layout=half-split written=half-split");
  EXPECT_EQ(named(rows({.base = 500000}, kQueries), claimed),
            "wrong-base base=500000 claimed=10000");
  EXPECT_EQ(explanation(table(Steps<float>{.base = 500000}, kQueries, Columns::both, kFloat32),
                        claim_of(kQueries, Part::table)),
            "wrong-base base=500000 claimed=10000");
  EXPECT_EQ(explanation(table(Steps<float>{}, half_split(kQueries), Columns::sines, kFloat32),
                        claim_of(kQueries, Part::sin_repeated)),
            "layout layout=half-split");
  // Estimated from cosines alone.
  EXPECT_EQ(explanation(table(Steps<float>{.base = 31700}, kQueries, Columns::cosines, kFloat32),
                        claim_of(kQueries, Part::cos_repeated)),
            "wrong-base base=31700 claimed=10000");
  RotatedRows unrotated = rows({}, kQueries);
  unrotated.after = unrotated.before;
  EXPECT_EQ(named(unrotated, claimed), "unrotated");
}

TEST(XposRotationFault, DamageIsNamedFull) {
  Rows rows = table(Steps<float>{}, kQueries, Columns::both, kFloat32);
  rows.at(7, 3) += 1;
  EXPECT_EQ(finding(rows, claim_of(kQueries, Part::table)), "corrupt-entry");
}

TEST(XposRotation, RefusesScalesBeyondAllFormats) {
  Rotary e = kQueries;
  e.scale_base = Rational(1, 1000);
  const Program p = claim_of(e, Part::cos, kFloat32, 400);
  const Rows rows{kFloat32, 8, std::vector<double>(400 * 8)};
  EXPECT_THROW((void)verdict_on(rows, question_about(p)), Error);
  const TurningProgram t = turning(e, kFloat32, kFloat32, kFloat32);
  EXPECT_THROW(
      (void)verdict_on(vectors(Steps<float>{}, kQueries, Order::sum, kFloat32, kFloat32), t),
      Error);
}

/// Beyond a format's range numbers are infinite, and rightly so; nothing else is accepted there.
TEST(XposRotation, AcceptsOverflowOnlyWhereTheScaleOverflowsFull) {
  Rotary e = kQueries;
  e.scale_base = 1;
  e.centre = 300;
  Program p = claim_of(e, Part::cos, kFloat16, 100);
  Rows rows = true_rows(p);
  EXPECT_TRUE(std::isinf(rows.at(0, 0)));
  EXPECT_EQ(finding(rows, p), "passes");
  rows.at(99, 7) = 3;
  EXPECT_NE(finding(rows, p), "passes");
}

}  // namespace
}  // namespace sextant
