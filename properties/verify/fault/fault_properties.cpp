#include <iostream>
#include <map>

#include <gtest/gtest.h>

#include "sextant/encoding/real/root.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// A program, and the one its table is claimed to come from.
struct Faulty {
  std::string fault;
  Rows rows;
  Program claimed;
};

/// The claim corrected by what the verdict found: a table that is explained passes as that.
std::optional<Program> corrected(Program claimed, const verify::Finding& finding) {
  const auto& p = finding.parameters;
  Encoding& e = claimed.encoding;
  if (finding.fault == "position-offset") {
    claimed.positions.first += std::get<Position>(p.at("offset"));
  } else if (finding.fault == "wrong-base") {
    set_field(e, "base", p.text("base"));
  } else if (finding.fault == "exponent-halved") {
    // √base need not be rational: base^(i/d) is 10000^(2i/d) of a hundred, say.
    auto& s = std::get<Sinusoidal>(e);
    const auto root = rational_power(s.base, Rational(1, 2));
    if (!root) return std::nullopt;
    s.base = *root;
  } else if (finding.fault == "exponent-denominator") {
    set_field(e, "law", p.text("law"));
    if (p.contains("shift")) set_field(e, "shift", to_text(std::get<Position>(p.at("shift"))));
  } else if (finding.fault == "layout" || finding.fault == "sin-cos-swapped") {
    if (!p.contains("layout") || !p.contains("order")) return std::nullopt;
    set_field(e, "layout", p.text("layout"));
    set_field(e, "order", p.text("order"));
  } else {
    return std::nullopt;
  }
  return claimed;
}

/// What became of faulty tables.
struct Ledger {
  int right = 0, invisible = 0, unexplained = 0;
  std::map<std::string, int> named;

  /// A pass must be honest, a name must be right: the injected one, or one whose parameters
  /// reproduce the table.
  void judge(const Faulty& faulty) {
    const auto verdict = verdict_on(faulty.rows, question_about(faulty.claimed));
    if (verdict.passes()) {
      ++invisible;
      EXPECT_TRUE(within_bounds(faulty.rows, faulty.claimed, verdict)) << faulty.claimed;
      return;
    }
    if (verdict.findings.empty()) {
      ++unexplained;
      std::cout << "unexplained: " << faulty.fault << ", " << faulty.claimed << "\n";
      return;
    }
    EXPECT_EQ(verdict.findings.size(), 1U);
    const verify::Finding& finding = verdict.findings.front();
    EXPECT_EQ(verdict.grade, verify::Grade::explained);
    const auto better = corrected(faulty.claimed, finding);
    const bool matches_bitwise =
        better && verdict_on(faulty.rows, question_about(*better)).passes();
    EXPECT_TRUE(finding.fault == faulty.fault || matches_bitwise)
        << faulty.fault << " is called " << finding.fault << json_text(finding.parameters) << ": "
        << faulty.claimed;
    EXPECT_TRUE(!better || matches_bitwise)
        << finding.fault << json_text(finding.parameters) << faulty.claimed;
    ++right;
    ++named[finding.fault];
  }

  void print() const {
    EXPECT_EQ(unexplained, 0);
    std::cout << "faulty tables: " << right << " right, " << invisible << " invisible, "
              << unexplained << " unexplained\n";
    for (const auto& [name, count] : named) std::cout << "  " << name << ": " << count << "\n";
    EXPECT_GT(right, 3 * invisible);
  }
};

Faulty position_offset(Program program, int offset) {
  Program shifted = program;
  shifted.positions.first += offset;
  return {"position-offset", rows_of(shifted), program};
}

Faulty swapped(Program program) {
  Program other = program;
  auto& e = std::get<Sinusoidal>(other.encoding);
  e.order = e.order == Order::sin_cos ? Order::cos_sin : Order::sin_cos;
  return {"sin-cos-swapped", rows_of(other), program};
}

Faulty relaid(Program program) {
  Program other = program;
  auto& e = std::get<Sinusoidal>(other.encoding);
  e.layout = e.layout == Layout::halves ? Layout::interleaved : Layout::halves;
  return {"layout", rows_of(other), program};
}

Faulty degrees(Program program) {
  Program other = program;
  // As the program does it: ⟦π/180⟧ times the angle.
  std::get<Sinusoidal>(other.encoding).scale = parse_rational("0.017453292519943295769");
  return {"degrees", rows_of(other), program};
}

Faulty halved(Program program) {
  Program other = program;
  std::get<Sinusoidal>(other.encoding).base = 100;
  return {"exponent-halved", rows_of(other), program};
}

Faulty denominator(Program program) {
  Program other = program;
  auto& e = std::get<Sinusoidal>(other.encoding);
  e.law = e.law == Law::d ? Law::half_minus_shift : Law::d;
  return {"exponent-denominator", rows_of(other), program};
}

Faulty wrong_base(Program program, const Rational& base) {
  Program other = program;
  std::get<Sinusoidal>(other.encoding).base = base;
  return {"wrong-base", rows_of(other), program};
}

Faulty frequency_rounded(Program program, const Format& format) {
  Program other = program;
  other.formats.intermediate.frequency = format;
  return {"frequency-rounded", rows_of(other), program};
}

Faulty position_rounded(Program program, const Format& format) {
  Program other = program;
  other.formats.intermediate.position = format;
  return {"position-rounded", rows_of(other), program};
}

Faulty corrupt(Program program) {
  Rows rows = rows_of(program);
  rows.at(rows.count() / 2, 1) = 0.5 - rows.at(rows.count() / 2, 1) / 2;
  return {"corrupt-entry", std::move(rows), program};
}

/// Every first fault in one program's table.
void judge_all(const Program& program, Ledger& ledger) {
  ledger.judge(position_offset(program, 1));
  ledger.judge(position_offset(program, -3));
  ledger.judge(position_offset(program, 4096));
  ledger.judge(swapped(program));
  ledger.judge(relaid(program));
  ledger.judge(degrees(program));
  ledger.judge(halved(program));
  ledger.judge(denominator(program));
  ledger.judge(wrong_base(program, 500000));
  ledger.judge(wrong_base(program, 12345));
  if (program.recipe != "turns") {  // which forms no frequency
    ledger.judge(frequency_rounded(program, kBfloat16));
    ledger.judge(frequency_rounded(program, kFloat16));
    ledger.judge(position_rounded(program, kBfloat16));
  }
  ledger.judge(corrupt(program));
}

TEST(Fault, IsNamedRightlyInFloat32Full) {
  Ledger ledger;
  judge_all(program("exp-log", kFloat32, kFloat32, 300, 64), ledger);
  judge_all(program("pow-divide", kFloat32, kFloat32, 40000, 64), ledger);
  ledger.print();
}

TEST(Fault, IsNamedRightlyInOtherFormatsFull) {
  Ledger ledger;
  judge_all(program("pow-reciprocal", kFloat32, kBfloat16, 3000, 64), ledger);
  judge_all(program("log-timescale", kFloat64, kFloat64, 1000000, 64), ledger);
  ledger.print();
}

/// Recipes × formats × ranges of position.
TEST(Fault, IsNamedRightlyEverywhereFull) {
  Ledger ledger;
  for (const Position first : {0, 5000, 131072, 1000000}) {
    for (const char* recipe : {"pow-multiply", "exp-log", "float64-angle", "turns"}) {
      judge_all(program(recipe, kFloat32, kFloat32, first, 200), ledger);
      judge_all(program(recipe, kFloat64, kFloat64, first, 200), ledger);
    }
    judge_all(program("exp-log", kFloat32, kFloat16, first, 200), ledger);
    judge_all(program("pow-reciprocal", kFloat32, kBfloat16, first, 200), ledger);
  }
  ledger.print();
}

}  // namespace
}  // namespace sextant
