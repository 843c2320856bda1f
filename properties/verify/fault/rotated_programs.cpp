#include "verify/fault/rotated_programs.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "sextant/measure/prefilter/rotation_error_meter.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

RotatedRows given_rows(const TurningProgram& p) {
  RotatedRows rows{p.given, p.store, p.leads, {}, {}};
  rows.shape.push_back(p.positions.count);
  rows.shape.insert(rows.shape.end(), p.inner.begin(), p.inner.end());
  rows.shape.push_back(p.width());
  std::uint64_t count = 1;
  for (const std::uint64_t n : rows.shape) count *= n;
  std::mt19937_64 random(11);
  for (std::uint64_t k = 0; k < count; ++k)
    rows.before.push_back(
        round_to(p.given, std::ldexp(static_cast<double>(random() >> 11), -51) - 2));
  rows.after.resize(count);
  return rows;
}

std::uint64_t place_of(const TurningProgram& p, std::uint64_t row) {
  for (const std::uint64_t n : p.inner) row /= n;
  return row % p.positions.count;
}

void turn(const TurningProgram& p, const std::vector<RotatedColumn>& columns,
          const std::vector<double>& in, std::vector<double>& out) {
  const Chart table = in_parts(chart(p.encoding), p.positions.parts);
  const auto a = recipe::applications(p.given, p.compute, p.store).at(p.way);
  const auto tables = recipe::make(p.recipe, table, {p.compute, a.tables, {}}, p.positions);
  const std::size_t pairs = table.width() / 2;
  const std::size_t width = columns.size();
  std::vector<double> made(table.width()), numbers(2 * width + 1);
  for (std::size_t row = 0; row < in.size() / width; ++row) {
    tables->row(place_of(p, row), made);
    std::copy_n(&in[row * width], width, numbers.begin());
    for (std::size_t k = 0; k < 2 * width;
         ++k) {  // twice: what is read of the result is then there
      const std::size_t j = k % width;
      const RotatedColumn& c = columns[j];
      const auto pair = static_cast<std::size_t>(std::max(c.pair, 0));
      const double x = c.x(numbers.data()), y = c.y(numbers.data());
      numbers[width + j] = c.passes()
                               ? recipe::passed(a, x)
                               : recipe::rotated(a, p.fused, x, made[pair], y, made[pairs + pair]);
    }
    std::copy_n(&numbers[width], width, &out[row * width]);
  }
}

NpyVectors file_of(const std::string& path, const Format& format,
                   const std::vector<std::uint64_t>& shape, const std::vector<double>& values) {
  TableWriter writer(path, format, shape);
  std::vector<std::uint64_t> bits(values.size());
  std::transform(values.begin(), values.end(), bits.begin(),
                 [&](double value) { return bits_of(format, value); });
  writer.append(bits);
  writer.finish();
  return open_npy_vectors(path, format == kBfloat16 ? std::optional(kBfloat16) : std::nullopt);
}

}  // namespace

RotatedRows rotated_rows(const TurningProgram& program, const std::vector<RotatedColumn>& columns) {
  RotatedRows rows = given_rows(program);
  turn(program, columns, rows.before, rows.after);
  return rows;
}

RotatedRows rotated_again(const TurningProgram& program, RotatedRows rows) {
  const std::vector<double> once = rows.after;
  turn(program, program.rotated(), once, rows.after);
  return rows;
}

RotatedRows truly_rotated(const TurningProgram& program) {
  RotatedRows rows = given_rows(program);
  const exact::Oracle oracle(in_parts(chart(program.encoding), program.positions.parts));
  const measure::RotationErrorMeter meter(oracle, program.rotated(), program.store);
  const std::size_t width = program.width();
  for (std::size_t row = 0; row < rows.before.size() / width; ++row) {
    const Position p = program.positions[place_of(program, row)];
    const auto by = meter.waves(p);
    const auto in = std::span<const double>(rows.before).subspan(row * width, width);
    for (std::size_t j = 0; j < width; ++j)
      rows.after[row * width + j] = meter.nearest(program.store, j, p, by, in).value;
  }
  return rows;
}

verify::Verdict verdict_on(const RotatedRows& rows, const TurningProgram& claimed) {
  const Directory directory;
  verify::Question question;
  question.encoding = claimed.encoding;
  question.dim_given = true;
  question.part = Part::rotated;
  if (claimed.counted)
    question.positions = claimed.positions;
  else
    question.first = claimed.positions[0];
  question.axis = claimed.axis;
  question.computed_in = claimed.compute;
  return verify::verify_rotated(file_of(directory / "q.npy", rows.given, rows.shape, rows.before),
                                file_of(directory / "r.npy", rows.store, rows.shape, rows.after),
                                question);
}

}  // namespace sextant
