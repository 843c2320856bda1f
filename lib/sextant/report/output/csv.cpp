#include "sextant/report/output/csv.hpp"

#include <initializer_list>

#include <nlohmann/json.hpp>

#include "sextant/report/document/schema.hpp"
#include "sextant/report/experiment/lost_bits.hpp"

namespace sextant {
namespace {

using nlohmann::json;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::string cell(const json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? quoted(value.get<std::string>()) : value.dump();
}

/// A table under construction.  A column is named by the path of its value in an observation, with
/// '_' for '/': absolute/position is absolute_position, and absolute/value is just absolute.
class Table {
 public:
  Table(std::initializer_list<const char*> series, std::initializer_list<const char*> observation)
      : series_(series.begin(), series.end()),
        observation_(observation.begin(), observation.end()) {
    for (const auto& path : series_) add_name(path);
    for (const auto& path : observation_) add_name(path);
    text_ += '\n';
  }

  /// One row: the columns of the series, then those of the observation.
  void add(const json& series, const json& observation) {
    bool first = true;
    const auto put = [&](const json& from, const std::vector<std::string>& paths) {
      for (const auto& path : paths) {
        const json::json_pointer place("/" + path);
        text_ += (first ? "" : ",") + (from.contains(place) ? cell(from.at(place)) : "");
        first = false;
      }
    };
    put(series, series_);
    put(observation, observation_);
    text_ += '\n';
  }

  void add_octaves(const json& all_series) {
    for (const auto& series : all_series) {
      for (const auto& octave : series["octaves"]) add(series, octave);
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add_name(std::string path) {
    const std::string value = "/value";
    if (path.ends_with(value)) path.resize(path.size() - value.size());
    for (char& c : path) c = c == '/' ? '_' : c;
    text_ += (text_.empty() ? "" : ",") + path;
  }

  std::vector<std::string> series_;
  std::vector<std::string> observation_;
  std::string text_;
};

std::string drift(const json& report) {
  Table table({"recipe", "sound", "computed_in", "format", "steps"},
              {"from", "to", "entries", "exhaustive", "absolute/value", "absolute/position",
               "absolute/channel", "absolute/got", "absolute/want", "ulps/value", "ulps/position",
               "ulps/channel", "positions_off/value", "positions_off/position",
               "positions_off/channel", "bound", "fraction", "misrounded"});
  table.add_octaves(report["drift"]);
  return table.text();
}

std::string safe_ranges(const json& report) {
  Table table({}, {"recipe", "computed_in", "format", "criterion", "first_violation/position",
                   "first_violation/channel", "first_violation/absolute", "searched_to",
                   "exhaustive_to", "kind"});
  for (const auto& range : report["safe_ranges"]) table.add({}, range);
  return table.text();
}

std::string number_types(const json& report) {
  Table table({"type", "recipe"},
              {"from", "to", "absolute/value", "absolute/position", "absolute/channel", "bound"});
  table.add_octaves(report["number_types"]);
  return table.text();
}

std::string defects(const json& report) {
  Table table({"identity", "recipe", "computed_in", "format"},
              {"from", "to", "value", "position", "bound"});
  for (const auto& [identity, all_series] : report["defects"].items()) {
    for (json series : all_series) {
      series["identity"] = identity;
      table.add_octaves(json::array({series}));
    }
  }
  return table.text();
}

std::string nearest_pairs(const json& report) {
  Table table({}, {"encoding", "dim", "format", "below", "distance_squared", "distance_error",
                   "position", "other", "kind"});
  for (const auto& pair : report["nearest_pairs"]) table.add({}, pair);
  return table.text();
}

std::string table_errors(const json& report) {
  Table table({}, {"position", "channel", "largest"});
  if (!report.contains("table")) return table.text();
  const json& errors = report["table"]["errors"];
  for (std::size_t i = 0; i < errors["positions"].size(); ++i) {
    for (std::size_t j = 0; j < errors["channels"].size(); ++j)
      table.add({}, {{"position", errors["positions"][i]},
                     {"channel", errors["channels"][j]},
                     {"largest", errors["largest"][i][j]}});
  }
  return table.text();
}

std::string bounds(const json& report) {
  Table table({}, {"property", "term", "equation", "format", "arithmetic", "ratio", "value",
                   "bound", "recipe", "position", "offset", "pair"});
  for (const auto& line : report.value("bounds", json::array())) table.add({}, line);
  return table.text();
}

std::string attention(const json& report) {
  Table table({"encoding", "table", "format"},
              {"position", "score/value", "score/offset", "score_bound", "fraction", "weight/value",
               "weight/offset", "variation", "variation_bound"});
  if (!report.contains("attention")) return table.text();
  for (const auto& series : report["attention"]["series"]) {
    for (const auto& query : series["queries"]) table.add(series, query);
  }
  return table.text();
}

std::string kernel(const json& report) {
  Table table({"encoding", "pairs"}, {"offset", "kernel"});
  if (!report.contains("kernel")) return table.text();
  const json& all = report["kernel"];
  for (std::size_t i = 0; i < all["values"].size(); ++i)
    table.add(all, {{"offset", all["offsets"].at(i)}, {"kernel", all["values"][i]}});
  return table.text();
}

std::string lost_bits(const json& report) {
  Table table({"recipe", "sound", "computed_in", "format", "precision"}, {"position", "lost"});
  if (!report.contains("lost_bits")) return table.text();
  const json& all = report["lost_bits"];
  for (const auto& series : all["series"]) {
    for (std::size_t i = 0; i < series["rows"].size(); ++i) {
      const auto& pattern = all["patterns"].at(series["rows"][i].get<std::size_t>());
      table.add(series, {{"position", all["positions"].at(i)},
                         {"lost", without_runs(pattern.get<std::string>())}});
    }
  }
  return table.text();
}

std::string statements(const json& report) {
  Table table({}, {"id", "subject", "statement", "heard", "verdict", "because", "property"});
  for (const auto& claim : report.value("claims", json::array())) table.add({}, claim);
  return table.text();
}

}  // namespace

std::vector<std::pair<std::string, std::string>> csv(const nlohmann::json& report) {
  require_report(report);
  return {{"drift.csv", drift(report)},
          {"safe_ranges.csv", safe_ranges(report)},
          {"number_types.csv", number_types(report)},
          {"defects.csv", defects(report)},
          {"bounds.csv", bounds(report)},
          {"nearest_pairs.csv", nearest_pairs(report)},
          {"attention.csv", attention(report)},
          {"claims.csv", statements(report)},
          {"table_errors.csv", table_errors(report)},
          {"kernel.csv", kernel(report)},
          {"lost_bits.csv", lost_bits(report)}};
}

}  // namespace sextant
