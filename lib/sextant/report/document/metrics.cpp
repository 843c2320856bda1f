#include "sextant/report/document/metrics.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Collects the metrics of one part after the other.
class Collection {
 public:
  void drift(const json& report) {
    begin("drift", {"recipe", "computed_in", "format", "steps"});
    for (const json& line : report["drift"]) {
      of(line);
      for (const json& octave : line["octaves"]) {
        for (const char* measure : {"absolute", "ulps", "positions_off"}) {
          if (Metric* one = worst(measure, octave, octave[measure]))
            one->searched = {of_octave(octave)};
        }
      }
    }
  }

  void safe_ranges(const json& report) {
    begin("safe_ranges", {"recipe", "computed_in", "format", "criterion"});
    for (const json& range : report["safe_ranges"]) {
      of(range);
      const json& first = range["first_violation"];
      Metric& one = add("first_violation", json::object());
      one.least = true;
      one.searched_to = position_of(range["searched_to"]);
      one.exhaustive_to = position_of(range["exhaustive_to"]);
      one.value = first.is_null() ? kInfinite : position_of(first["position"]);
      one.position = one.value;
      for (const json& line : report["drift"]) {
        if (line["recipe"] != range["recipe"] || line["computed_in"] != range["computed_in"] ||
            line["format"] != range["format"])
          continue;
        for (const json& octave : line["octaves"]) one.searched.push_back(of_octave(octave));
      }
      if (!first.is_null()) place(one, first);
    }
  }

  void number_types(const json& report) {
    begin("number_types", {"type", "recipe"});
    for (const json& line : report["number_types"]) {
      of(line);
      for (const json& octave : line["octaves"]) worst("absolute", octave, octave["absolute"]);
    }
  }

  void defects(const json& report) {
    for (const auto& [identity, lines] : report["defects"].items()) {
      begin("defects", {"recipe", "computed_in", "format"});
      for (const json& line : lines) {
        of(line);
        series_["identity"] = identity;
        for (const json& octave : line["octaves"]) worst("defect", octave, octave);
      }
    }
  }

  void bounds(const json& report) {
    begin("bounds", {"property", "term", "equation", "format", "arithmetic"});
    for (const json& line : report.value("bounds", json::array())) {
      of(line);
      // They are measured for the report's recipes, at places that depend on the report's range.
      series_["below"] = static_cast<std::uint64_t>(farthest(report));
      series_["recipes"] = recipes_of(report);
      Metric& one = add("ratio", json::object());
      one.value = number(line["ratio"]);
      place(one, line);
    }
  }

  void attention(const json& report) {
    if (!report.contains("attention")) return;
    begin("attention", {"encoding", "table", "format"});
    for (const json& line : report["attention"]["series"]) {
      of(line);
      for (const json& query : line["queries"]) {
        for (const char* measure : {"score", "weight"}) {
          Metric& one = add(measure, {{"from", query["position"]}});
          one.value = number(query[measure]["value"]);
          one.place = std::make_shared<ordered_json>(
              ordered_json{{"position", query["position"]}, {"offset", query[measure]["offset"]}});
        }
      }
    }
  }

  void engines(const json& report) {
    begin("engines", {"engine", "recipe", "format"});
    for (const json& line : report.value("engines", json::array())) {
      of(line);
      for (const json& cell : line["contexts"])
        add("largest", {{"from", "0"}, {"to", cell["context"]}}).value = number(cell["value"]);
    }
  }

  void encodings(const json& report) {
    for (const json& known : report.value("encodings", json::array())) {
      begin("encodings", {"recipe", "computed_in", "format"});
      for (const json& line : known["series"]) {
        of(line);
        for (const char* key : {"name", "encoding", "below"}) series_[key] = known[key];
        for (std::size_t k = 0; k < line["absolute"].size(); ++k) {
          if (line["absolute"][k].is_null()) continue;
          add("absolute", {{"from", fmt::format("2^{}", k)}, {"to", fmt::format("2^{}", k + 1)}})
              .value = number(line["absolute"][k]);
        }
      }
    }
  }

  std::vector<Metric> all() { return std::move(all_); }

 private:
  void begin(const char* part, std::initializer_list<const char*> names) {
    part_ = part;
    names_.assign(names.begin(), names.end());
  }

  void of(const json& line) {
    series_ = ordered_json::object();
    for (const char* name : names_) {
      if (line.contains(name)) series_[name] = line[name];
    }
  }

  static double position_of(const json& text) {
    return static_cast<double>(parse_position(text.get_ref<const std::string&>()));
  }

  static Searched of_octave(const json& octave) {
    return {position_of(octave["from"]), position_of(octave["to"]), octave["entries"],
            octave.value("exhaustive", false)};
  }

  /// Values that are not numbers, and negative errors, count as infinite.
  static double number(const json& value) {
    return value.is_number() && value >= 0 ? value.get<double>() : kInfinite;
  }

  /// The end of all searches of a report.
  static double farthest(const json& report) {
    double most = 0;
    for (const json& range : report["safe_ranges"])
      most = std::max(most, position_of(range["searched_to"]));
    return most;
  }

  static std::string recipes_of(const json& report) {
    std::set<std::string> names;
    for (const json& line : report["drift"]) names.insert(line["recipe"]);
    return fmt::format("{}", fmt::join(names, ","));
  }

  Metric& add(const char* measure, const json& range) {
    Metric one;
    one.part = part_;
    one.series = std::make_shared<ordered_json>(series_);
    one.measure = measure;
    one.from = range.value("from", "");
    one.to = range.value("to", "");
    all_.push_back(std::move(one));
    return all_.back();
  }

  static void place(Metric& one, const json& found) {
    for (const char* name : {"position", "channel", "offset", "pair", "recipe"}) {
      if (!found.contains(name)) continue;
      if (!one.place) one.place = std::make_shared<ordered_json>();
      (*one.place)[name] = found[name];
    }
  }

  /// nullptr if nothing was measured.
  Metric* worst(const char* measure, const json& octave, const json& found) {
    if (found.is_null()) return nullptr;
    Metric& one = add(measure, octave);
    one.value = number(found["value"]);
    if (found.contains("position") && found["position"].is_string())
      one.position = position_of(found["position"]);
    place(one, found);
    return &one;
  }

  std::string part_;
  std::vector<const char*> names_;
  ordered_json series_;
  std::vector<Metric> all_;
};

bool same(const Fields& one, const Fields& other) {
  return one && other ? *one == *other : one == other;
}

}  // namespace

std::string Metric::subject() const {
  return ordered_json::array({part, *series, measure, from, to}).dump();
}

bool Metric::worse_than(const Metric& other) const {
  return least ? value < other.value && value < other.searched_to : value > other.value;
}

bool Metric::searched_longer_than(const Metric& other) const {
  if (least && other.exhaustive_to <= position && position < exhaustive_to) return true;
  const auto around = [this](const Metric& one) -> const Searched* {
    const auto found =
        std::find_if(one.searched.begin(), one.searched.end(),
                     [this](const Searched& s) { return s.from <= position && position < s.to; });
    return found == one.searched.end() ? nullptr : &*found;
  };
  const Searched* here = around(*this);
  const Searched* there = around(other);
  return here != nullptr && there != nullptr && !there->exhaustive &&
         here->entries > there->entries && !same(place, other.place);
}

std::vector<Metric> metrics(const json& report) {
  Collection found;
  found.drift(report);
  found.safe_ranges(report);
  found.number_types(report);
  found.defects(report);
  found.bounds(report);
  found.attention(report);
  found.engines(report);
  found.encodings(report);
  std::vector<Metric> all = found.all();
  std::set<std::string> known;
  for (const Metric& one : all)
    if (!known.insert(one.subject()).second) throw Error("has twice: " + one.subject());
  return all;
}

}  // namespace sextant
