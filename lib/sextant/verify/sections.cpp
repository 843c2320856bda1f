#include "sextant/verify/sections.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/rows/columns.hpp"

namespace sextant::verify {
namespace {

/// A place of a section as one of the whole table.
void put(measure::Witness& place, const std::vector<std::size_t>& columns) {
  place.position = place.row;
  place.channel = columns[place.channel];
}

void put(measure::ErrorStatistics& t, const std::vector<std::size_t>& columns) {
  for (measure::MaxError* max_error : {&t.absolute, &t.ulps, &t.steps, &t.phase, &t.positions}) {
    if (!max_error->empty()) put(max_error->witness, columns);
  }
  if (t.first_non_finite) put(*t.first_non_finite, columns);
}

}  // namespace

recipe::Roundings roundings(const Axial& encoding, const Format& compute) {
  switch (encoding.coordinate) {
    case Coordinate::index:
      return {};
    case Coordinate::relative:
      // diffusers has its coordinates in float32 whatever its angles are in.
      return {4, 0, std::holds_alternative<Sinusoidal>(encoding.along) ? kFloat32 : compute};
    case Coordinate::centred:
      return {4, 1, compute};
    default:
      return {4, 0, compute};
  }
}

std::vector<TableSection> table_sections(const Axial& encoding, Part part, const Source& whole,
                                         const std::vector<Positions>& coordinates,
                                         const recipe::ComputeFormats& formats) {
  const std::vector<Axis> axes = axes_of(encoding);
  std::vector<TableSection> found;
  for (Section& section : sections(encoding, part)) {
    const auto axis = std::find(axes.begin(), axes.end(), section.axis) - axes.begin();
    const Positions& positions = coordinates[static_cast<std::size_t>(axis)];
    TableSection one{.axis = section.axis,
                     .columns = section.columns,
                     .source = columns_of(whole, section.columns, positions),
                     .claim = {section.encoding, part, {}, formats},
                     .oracle = {}};
    one.claim.chart = in_parts(exact::settled(std::move(section.chart)), positions.parts);
    one.claim.formats.coordinates = roundings(encoding, formats.compute);
    one.oracle = std::make_unique<exact::Oracle>(one.claim.chart);
    found.push_back(std::move(one));
  }
  return found;
}

measure::ErrorStatistics statistics(const std::vector<TableSection>& sections, const Source& whole,
                                    const Progress& progress) {
  std::vector<measure::RowErrorMeter> meters;
  for (const TableSection& one : sections) meters.emplace_back(*one.oracle, whole.format);
  std::atomic<std::uint64_t> done = 0;
  return measure::sweep<measure::ErrorStatistics>(
      whole.rows, whole.block(),
      [&](std::uint64_t first, std::uint64_t last, measure::ErrorStatistics& result) {
        for (std::size_t k = 0; k < sections.size(); ++k) {
          const TableSection& one = sections[k];
          const std::size_t width = one.source.columns;
          std::vector<double> values((last - first) * width);
          one.source.read(first, last - first, values);
          for (std::uint64_t row = first; row < last; ++row) {
            measure::ErrorStatistics of_row;
            meters[k].measure(row, one.source.positions[row],
                              std::span(values).subspan((row - first) * width, width), of_row);
            put(of_row, one.columns);
            result.merge(of_row);
          }
        }
        done += last - first;
        if (progress) progress(static_cast<double>(done) / static_cast<double>(whole.rows));
      });
}

std::optional<Acceptance> acceptance(const std::vector<TableSection>& sections,
                                     const Progress& progress) {
  std::vector<Piece> pieces;
  for (const TableSection& one : sections) pieces.push_back(one.piece());
  return acceptance(pieces, progress);
}

double match(const std::vector<TableSection>& sections) {
  double same = 0;
  double entries = 0;
  for (const TableSection& one : sections) {
    const auto count = static_cast<double>(one.source.rows * one.source.columns);
    same += count * match(one.source, one.claim);
    entries += count;
  }
  return entries > 0 ? same / entries : 0;
}

std::optional<std::string> bitwise_matching_recipe(const std::vector<TableSection>& sections) {
  for (const recipe::Entry& entry : recipe::catalogue(sections.front().claim.chart)) {
    const auto makes = [&](const TableSection& one) {
      const recipe::ComputeFormats& formats = one.claim.formats;
      if (entry.sequential || !possible(entry.name, formats)) return false;
      const auto made = recipe::make(entry.name, one.claim.chart, formats, one.source.positions);
      return bitwise_match(one.source, *made, 0).all();
    };
    if (std::all_of(sections.begin(), sections.end(), makes)) return std::string(entry.name);
  }
  return std::nullopt;
}

}  // namespace sextant::verify
