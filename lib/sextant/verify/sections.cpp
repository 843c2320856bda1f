#include "sextant/verify/sections.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {
namespace {

Piece piece(const TableSection& one) {
  return {&one.source, one.oracle.get(), &one.claim.chart, one.claim.formats};
}

}  // namespace

TableSection table_section(const Source& whole, Axis axis, std::vector<std::size_t> columns,
                           const Positions& positions, Claim claim) {
  auto oracle = std::make_unique<exact::Oracle>(claim.chart);
  Source source = columns_of(whole, columns, positions);
  return {axis, std::move(columns), std::move(source), std::move(claim), std::move(oracle)};
}

SectionsOf sections_of(AxialQuestion asked, const Source& whole) {
  return [asked = std::move(asked), &whole](const recipe::ComputeFormats& formats) {
    const Axial& e = asked.encoding;
    Sections found;
    for (Section& one : sections(e, asked.part)) {
      const Positions positions = positions_of(e, one, asked.coordinates);
      Chart chart = without_signs(in_parts(exact::settled(std::move(one.chart)), positions.parts));
      found.push_back(table_section(whole, one.axis, std::move(one.columns), positions,
                                    {one.encoding, asked.part, std::move(chart), formats}));
      if (one.sum) found.back().also.assign(e.axes.begin() + 1, e.axes.end());
    }
    return found;
  };
}

measure::ErrorStatistics statistics(const Sections& sections, const Progress& progress) {
  measure::ErrorStatistics all;
  for (std::size_t k = 0; k < sections.size(); ++k) {
    const TableSection& one = sections[k];
    const auto count = static_cast<double>(sections.size());
    auto t = statistics(one.source, *one.oracle, [&](double part) {
      if (progress) progress((static_cast<double>(k) + part) / count);
    });
    const bool sum = !one.also.empty();  // its positions are units of a sum
    if (sum) t.positions = {};
    const auto put = [&](measure::Witness& place) {
      if (sum && place.phase) place.phase->positions = std::nan("");
      place.position = place.row;
      place.channel = one.columns[place.channel];
    };
    for (measure::MaxError* most : {&t.absolute, &t.ulps, &t.steps, &t.phase, &t.positions})
      if (!most->empty()) put(most->witness);
    if (t.first_non_finite) put(*t.first_non_finite);
    all.merge(t);
  }
  return all;
}

bool may_be(const Sections& sections, bool damaged) {
  return std::all_of(sections.begin(), sections.end(), [&](const TableSection& one) {
    const ApproximateReference truth(one.claim, one.source.format);
    const std::vector<std::uint64_t> rows = spread(one.source.rows, kRowsCompared);
    const std::size_t most = damaged ? rows.size() * one.source.columns / 16 : 0;
    std::size_t differ = 0;
    for (const std::uint64_t row : rows) {
      const std::vector<double> values = one.source.row(row);
      for (std::size_t c = 0; c < values.size(); ++c) {
        const auto entry = truth.entry(truth.channel(c), one.source.positions[row]);
        if (entry && !(std::abs(values[c] - entry->want) <= entry->within) && ++differ > most)
          return false;
      }
    }
    return true;
  });
}

std::optional<AcceptedSections> accepted(const AxialQuestion& asked,
                                         const recipe::ComputeFormats& claimed,
                                         const SectionsOf& sections, const Progress& progress) {
  recipe::ComputeFormats formats = claimed;
  for (const Format& compute : {claimed.compute, kFloat64}) {
    formats.compute = compute;
    auto made = sections(formats);
    std::vector<Piece> pieces;
    for (const TableSection& one : made)
      if (!recipe::of_bias(one.claim.chart)) pieces.push_back(piece(one));
    if (pieces.empty()) return std::nullopt;
    auto by = acceptance(pieces, progress);
    const bool all = by && std::all_of(made.begin(), made.end(), [](const TableSection& one) {
                       return !recipe::of_bias(one.claim.chart) || accepted(one);
                     });
    if (all) return AcceptedSections{std::move(*by), std::move(made)};
    if (asked.computed_in || compute == kFloat64) break;
  }
  return std::nullopt;
}

bool accepted(const TableSection& section) {
  const Piece one = piece(section);
  return acceptance(std::span(&one, 1)).has_value();
}

double match(const Sections& sections) {
  double same = 0;
  double entries = 0;
  for (const TableSection& one : sections) {
    const auto count = static_cast<double>(one.source.rows * one.source.columns);
    same += count * match(one.source, one.claim);
    entries += count;
  }
  return entries > 0 ? same / entries : 0;
}

std::optional<std::string> bitwise_matching_recipe(const Sections& sections) {
  for (const recipe::Entry& entry : recipe::catalogue(sections.front().claim.chart)) {
    const auto makes = [&](const TableSection& one) {
      const recipe::ComputeFormats& formats = one.claim.formats;
      if (entry.sequential || !possible(entry.name, formats)) return false;
      const auto made = recipe::make(recipe::of_section(entry.name, one.claim.chart),
                                     one.claim.chart, formats, one.source.positions);
      return bitwise_match(one.source, *made, 0).all();
    };
    if (std::all_of(sections.begin(), sections.end(), makes)) return std::string(entry.name);
  }
  return std::nullopt;
}

}  // namespace sextant::verify
