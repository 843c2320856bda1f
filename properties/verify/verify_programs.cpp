#include "verify/verify_programs.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {

Program program(const std::string& recipe, const Format& compute, const Format& store,
                Position first, std::uint64_t rows) {
  return {.recipe = recipe,
          .encoding = Sinusoidal{.dim = 32},
          .part = Part::table,
          .formats = {compute, store, {}},
          .positions = Positions::from(first, rows)};
}

std::ostream& operator<<(std::ostream& out, const Program& p) {
  return out << p.recipe << " in " << p.formats.compute.name() << " to " << p.formats.store.name()
             << ", " << to_text(p.encoding) << ", part " << static_cast<int>(p.part)
             << ", positions " << p.positions.text();
}

Rows Rows::transposed() const {
  Rows transposed{format, count(), std::vector<double>(values.size())};
  for (std::uint64_t row = 0; row < count(); ++row) {
    for (std::uint64_t column = 0; column < columns; ++column)
      transposed.values[column * count() + row] = values[row * columns + column];
  }
  return transposed;
}

Rows rows_of(const Program& program) {
  const Chart chart = program.chart();
  Rows rows{program.formats.store, chart.width(),
            std::vector<double>(program.positions.count * chart.width())};
  const auto recipe = recipe::make(program.recipe, chart, program.formats, program.positions);
  for (std::uint64_t row = 0; row < program.positions.count; ++row)
    recipe->row(row, std::span(rows.values).subspan(row * chart.width(), chart.width()));
  return rows;
}

Rows true_rows(const Program& program) {
  const exact::Oracle oracle(program.chart());
  Rows rows{program.formats.store, oracle.chart().width(), {}};
  for (std::uint64_t row = 0; row < program.positions.count; ++row) {
    for (const Channel& channel : oracle.chart().channels)
      rows.values.push_back(oracle.nearest(rows.format, program.positions[row], channel).value);
  }
  return rows;
}

verify::Question question_about(const Program& program) {
  verify::Question question;
  question.encoding = program.encoding;
  question.dim_given = true;
  question.part = program.part;
  question.positions = program.positions;
  question.computed_in = program.formats.compute;
  return question;
}

verify::Verdict verdict_on(const Rows& rows, const verify::Question& question) {
  const Directory directory;
  const std::string path = directory / "table.npy";
  TableWriter writer(path, rows.format, {rows.count(), rows.columns});
  std::vector<std::uint64_t> bits(rows.values.size());
  std::transform(rows.values.begin(), rows.values.end(), bits.begin(),
                 [&](double value) { return bits_of(rows.format, value); });
  writer.append(bits);
  writer.finish();
  const bool patterns = rows.format == kBfloat16;
  return verify::verify(open_npy(path, patterns ? std::optional(kBfloat16) : std::nullopt),
                        question);
}

namespace {

/// The part of amplitude or frequency up to which a bound accepts.
double acceptance_limit(const exact::Oracle& oracle, const Channel& c) {
  const bool frequency = c.function == Function::frequency;
  return 0.1 * std::abs(frequency ? exact::near(oracle.ball(0, c)).high
                                  : to_double(exact::nearest(kFloat64, oracle.waves().amplitude)));
}

}  // namespace

bool promises(const Program& program) {
  const exact::Oracle oracle(program.chart());
  const auto recipe =
      recipe::make(program.recipe, oracle.chart(), program.formats, program.positions);
  for (std::uint64_t row = 0; row < program.positions.count; ++row) {
    for (std::size_t j = 0; j < oracle.chart().width(); ++j) {
      const Channel& c = oracle.chart().channels[j];
      const double bound = recipe->bound(row, j);
      if (!std::isfinite(bound)) return false;
      if (c.function == Function::frequency && bound > acceptance_limit(oracle, c)) return false;
    }
  }
  return true;
}

bool within_bounds(const Rows& rows, const Program& claimed, const verify::Verdict& verdict) {
  const exact::Oracle oracle(claimed.chart());
  const measure::ErrorMeter meter(oracle, rows.format);
  if (!verdict.accepted_by) return verdict.grade <= verify::Grade::faithful;
  const auto recipe = recipe::make(verdict.accepted_by->recipe, oracle.chart(),
                                   {.compute = verdict.accepted_by->computed_in,
                                    .store = rows.format,
                                    .library = &recipe::library(verdict.accepted_by->library)},
                                   claimed.positions);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const Position p = claimed.positions[row];
      const Channel& c = oracle.chart().channels[j];
      const double bound = recipe->bound(row, j);
      const double got = rows.values[row * rows.columns + j];
      if (std::isinf(got) && oracle.nearest(rows.format, p, c).value == got) continue;
      if (!std::isfinite(bound)) return false;
      const double error = meter.entry(p, c, oracle.ball(p, c), got).absolute;
      const bool vacuous = bound > acceptance_limit(oracle, c);
      if (vacuous && c.function == Function::frequency) return false;
      if (error > bound && !(vacuous && verdict.accepted_by->by_same_arithmetic)) return false;
    }
  }
  return true;
}

std::string findings(const verify::Verdict& verdict) {
  std::string names;
  for (const verify::Finding& finding : verdict.findings)
    names += (names.empty() ? "" : " ") + finding.fault;
  return names;
}

std::string finding(const Rows& rows, const verify::Question& question) {
  const auto verdict = verdict_on(rows, question);
  return verdict.passes() ? "passes" : findings(verdict);
}

std::string finding(const Rows& rows, const Program& claimed) {
  return finding(rows, question_about(claimed));
}

std::string explanation(const Rows& rows, const Program& claimed) {
  const auto verdict = verdict_on(rows, question_about(claimed));
  std::string text = findings(verdict);
  if (verdict.grade != verify::Grade::explained) return text + " (not proved)";
  for (const auto& [name, value] : verdict.findings[0].parameters.values()) {
    const auto* number = std::get_if<Position>(&value);
    text += " " + name + "=" + (number ? to_text(*number) : std::get<std::string>(value));
  }
  return text;
}

namespace draw {

namespace {

draw::Gen<Rational> among(std::vector<Rational> values) {
  return draw::element_of(std::move(values));
}

/// Bases that people use, and some at which a format, a logarithm or an exponent ends.
draw::Gen<Rational> program_bases() {
  return draw::weighted_one_of<Rational>(
      {{3, among({10000, 500000, 100, 1000000})},
       {1, among({parse_rational("1e40"), parse_rational("1e-40"), parse_rational("1e300"),
                  Rational(10001, 10000), Rational(1, 3), 1, 2})}});
}

template <class E>
void draw_numbers(E& e) {
  e.base = *program_bases();
  e.origin = *draw::weighted_one_of<Rational>(
      {{3, among({0})}, {1, among({1, -7, Rational(1, 2), 1 << 20, Rational(1000001, 3)})}});
  e.scale = *draw::weighted_one_of<Rational>(
      {{3, among({1})}, {1, among({1000, Rational(1, 3), Rational(1, 8), -1})}});
  e.amplitude = *draw::weighted_one_of<Rational>(
      {{3, among({1})}, {1, among({3000000, 100000, Rational(1, 1024), Rational(1, 3), -2, 0})}});
}

Sinusoidal draw_sinusoidal() {
  Sinusoidal e;
  e.dim = *draw::element(4, 6, 8, 16, 30, 64, 2, 3, 5, 9);
  if (e.dim % 2 != 0) e.odd = *draw::element(Odd::zero_column, Odd::drop_last, Odd::round_up);
  e.layout = *draw::element(Layout::interleaved, Layout::halves);
  e.order = *draw::element(Order::sin_cos, Order::cos_sin);
  if (e.dim >= 4) e.law = *draw::element(Law::d, Law::half_minus_shift);
  draw_numbers(e);
  return e;
}

Rotary draw_rotary() {
  Rotary e;
  e.dim = *draw::element(4, 6, 8, 16, 30, 64, 2);
  e.layout = *draw::element(Pairing::interleaved, Pairing::half_split);
  draw_numbers(e);
  return e;
}

}  // namespace

draw::Gen<Program> programs(int bits) {
  return draw::exec([bits] {
    Program program;
    program.recipe = *draw::element_of(
        std::vector<std::string>{"pow-divide", "pow-multiply", "exp-log", "log-timescale",
                                 "exp-of-quotient", "float64-angle", "turns", "pow-reciprocal"});
    program.formats.compute = *draw::element(kFloat32, kFloat64);
    program.formats.store =
        program.formats.compute == kFloat64
            ? kFloat64
            : *draw::element_of(std::vector<Format>{kFloat32, kFloat16, kBfloat16});
    if (*draw::arbitrary<bool>()) {
      program.encoding = draw_sinusoidal();
      program.part = *draw::weighted_element<Part>({{4, Part::table}, {1, Part::inv_freq}});
    } else {
      program.encoding = draw_rotary();
      program.part = *draw::weighted_element<Part>({{2, Part::table},
                                                    {1, Part::cos},
                                                    {1, Part::sin},
                                                    {1, Part::cos_repeated},
                                                    {1, Part::inv_freq}});
    }
    if (program.part == Part::inv_freq) {
      program.positions = {0, 1, 1};
      if (program.chart().width() < 2) set_field(program.encoding, "dim", "4");
      return program;
    }
    const Position first = *positions(bits);
    const auto rows = *full(draw::in_range<std::uint64_t>(1, 80));
    program.positions = {first, rows, *draw::element<std::int64_t>(1, 1, 1, 7, -3)};
    const std::uint64_t width = program.chart().width();
    if (rows * width < 2) program.positions.count = 2;
    return program;
  });
}

}  // namespace draw
}  // namespace sextant
