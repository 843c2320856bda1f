#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr int kOctaves = 17;
constexpr int kPositionsAnOctave = 8;

/// An encoding that is known by name, and the number of its positions.
struct Known {
  std::string name;
  Encoding encoding;
  Position positions = Position{1} << kOctaves;
};

std::vector<Known> all_known() {
  std::vector<Known> found;
  for (const Model& known : models())
    found.push_back({std::string(known.name), read_encoding(known.encoding), known.positions});
  for (const ProgramEncoding& known : program_encodings())
    found.push_back({std::string(known.name), default_encoding(known.name)});
  for (const std::string_view name :
       {"sinusoidal", "alibi", "kerple", "t5", "deberta", "shaw", "nope", "query-scale"})
    found.push_back({std::string(name), default_encoding(name)});
  return found;
}

/// Some positions of each octave below an end.
std::vector<std::vector<Position>> octaves_below(Position end) {
  ExperimentConfig few;
  few.positions_an_octave = kPositionsAnOctave;
  std::vector<std::vector<Position>> all;
  for (int k = 0; Position{1} << k < end; ++k) {
    all.emplace_back();
    for (const Position p : octave(few, k)) {
      if (p < end) all.back().push_back(p);
    }
  }
  return all;
}

json value_of(const measure::MaxError& worst) { return worst.empty() ? json() : json(worst.value); }

json series_of(const exact::Oracle& oracle, std::string_view name,
               const recipe::ComputeFormats& formats,
               const std::vector<std::vector<Position>>& octaves) {
  std::vector<Position> all;
  for (const auto& positions : octaves) all.insert(all.end(), positions.begin(), positions.end());
  const Positions listed = Positions::of(std::move(all));
  const auto recipe = recipe::make(name, oracle.chart(), formats, listed);
  const measure::RowErrorMeter meter(oracle, formats.store);
  std::vector<double> values(oracle.chart().width());
  json absolute = json::array(), positions_off = json::array();
  std::uint64_t row = 0;
  for (const auto& positions : octaves) {
    measure::ErrorStatistics statistics;
    for (const Position position : positions) {
      recipe->row(row, values);
      meter.measure(row++, position, values, statistics,
                    [](std::size_t, const measure::EntryError&) {});
    }
    absolute.push_back(value_of(statistics.absolute));
    positions_off.push_back(value_of(statistics.positions));
  }
  return {{"recipe", name},
          {"computed_in", recipe::computes_in(name, formats).name()},
          {"format", formats.store.name()},
          {"absolute", std::move(absolute)},
          {"positions_off", std::move(positions_off)}};
}

json line_of(const Known& known) {
  const exact::Oracle oracle(chart(known.encoding, parts(known.encoding)[0]));
  const auto octaves = octaves_below(known.positions);
  json all = json::array();
  for (const Format& format : {kFloat32, kBfloat16}) {
    const recipe::ComputeFormats formats{kFloat32, format, {}};
    for (const recipe::Entry& entry : recipe::catalogue(oracle.chart())) {
      if (entry.sound && !entry.sequential && recipe::possible(entry.name, formats))
        all.push_back(series_of(oracle, entry.name, formats, octaves));
    }
  }
  return {{"name", known.name},
          {"encoding", to_text(known.encoding)},
          {"below", to_text(known.positions)},
          {"series", std::move(all)}};
}

}  // namespace

json encodings(const StepCallback& step) {
  json lines = json::array();
  for (const Known& known : all_known()) {
    step();
    lines.push_back(line_of(known));
  }
  return lines;
}

}  // namespace sextant
