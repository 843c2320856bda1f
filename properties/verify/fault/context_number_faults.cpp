#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "verify/verify_programs.hpp"

/// Context scalings with other numbers, of another kind, with other blends, or in some rows only.
namespace sextant {
namespace {

Program table_of(const Rotary& e, Part part, const Format& store, Position first,
                 std::uint64_t rows) {
  const bool listed = part == Part::inv_freq;
  return {.recipe = "pow-reciprocal",
          .encoding = e,
          .part = part,
          .formats = {kFloat32, store, {}},
          .positions = Positions::from(listed ? 0 : first, listed ? 1 : rows)};
}

Program with(Program p, const Context& context) {
  std::get<Rotary>(p.encoding).context = context;
  return p;
}

/// The finding's parameter, or nothing.
std::string said(const verify::Verdict& verdict, const std::string& name) {
  if (verdict.findings.empty()) return "";
  const verify::Parameters& parameters = verdict.findings.front().parameters;
  return parameters.contains(name) ? parameters.text(name) : "";
}

struct Drawn {
  Program claimed, made;
  std::string name, value;  ///< of the number that is another one
};

/// A context of some kind, and the same with one number changed.
Drawn drawn(bool listed) {
  const Scaling kind =
      *draw::element(Scaling::linear, Scaling::ntk, Scaling::dynamic, Scaling::yarn,
                     Scaling::llama3, Scaling::proportional, Scaling::ntk_mixed);
  Context context{.scaling = kind, .factor = *draw::element(4, 6, 16, 40), .original = 4096};
  context.mixed_b = *draw::element(Rational(1), Rational(5, 8));
  if (kind == Scaling::dynamic) context.length = *draw::element(9000, 16384);
  if (kind == Scaling::proportional) context.partial = Rational(1, 2);
  Context other = context;
  std::string name = "factor";
  if (kind == Scaling::dynamic) {
    name = "seq-len";
    other.length = *draw::element(12288, 65536, 20000);
  } else if ((kind == Scaling::yarn || kind == Scaling::llama3) && *draw::element(true, false)) {
    name = "original-context";
    other.original = *draw::element(1024, 8192, 32768);
  } else {
    other.factor = *draw::element(3, 8, 10, 32);
  }
  const Part part = *draw::element(Part::cos, Part::sin, Part::table);
  const Rotary e{.dim = *draw::element(64, 96, 128),
                 .base = *draw::element(10000, 500000, 1000000),
                 .context = context};
  const Program claimed =
      table_of(e, listed ? Part::inv_freq : part, *draw::element(kFloat32, kFloat16, kBfloat16),
               *draw::element<Position>(0, 1000, 30000), 200);
  const Rational value = name == "factor"    ? other.factor
                         : name == "seq-len" ? other.length
                                             : other.original;
  return {claimed, with(claimed, other), name, to_text(value)};
}

PROPERTY(ContextNumbers, ThatAreNotAsClaimedAreNamedFull) {
  const Drawn d = drawn(*draw::element(false, true));
  const Rows rows = rows_of(d.made);
  const auto verdict = verdict_on(rows, question_about(d.claimed));
  if (verdict.passes()) return;  // a table that shows no difference
  RC_ASSERT(findings(verdict) == "scaling-parameters");
  // Other numbers make the same entries: the one that is named does, too.
  const std::string value = said(verdict, d.name);
  if (value == d.value) return;
  RC_ASSERT(verdict.findings.front().parameters.contains("range") || value.empty());
}

PROPERTY(ContextNumbers, ThatAreAsClaimedPass) {
  const Drawn d = drawn(*draw::element(false, true));
  RC_ASSERT(finding(rows_of(d.made), d.made) == "passes");
}

TEST(ContextNumbers, AreNamedWithTheirValues) {
  const Rotary llama{.dim = 96,
                     .base = 500000,
                     .context = {.scaling = Scaling::llama3, .factor = 12, .original = 8192}};
  Rotary other = llama;
  other.context.factor = 20;
  const Program claimed = table_of(llama, Part::cos, kFloat32, 5000, 128);
  auto verdict = verdict_on(rows_of(with(claimed, other.context)), question_about(claimed));
  EXPECT_EQ(findings(verdict), "scaling-parameters");
  EXPECT_EQ(said(verdict, "factor"), "20");
  EXPECT_EQ(said(verdict, "claimed"), "factor 12");
  EXPECT_NE(said(verdict, "pairs"), "");
  other = llama;
  other.context.high_freq_factor = 6;
  verdict = verdict_on(rows_of(with(claimed, other.context)), question_about(claimed));
  EXPECT_EQ(said(verdict, "high-freq-factor"), "6");
}

TEST(ContextKinds, ThatAreNotAsClaimedAreNamedFull) {
  const Context linear{.scaling = Scaling::linear, .factor = 8};
  const Context yarn{.scaling = Scaling::yarn, .factor = 8, .original = 2048};
  const Context llama{.scaling = Scaling::llama3, .factor = 8, .original = 2048};
  const Context ntk{.scaling = Scaling::ntk, .factor = 6};
  const std::pair<Context, const char*> kinds[] = {
      {linear, "linear"}, {yarn, "yarn"}, {llama, "llama3"}, {ntk, "ntk"}};
  for (const auto& [claimed, word] : kinds) {
    for (const auto& [made, name] : kinds) {
      if (claimed == made) continue;
      const Program p =
          table_of({.dim = 64, .base = 50000, .context = claimed}, Part::cos, kFloat32, 3000, 128);
      const auto verdict = verdict_on(rows_of(with(p, made)), question_about(p));
      EXPECT_EQ(findings(verdict), "scaling-kind") << word << name;
      EXPECT_EQ(said(verdict, "scaling"), name) << word;
      EXPECT_EQ(said(verdict, "claimed"), word);
    }
  }
}

/// Positions that are divided where no context is claimed keep their own name.
TEST(ContextKinds, ALinearOneThatIsNotClaimedIsAScaleOfPositions) {
  const Program p = table_of({.dim = 64, .base = 50000}, Part::cos, kFloat32, 3000, 128);
  const Context linear{.scaling = Scaling::linear, .factor = 8};
  EXPECT_EQ(finding(rows_of(with(p, linear)), p), "position-scale");
}

TEST(ContextBlend, IsNamedWithItsPairsFull) {
  const Rotary e{
      .dim = 80,
      .base = 100000,
      .context = {
          .scaling = Scaling::llama3, .factor = 6, .original = 3000, .high_freq_factor = 9}};
  for (const bool by_wavelength : {false, true}) {
    for (const bool of_wavelengths : {false, true}) {
      for (const bool exchanged : {false, true}) {
        if (!by_wavelength && !of_wavelengths && !exchanged) continue;
        const Program p = table_of(e, Part::inv_freq, kFloat32, 0, 1);
        Rows rows = rows_of(with(p, {}));
        std::string pairs;
        for (std::uint64_t pair = 0; pair < rows.columns; ++pair) {
          const auto omega = static_cast<float>(rows.at(0, pair));
          const float turns = 3000 * omega / (2 * std::numbers::pi_v<float>);
          float kept = std::clamp((turns - 1) / 8, 0.0F, 1.0F);
          if (kept > 0 && kept < 1) {
            pairs += (pairs.empty() ? "" : " ") + std::to_string(pair);
            if (by_wavelength) kept = 1 - (1 / turns - 1 / 9.0F) / (1 - 1 / 9.0F);
            if (exchanged) kept = 1 - kept;
          }
          rows.at(0, pair) =
              of_wavelengths ? omega / (6 - 5 * kept) : (1 - kept) * omega / 6 + kept * omega;
        }
        const auto verdict = verdict_on(rows, question_about(p));
        const bool weights = exchanged && !by_wavelength && !of_wavelengths;
        EXPECT_EQ(findings(verdict), weights ? "bands-swapped" : "blend")
            << by_wavelength << of_wavelengths << exchanged;
        const std::string first = pairs.substr(0, pairs.find(' '));
        EXPECT_EQ(said(verdict, "pairs"), first + "-" + pairs.substr(pairs.rfind(' ') + 1));
      }
    }
  }
}

/// Rows of one context up to a row, and of another from there on.
Rows joined(const Rows& head, const Rows& tail, std::uint64_t row) {
  Rows rows = head;
  const auto from = static_cast<std::ptrdiff_t>(row * rows.columns);
  std::copy(tail.values.begin() + from, tail.values.end(), rows.values.begin() + from);
  return rows;
}

TEST(GrownTable, IsNamedWithTheRowFromWhichItFollowsAnotherScalingFull) {
  for (const Format& store : {kFloat32, kFloat16, kBfloat16}) {
    const Context yarn{.scaling = Scaling::yarn, .factor = 12, .original = 2048};
    const Program p =
        table_of({.dim = 64, .base = 70000, .context = yarn}, Part::sin, store, 24400, 240);
    Context other = yarn;
    other.factor = 24;
    const Rows sound = rows_of(p);
    const Rows grown = rows_of(with(p, other));
    for (const bool later : {true, false}) {
      const Rows rows = later ? joined(sound, grown, 176) : joined(grown, sound, 176);
      const auto verdict = verdict_on(rows, question_about(p));
      ASSERT_EQ(findings(verdict), "scaling-parameters") << store.name() << later;
      EXPECT_EQ(verdict.findings[0].parameters.at("row"), 176);
      EXPECT_EQ(verdict.findings[0].parameters.at("position"), 24576);
      EXPECT_EQ(said(verdict, "rows"), later ? "from there on" : "before");
    }
  }
}

TEST(GrownTable, OfAShortListBeforeTheLongOneIsNamed) {
  Rotary e{.dim = 32, .context = {.scaling = Scaling::longrope, .factor = 32, .original = 4096}};
  for (int pair = 0; pair < 16; ++pair) {
    e.context.short_factor.push_back(1 + Rational(pair, 50));
    e.context.long_factor.push_back(1 + Rational(pair * pair, 10));
  }
  e.context.length = 131072;
  const Program p = table_of(e, Part::cos, kFloat32, 4000, 200);
  Rotary shorter = e;
  shorter.context.length = 4096;
  const Rows rows = joined(rows_of(with(p, shorter.context)), rows_of(p), 96);
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "longrope-list");
  EXPECT_EQ(verdict.findings[0].parameters.at("row"), 96);
}

TEST(GrownTable, IsNoNameForASoundOne) {
  const Context yarn{.scaling = Scaling::yarn, .factor = 12, .original = 2048};
  const Program p =
      table_of({.dim = 64, .base = 70000, .context = yarn}, Part::sin, kFloat32, 24400, 240);
  EXPECT_EQ(finding(rows_of(p), p), "passes");
}

/// TeleChat3 has the coefficient 0.07 in YaRN's amplitude, other programs 0.1.
TEST(ContextNumber, OfTheAmplitudeIsNamedFull) {
  const Context tenth{.scaling = Scaling::yarn, .factor = 8, .original = 8192};
  Context telechat = tenth;
  telechat.mscale_coefficient = Rational(7, 100);
  for (const Format& store : {kFloat32, kBfloat16}) {
    const Program p = table_of(Rotary{.dim = 64}, Part::table, store, 50, 300);
    for (const auto& [made, meant] : {std::pair(tenth, telechat), std::pair(telechat, tenth)}) {
      const auto verdict = verdict_on(rows_of(with(p, made)), question_about(with(p, meant)));
      EXPECT_EQ(findings(verdict), "scaling-parameters");
      EXPECT_EQ(said(verdict, "mscale-coefficient"), to_text(made.mscale_coefficient));
      EXPECT_TRUE(verdict_on(rows_of(with(p, made)), question_about(with(p, made))).passes());
    }
  }
}

/// NTK mixed with another power, or without, and with pairs that count from 0.
TEST(ContextNumber, OfNtkMixedIsNamedFull) {
  const Context fixed{.scaling = Scaling::ntk_mixed, .factor = 4};
  Context mixed = fixed;
  mixed.mixed_b = Rational(5, 8);
  const Program p = table_of(Rotary{.dim = 64}, Part::table, kFloat32, 50, 300);
  for (const auto& [made, meant] : {std::pair(fixed, mixed), std::pair(mixed, fixed)}) {
    const Rows rows = rows_of(with(p, made));
    auto verdict = verdict_on(rows, question_about(with(p, meant)));
    EXPECT_EQ(findings(verdict), "scaling-parameters");
    EXPECT_EQ(said(verdict, "mixed-b"), to_text(made.mixed_b));
    verdict = verdict_on(rows, question_about(with(p, {})));
    EXPECT_EQ(findings(verdict), "scaling-kind");
    EXPECT_EQ(said(verdict, "scaling"), "ntk-mixed");
    EXPECT_TRUE(verdict_on(rows, question_about(with(p, made))).passes());
  }
  Program from_zero = p;  // f^(2i/d) makes the base b·f
  std::get<Rotary>(from_zero.encoding).base = 40000;
  const auto verdict = verdict_on(rows_of(from_zero), question_about(with(p, fixed)));
  EXPECT_EQ(findings(verdict), "scaling-parameters");
  EXPECT_EQ(said(verdict, "pairs"), "counted from 0");
}

/// A base beside a scaling that is not claimed.
TEST(ContextNumber, StandsBesideAnotherBase) {
  const Program p = table_of(Rotary{.dim = 64}, Part::table, kFloat32, 50, 300);
  Program other =
      with(p, {.scaling = Scaling::yarn, .factor = 16, .original = 65536, .attention_factor = 1});
  std::get<Rotary>(other.encoding).base = 160000;
  const auto verdict = verdict_on(rows_of(other), question_about(p));
  EXPECT_EQ(findings(verdict), "scaling-kind");
  EXPECT_EQ(said(verdict, "base"), "160000");
}

/// Positions far from each other, from which no frequency can be measured.
TEST(ContextNumber, OfAnotherKindIsNamedAtScatteredPositions) {
  Program p = table_of(Rotary{.dim = 64}, Part::cos, kFloat32, 0, 1);
  std::vector<Position> scattered;
  for (Position k = 1; k <= 60; ++k) scattered.push_back(104 + k * k * k % 8737);
  p.positions = Positions::of(scattered);
  const Context yarn{.scaling = Scaling::yarn, .factor = 8, .original = 65536};
  const auto verdict = verdict_on(rows_of(with(p, {.scaling = Scaling::ntk, .factor = 8})),
                                  question_about(with(p, yarn)));
  EXPECT_EQ(findings(verdict), "scaling-kind");
  EXPECT_EQ(said(verdict, "scaling"), "ntk");
}

}  // namespace
}  // namespace sextant
