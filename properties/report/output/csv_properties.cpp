#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/report/output/csv.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using Row = std::map<std::string, std::string>;

/// RFC 4180, read by the letter.
std::vector<std::vector<std::string>> cells_of(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      lines.back().back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      lines.back().emplace_back();
    } else if (!quoted && c == '\n') {
      lines.push_back({""});
    } else {
      lines.back().back() += c;
    }
  }
  lines.pop_back();
  return lines;
}

std::vector<Row> rows_of(const json& report, const std::string& name) {
  for (const auto& [file, content] : csv(report)) {
    if (file != name) continue;
    const auto lines = cells_of(content);
    std::vector<Row> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      RC_ASSERT(lines[i].size() == lines[0].size());
      Row row;
      for (std::size_t j = 0; j < lines[i].size(); ++j) row[lines[0][j]] = lines[i][j];
      rows.push_back(row);
    }
    return rows;
  }
  RC_FAIL("no " + name);
}

std::size_t octaves(const json& all_series) {
  std::size_t count = 0;
  for (const auto& series : all_series) count += series["octaves"].size();
  return count;
}

json hostile_report() {
  json report = small_sample_report();
  replace_all(report, "recipe", [] { return *hostile_text(); });
  replace_all(report, "value", [] { return *any_finite(); });
  replace_all(report, "bound", [] { return *any_finite(); });
  replace_all(report, "distance_squared", [] { return *any_finite(); });
  return report;
}

/// The cell is the member: equal text, or a number that reads back as the same double.
void require_equal(const Row& row, const std::string& column, const json& member) {
  RC_ASSERT(row.count(column) == 1);
  const std::string& cell = row.at(column);
  if (member.is_null()) {
    RC_ASSERT(cell.empty());
  } else if (member.is_number_float()) {
    const double read = std::strtod(cell.c_str(), nullptr);
    RC_ASSERT(std::bit_cast<std::uint64_t>(read) ==
              std::bit_cast<std::uint64_t>(member.get<double>()));
  } else {
    RC_ASSERT(cell == (member.is_string() ? member.get<std::string>() : member.dump()));
  }
}

PROPERTY(Csv, HasOneRowAnObservationFull) {
  const json report = hostile_report();
  std::size_t defects = 0;
  for (const auto& all_series : report["defects"]) defects += octaves(all_series);
  RC_ASSERT(rows_of(report, "drift.csv").size() == octaves(report["drift"]));
  RC_ASSERT(rows_of(report, "number_types.csv").size() == octaves(report["number_types"]));
  RC_ASSERT(rows_of(report, "safe_ranges.csv").size() == report["safe_ranges"].size());
  RC_ASSERT(rows_of(report, "nearest_pairs.csv").size() == report["nearest_pairs"].size());
  RC_ASSERT(rows_of(report, "defects.csv").size() == defects);
}

PROPERTY(Csv, DriftReadsBackToTheLastBit) {
  const json report = hostile_report();
  const auto rows = rows_of(report, "drift.csv");
  std::size_t i = 0;
  for (const auto& series : report["drift"]) {
    for (const auto& octave : series["octaves"]) {
      const Row& row = rows.at(i++);
      for (const auto* key : {"recipe", "computed_in", "format", "sound", "steps"}) {
        require_equal(row, key, series[key]);
      }
      for (const auto* key : {"from", "to", "entries", "exhaustive", "bound", "fraction"}) {
        require_equal(row, key, octave[key]);
      }
      for (const std::string measure : {"absolute", "ulps", "positions_off"}) {
        const json worst = octave[measure];
        require_equal(row, measure, worst.is_null() ? json() : worst["value"]);
        require_equal(row, measure + "_position", worst.is_null() ? json() : worst["position"]);
        require_equal(row, measure + "_channel", worst.is_null() ? json() : worst["channel"]);
      }
      require_equal(row, "absolute_got", octave["absolute"]["got"]);
      require_equal(row, "absolute_want", octave["absolute"]["want"]);
    }
  }
}

PROPERTY(Csv, FlatTablesReadBackToTheLastBit) {
  const json report = hostile_report();
  const auto pairs = rows_of(report, "nearest_pairs.csv");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const auto& [key, member] : report["nearest_pairs"][i].items()) {
      require_equal(pairs[i], key, member);
    }
  }
  const auto ranges = rows_of(report, "safe_ranges.csv");
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (const auto& [key, member] : report["safe_ranges"][i].items()) {
      if (key != "first_violation") require_equal(ranges[i], key, member);
    }
    const json& violation = report["safe_ranges"][i]["first_violation"];
    for (const std::string key : {"position", "channel", "absolute"}) {
      require_equal(ranges[i], "first_violation_" + key,
                    violation.is_null() ? json() : violation[key]);
    }
  }
}

PROPERTY(Csv, AttentionBoundsAndStatementsReadBackToTheLastBitFull) {
  json report = hostile_report();
  replace_all(report["claims"], "because", [] { return *hostile_text(); });
  const auto rows = rows_of(report, "attention.csv");
  std::size_t i = 0;
  for (const auto& series : report["attention"]["series"]) {
    for (const auto& query : series["queries"]) {
      const Row& row = rows.at(i++);
      for (const auto* key : {"encoding", "table", "format"}) require_equal(row, key, series[key]);
      for (const std::string key :
           {"position", "score_bound", "fraction", "variation", "variation_bound"})
        require_equal(row, key, query[key]);
      for (const std::string key : {"score", "weight"}) {
        require_equal(row, key, query[key]["value"]);
        require_equal(row, key + "_offset", query[key]["offset"]);
      }
    }
  }
  RC_ASSERT(rows.size() == i);
  const auto bounds = rows_of(report, "bounds.csv");
  RC_ASSERT(bounds.size() == report["bounds"].size());
  for (i = 0; i < bounds.size(); ++i) {
    for (const auto& [key, member] : report["bounds"][i].items())
      require_equal(bounds[i], key, member);
  }
  const auto claims = rows_of(report, "claims.csv");
  RC_ASSERT(claims.size() == report["claims"].size());
  for (i = 0; i < claims.size(); ++i) {
    for (const auto& [key, member] : report["claims"][i].items())
      require_equal(claims[i], key, member);
  }
}

PROPERTY(Csv, KernelAndLostBitsReadBackToTheLastBit) {
  json report = hostile_report();
  for (json& value : report["kernel"]["values"]) value = *any_finite();
  const json& kernel = report["kernel"];
  const auto rows = rows_of(report, "kernel.csv");
  RC_ASSERT(rows.size() == kernel["values"].size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    require_equal(rows[i], "pairs", kernel["pairs"]);
    require_equal(rows[i], "offset", kernel["offsets"][i]);
    require_equal(rows[i], "kernel", kernel["values"][i]);
  }
  const auto lost = rows_of(report, "lost_bits.csv");
  std::size_t i = 0;
  for (const auto& series : report["lost_bits"]["series"]) {
    for (std::size_t k = 0; k < series["rows"].size(); ++k) {
      const Row& row = lost.at(i++);
      for (const auto* key : {"recipe", "sound", "computed_in", "format", "precision"})
        require_equal(row, key, series[key]);
      require_equal(row, "position", report["lost_bits"]["positions"][k]);
      const std::string pattern = report["lost_bits"]["patterns"][series["rows"][k].get<int>()];
      require_equal(row, "lost", pattern == "0*4" ? "0000" : pattern);
    }
  }
  RC_ASSERT(lost.size() == i);
}

PROPERTY(Csv, DefectsAndTypesReadBackToTheLastBit) {
  const json report = hostile_report();
  const auto types = rows_of(report, "number_types.csv");
  std::size_t i = 0;
  for (const auto& series : report["number_types"]) {
    for (const auto& octave : series["octaves"]) {
      require_equal(types.at(i), "type", series["type"]);
      require_equal(types.at(i), "absolute", octave["absolute"]["value"]);
      require_equal(types.at(i++), "bound", octave["bound"]);
    }
  }
  const auto defects = rows_of(report, "defects.csv");
  i = 0;
  for (const auto& [identity, all_series] : report["defects"].items()) {
    for (const auto& series : all_series) {
      for (const auto& octave : series["octaves"]) {
        require_equal(defects.at(i), "identity", identity);
        require_equal(defects.at(i), "recipe", series["recipe"]);
        for (const auto& [key, member] : octave.items()) require_equal(defects.at(i), key, member);
        ++i;
      }
    }
  }
}

}  // namespace
}  // namespace sextant::properties
