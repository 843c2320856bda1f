#include "verify/verify_programs.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/measure/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/verify/npy.hpp"
#include "sextant/verify/npy_writer.hpp"
#include "verify/npy_files.hpp"

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Program& p) {
  return out << p.recipe << " in " << p.chain.compute.name() << " to " << p.chain.store.name()
             << ", " << to_text(p.encoding) << ", part " << static_cast<int>(p.part)
             << ", positions " << p.positions.text();
}

Rows Rows::transposed() const {
  Rows turned{format, count(), std::vector<double>(values.size())};
  for (std::uint64_t row = 0; row < count(); ++row) {
    for (std::uint64_t column = 0; column < columns; ++column)
      turned.values[column * count() + row] = values[row * columns + column];
  }
  return turned;
}

Rows rows_of(const Program& program) {
  const Chart chart = program.chart();
  Rows rows{program.chain.store, chart.width(),
            std::vector<double>(program.positions.count * chart.width())};
  const auto recipe = recipe::make(program.recipe, chart, program.chain, program.positions);
  for (std::uint64_t row = 0; row < program.positions.count; ++row)
    recipe->row(row, std::span(rows.values).subspan(row * chart.width(), chart.width()));
  return rows;
}

Rows true_rows(const Program& program) {
  const exact::Oracle oracle(program.chart());
  Rows rows{program.chain.store, oracle.chart().width(), {}};
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
  question.computed_in = program.chain.compute;
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

bool within_bounds(const Rows& rows, const Program& claimed, const verify::Verdict& verdict) {
  const exact::Oracle oracle(claimed.chart());
  const measure::Gauge gauge(oracle, rows.format);
  if (!verdict.granted_by) return verdict.grade <= verify::Grade::faithful;
  const auto recipe =
      recipe::make(verdict.granted_by->recipe, oracle.chart(), claimed.chain, claimed.positions);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const Position p = claimed.positions[row];
      const Channel& channel = oracle.chart().channels[j];
      const double bound = recipe->bound(row, j);
      const double got = rows.values[row * rows.columns + j];
      const double error = gauge.entry(p, channel, oracle.ball(p, channel), got).absolute;
      if (error > bound && !verdict.granted_by->by_reproduction) return false;
      if (error > bound && bound <= 0.1) return false;
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

namespace draw {

rc::Gen<Program> programs(int bits) {
  return rc::gen::exec([bits] {
    Program program;
    program.recipe = *rc::gen::elementOf(
        std::vector<std::string>{"pow-divide", "pow-multiply", "exp-log", "log-timescale",
                                 "float64-angle", "turns", "pow-reciprocal"});
    program.chain.compute = *rc::gen::element(kFloat32, kFloat64);
    program.chain.store =
        program.chain.compute == kFloat64
            ? kFloat64
            : *rc::gen::elementOf(std::vector<Format>{kFloat32, kFloat16, kBfloat16});
    Sinusoidal e;
    e.dim = *rc::gen::element(2, 4, 6, 8, 16, 30, 64);
    e.base = *rc::gen::elementOf(std::vector<Rational>{10000, 500000, 100, 1000000});
    e.layout = *rc::gen::element(Layout::interleaved, Layout::halves);
    e.order = *rc::gen::element(Order::sin_cos, Order::cos_sin);
    if (e.dim >= 4) e.law = *rc::gen::element(Law::d, Law::half_minus_shift);
    program.encoding = e;
    program.part = *rc::gen::weightedElement<Part>(
        {{4, Part::table}, {1, Part::cos}, {1, Part::sin}, {1, Part::cos_repeated}});
    const Position first = *positions(bits);
    const auto rows = *full(rc::gen::inRange<std::uint64_t>(1, 80));
    program.positions = {first, rows, *rc::gen::element<std::int64_t>(1, 1, 1, 7, -3)};
    const std::uint64_t width = program.chart().width();
    if (rows * width < 2) program.positions.count = 2;
    return program;
  });
}

}  // namespace draw
}  // namespace sextant
