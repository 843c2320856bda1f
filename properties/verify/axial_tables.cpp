#include "verify/axial_tables.hpp"

#include <numeric>

#include "draw/usual_axial.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {

using verify::AxialQuestion;

Axial of_grid(const std::string& program, int height, int width, const std::string& dim) {
  Axial e = usual_axial(program, dim.empty() ? 32 : std::stoi(dim));
  e.grid.height = height;
  e.grid.width = width;
  if (!dim.empty()) set_field(e, "dim", dim);
  return e;
}

std::vector<Positions> coordinates_of(const AxialQuestion& q) {
  if (!q.coordinates.empty()) return q.coordinates;
  std::vector<Positions> at;
  for (const Axis axis : axes_of(q.encoding)) at.push_back(indices(q.encoding, axis));
  return at;
}

Rows made_by(const std::string& recipe, const AxialQuestion& q,
             const recipe::ComputeFormats& formats) {
  return interleaved(q, formats.store, [&](const Section& section, const Positions& positions) {
    const Chart chart = in_parts(section.chart, positions.parts);
    const auto made = recipe::make(recipe::of_section(recipe, chart), chart, formats, positions);
    std::vector<double> values(positions.count * chart.width());
    for (std::uint64_t row = 0; row < positions.count; ++row)
      made->row(row, std::span(values).subspan(row * chart.width(), chart.width()));
    return values;
  });
}

Rows true_rows(const AxialQuestion& q, const Format& store) {
  return interleaved(q, store, [&](const Section& section, const Positions& positions) {
    const exact::Oracle oracle(in_parts(section.chart, positions.parts));
    std::vector<double> values;
    for (std::uint64_t row = 0; row < positions.count; ++row) {
      for (const Channel& c : oracle.chart().channels)
        values.push_back(oracle.nearest(store, positions[row], c).value);
    }
    return values;
  });
}

verify::Verdict verdict_on(const Rows& rows, const AxialQuestion& question) {
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

AxialQuestion about(Axial e) {
  AxialQuestion q{.encoding = std::move(e), .dim_given = true};
  q.part = std::holds_alternative<Rotary>(q.encoding.along) ? Part::cos : Part::table;
  return q;
}

std::vector<Positions> story(std::uint64_t rows) {
  std::vector<Position> t, y, x;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto r = static_cast<Position>(row);
    const bool image = row > 10 && row < 50;
    t.push_back(image ? 11 : r);
    y.push_back(image ? 11 + (r - 11) / 8 : r);
    x.push_back(image ? 11 + (r - 11) % 8 : r);
  }
  return {Positions::of(t), Positions::of(y), Positions::of(x)};
}

/// Gives sections of thousands of channels 64 in all, in nearly the same proportions.
static void narrow(Axial& e) {
  const int all = std::accumulate(e.sections.begin(), e.sections.end(), 0);
  if (all <= 512) return;
  int rest = 64;
  for (std::size_t k = e.sections.size(); k-- > 1;) {
    e.sections[k] = e.sections[k] * 64 / all;
    rest -= e.sections[k];
  }
  e.sections.front() = rest;
  set_field(e, "dim", "128");
}

std::vector<AxialQuestion> axial_questions() {
  std::vector<AxialQuestion> all;
  for (const AxialProgramEncoding& known : axial_program_encodings()) {
    const bool fixed = !known.arrangement.sections.empty();
    const auto axes = static_cast<int>(known.arrangement.axes.size());
    AxialQuestion q = about(
        of_grid(std::string(known.name), 4, 6, fixed ? "" : std::to_string(32 - 32 % (2 * axes))));
    if (fixed) narrow(q.encoding);
    if (of_text(q.encoding)) {
      q.encoding.grid = {};
      q.coordinates = story(64);
      if (axes_of(q.encoding).size() == 4) q.coordinates.push_back(Positions::from(0, 64));
    }
    all.push_back(q);
  }
  return all;
}

}  // namespace sextant
