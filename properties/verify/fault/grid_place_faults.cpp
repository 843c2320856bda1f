#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

/// Where the tokens of a grid stand: behind a prefix, and from which coordinates on.
namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Finding;
using verify::Grade;

const recipe::ComputeFormats kSingle = {kFloat32, kFloat32, {}};

/// A grid behind a prefix of zeros, whose rows may be changed.
class PrefixOfAGrid : public testing::Test {
 protected:
  explicit PrefixOfAGrid(int prefix = 1) : asked_(about(of_grid("mae", 6, 8, "32"))) {
    tokens_ = made_by("pow-divide", asked_, kSingle);
    asked_.encoding.grid.prefix = prefix;
  }

  /// A row of one number.
  Rows row(double value) const {
    return {kFloat32, tokens_.columns, std::vector<double>(tokens_.columns, value)};
  }
  /// The rows [first, last) of tokens.
  Rows tokens(std::uint64_t first, std::uint64_t last) const {
    const auto at = [&](std::uint64_t k) {
      return tokens_.values.begin() + static_cast<std::ptrdiff_t>(k * tokens_.columns);
    };
    return {kFloat32, tokens_.columns, {at(first), at(last)}};
  }
  Rows tokens() const { return tokens(0, tokens_.count()); }

  /// The fault of a table, and what its parameters say about the prefix; the fault alone if it is
  /// another one.
  static std::string said(const Finding& one) {
    std::string text = one.fault;
    if (one.fault != "prefix-rows") return text;
    for (const char* name : {"claimed", "prefix"})
      if (one.parameters.contains(name))
        text +=
            std::string(" ") + name + " " + to_text(std::get<Position>(one.parameters.at(name)));
    if (one.parameters.contains("rows")) text += " rows " + one.parameters.text("rows");
    return text;
  }
  std::string faults(const std::vector<Rows>& parts) const {
    Rows all{kFloat32, tokens_.columns, {}};
    for (const Rows& some : parts)
      all.values.insert(all.values.end(), some.values.begin(), some.values.end());
    const auto verdict = verdict_on(all, asked_);
    EXPECT_EQ(verdict.grade, Grade::explained);
    std::string text;
    for (const Finding& one : verdict.findings) text += (text.empty() ? "" : "; ") + said(one);
    return text;
  }

  AxialQuestion asked_;
  Rows tokens_;
};

/// Whatever numbers a row of the prefix holds, also those of tokens: no token is accused.
TEST_F(PrefixOfAGrid, IsAccusedAlone) {
  const std::string found = "prefix-rows claimed 1 rows 0";
  EXPECT_EQ(faults({row(1), tokens()}), found);
  EXPECT_EQ(faults({tokens(0, 1), tokens()}), found);
  EXPECT_EQ(faults({tokens(47, 48), tokens()}), found);
  EXPECT_EQ(faults({row(0.02), tokens()}), found);
  Rows one = row(0);
  one.at(0, 5) = 0.5;
  EXPECT_EQ(faults({one, tokens()}), found);
}

TEST_F(PrefixOfAGrid, MayStandElsewhereOrBeMissingFull) {
  EXPECT_EQ(faults({tokens(), row(0)}), "prefix-rows claimed 1 prefix 0");
  EXPECT_EQ(faults({tokens(), row(1)}), "prefix-rows claimed 1 prefix 0 rows 48");
  EXPECT_EQ(faults({row(0), row(0), tokens(0, 47)}), "prefix-rows claimed 1 prefix 2");
  asked_.encoding.grid.prefix = 3;
  EXPECT_EQ(faults({row(0), tokens(), row(0), row(0)}), "prefix-rows claimed 3 prefix 1");
  EXPECT_EQ(faults({row(0), row(2), row(0), tokens()}), "prefix-rows claimed 3 rows 1");
  asked_.encoding.grid.prefix = 0;
  EXPECT_EQ(faults({row(0), tokens(0, 47)}), "prefix-rows claimed 0 prefix 1");
  EXPECT_EQ(faults({row(1), row(0), tokens(0, 46)}), "prefix-rows claimed 0 prefix 2 rows 0");
}

/// Faults of tokens are named as without a prefix, in the rows of the whole table.
TEST_F(PrefixOfAGrid, HidesNoFaultOfTokens) {
  EXPECT_EQ(faults({row(1), tokens(0, 20), row(0), tokens(21, 48)}),
            "prefix-rows claimed 1 rows 0; zeros");
  EXPECT_EQ(faults({row(0), tokens(0, 20), tokens(19, 47)}), "repeated-row");
  Rows damaged = tokens();
  damaged.at(30, 7) = 5;
  Rows all = row(0);
  all.values.insert(all.values.end(), damaged.values.begin(), damaged.values.end());
  const auto verdict = verdict_on(all, asked_);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("row"), 31);
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("position"), "31");
  AxialQuestion other = asked_;
  set_field(other.encoding, "base", "500");
  other.encoding.grid.prefix = 0;
  EXPECT_EQ(faults({row(1), made_by("pow-divide", other, kSingle)}),
            "prefix-rows claimed 1 rows 0; wrong-base");
}

TEST_F(PrefixOfAGrid, IsMissing) {
  EXPECT_EQ(faults({tokens()}), "prefix-rows claimed 1 prefix 0");
  asked_.encoding.grid.prefix = 3;
  EXPECT_EQ(faults({row(0), tokens()}), "prefix-rows claimed 3 prefix 1");
}

TEST_F(PrefixOfAGrid, IsTheRemedyForAnotherNumberOfRows) {
  const auto refused = [&](int prefix) -> std::string {
    AxialQuestion q = asked_;
    q.encoding.grid.prefix = prefix;
    try {
      return verdict_on(tokens(), q).encoding;
    } catch (const Error& e) {
      return e.what();
    }
  };
  asked_.encoding.grid.height = 5;  // 40 tokens
  EXPECT_NE(refused(0).find("if the first 8 rows are zeros"), std::string::npos) << refused(0);
  EXPECT_NE(refused(0).find("pass --prefix 8"), std::string::npos) << refused(0);
  asked_.encoding.grid.height = 7;  // too few rows for it
  EXPECT_EQ(refused(0).find("--prefix"), std::string::npos) << refused(0);
  AxialQuestion rotary = about(of_grid("rope-vit", 6, 8, "32"));
  const Rows rows = made_by("pow-divide", rotary, kSingle);
  rotary.encoding.grid.height = 5;
  try {
    (void)verdict_on(rows, rotary);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("--positions-file"), std::string::npos) << e.what();
  }
}

/// The findings about a grid that a program counts from another origin.
std::vector<Finding> counted_from(const AxialQuestion& q, const std::vector<Rational>& origins,
                                  const Format& store = kFloat32) {
  const std::vector<Axis> axes = axes_of(q.encoding);
  const recipe::ComputeFormats formats = {kFloat32, store, {}};
  const Rows rows = interleaved(q, store, [&](const Section& section, const Positions& positions) {
    Chart chart = section.chart;
    const auto axis = std::find(axes.begin(), axes.end(), section.axis) - axes.begin();
    chart.waves.origin += origins[static_cast<std::size_t>(axis)];
    const auto made = recipe::make("pow-divide", chart, formats, positions);
    std::vector<double> values(positions.count * chart.width());
    for (std::uint64_t row = 0; row < positions.count; ++row)
      made->row(row, std::span(values).subspan(row * chart.width(), chart.width()));
    return values;
  });
  const auto verdict = verdict_on(rows, q);
  EXPECT_EQ(verdict.grade, Grade::explained) << to_text(q.encoding) << ' ' << store.name();
  for (const Finding& one : verdict.findings) EXPECT_FALSE(one.residual);
  return verdict.findings;
}

TEST(GridOffset, MayBeAFractionOfAStepFull) {
  for (const char* name : {"mae", "rope-vit", "dinov3", "detr", "eva"}) {
    const AxialQuestion q = about(of_grid(name, 9, 12, "32"));
    for (const Format& store : {kFloat32, kBfloat16, kFloat16}) {
      for (const auto& [offset, text] :
           {std::pair(Rational(1, 2), "1/2"), {Rational(-1, 2), "-1/2"}}) {
        const auto both = counted_from(q, {offset, offset}, store);
        ASSERT_EQ(both.size(), 1U) << name << store.name();
        EXPECT_EQ(both[0].fault, "position-offset");
        EXPECT_EQ(both[0].parameters.at("offset"), text) << name << store.name();
        EXPECT_EQ(both[0].parameters.text("axes").size(), 3U);
        EXPECT_FALSE(both[0].parameters.contains("start"));
      }
    }
    const auto two = counted_from(q, {Rational(1, 4), Rational(37, 100)});
    ASSERT_EQ(two.size(), 2U) << name;
    for (const Finding& one : two)
      EXPECT_EQ(one.parameters.at("offset"), one.parameters.text("axes") == "h" ? "1/4" : "37/100");
  }
}

/// One frame has one time, which may be another one than 0.
TEST(GridOffset, OfAConstantAxisIsWhereItStarts) {
  AxialQuestion q = about(of_grid("hunyuan-video", 6, 8, ""));
  for (const Part part : {Part::cos, Part::sin}) {
    q.part = part;
    for (const Format& store : {kFloat32, kBfloat16}) {
      const auto found = counted_from(q, {77, 0, 0}, store);
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(found[0].fault, "position-offset");
      EXPECT_EQ(found[0].parameters.at("axes"), "t");
      EXPECT_EQ(found[0].parameters.at("offset"), 77);
      EXPECT_EQ(found[0].parameters.at("start"), std::vector<int>({77, 0, 0}));
      const auto two = counted_from(q, {3, 5, 0}, store);
      ASSERT_EQ(two.size(), 2U);
      for (const Finding& one : two)
        EXPECT_EQ(one.parameters.at("start"), std::vector<int>({3, 5, 0}));
    }
  }
}

/// A program that forgets where the image begins after the text: the time is 0.
TEST(GridOffset, OfAConstantAxisAtZeroIsAForgottenStart) {
  AxialQuestion q = about(of_grid("lumina-2", 6, 8, ""));
  for (const int start : {16, 256}) {
    q.encoding.start = {start, 0, 0};
    for (const Part part : {Part::cos, Part::sin}) {
      q.part = part;
      for (const Format& store : {kFloat32, kBfloat16}) {
        const auto found = counted_from(q, {-start, 0, 0}, store);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].fault, "position-offset");
        EXPECT_EQ(found[0].parameters.at("axes"), "t");
        EXPECT_EQ(found[0].parameters.at("offset"), -start);
        EXPECT_EQ(found[0].parameters.at("start"), std::vector<int>({0, 0, 0}));
      }
    }
  }
}

/// In bfloat16 a constant axis at a fraction has nearly the values of some integer.
TEST(GridOffset, OfAConstantAxisIsNotGuessedFull) {
  AxialQuestion q = about(of_grid("hunyuan-video", 3, 4, ""));
  q.part = Part::cos;
  const auto grade = [&](int pairs, double ratio, double time) {
    set_field(q.encoding, "sections", fmt::format("{},30,{}", pairs, 34 - pairs));
    set_field(q.encoding, "base", fmt::format("{}", std::pow(ratio, pairs)));
    Rows rows = made_by("pow-divide", q, {kFloat32, kBfloat16, {}});
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      for (int j = 0; j < 2 * pairs; ++j)
        rows.at(row, static_cast<std::size_t>(j)) =
            round_to(kBfloat16, std::cos(time * std::pow(ratio, -(j / 2))));
    return verdict_on(rows, q).grade;
  };
  EXPECT_EQ(grade(4, 4, 6.876), Grade::unexplained);  // 409 is one turn of the slowest pair more
  for (const double time : {5.419, 5.567, 5.826, 5.974})
    EXPECT_EQ(grade(2, 1000, time), Grade::unexplained) << time;
}

/// A base that no model has, of frequencies that count turns.
TEST(GridBase, OfCoordinatesInTurnsIsMeasured) {
  for (const char* name : {"dinov3", "detr"}) {
    const AxialQuestion q = about(of_grid(name, 9, 12, "32"));
    for (const Format& store : {kFloat32, kBfloat16}) {
      for (const char* base : {"500", "123"}) {
        AxialQuestion program = q;
        set_field(program.encoding, "base", base);
        const auto verdict = verdict_on(made_by("pow-divide", program, {kFloat32, store, {}}), q);
        ASSERT_EQ(verdict.findings.size(), 1U) << name << base << store.name();
        EXPECT_EQ(verdict.findings[0].fault, "wrong-base");
        EXPECT_EQ(verdict.findings[0].parameters.at("base"), base) << name << store.name();
        EXPECT_EQ(verdict.grade, Grade::explained);
      }
    }
  }
}

/// Periods that a model keeps in bfloat16 change few entries of that format.  Any number of it is
/// near a multiple of a small step: they are not quantised.
TEST(GridFormat, HidesStepsOfQuantisationFull) {
  const AxialQuestion q = about(of_grid("dinov3", 14, 14, "64"));
  const Rows rows =
      interleaved(q, kBfloat16, [&](const Section& section, const Positions& positions) {
        std::vector<double> values;
        for (std::uint64_t row = 0; row < positions.count; ++row) {
          const double at = (2 * static_cast<double>(positions[row]) + 1) / 14 - 1;
          for (const Channel& c : section.chart.channels) {
            const double period = round_to(kBfloat16, std::pow(100.0, c.pair / 16.0));
            values.push_back(round_to(kBfloat16, std::cos(2 * M_PI * at / period)));
          }
        }
        return values;
      });
  for (const Finding& one : verdict_on(rows, q).findings) EXPECT_NE(one.fault, "quantised");
}

}  // namespace
}  // namespace sextant
