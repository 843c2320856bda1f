#include "sextant/sweep/record.hpp"

#include <map>
#include <numeric>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/io/file.hpp"
#include "sextant/sweep/criteria.hpp"
#include "sextant/sweep/octave.hpp"
#include "sextant/sweep/place_json.hpp"

namespace sextant::sweep {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "sextant-sweep-record";
constexpr int kVersion = 3;
constexpr int kDeepest = 8;
constexpr std::string_view kBefore = " checksum ";

/// The entries of some rows, by octave.
std::map<int, std::uint64_t> entries_of(const Positions& positions, std::uint64_t columns,
                                        std::uint64_t first, std::uint64_t last) {
  std::map<int, std::uint64_t> entries;
  for (std::uint64_t row = first; row < last;) {
    const std::uint64_t end = end_of_octave(positions, row, last);
    entries[octave(positions[row], positions.parts)] += (end - row) * columns;
    row = end;
  }
  return entries;
}

/// A record of its own job: rows that are there, every entry counted once.
void expect_possible(const Record& record) {
  const Origin& origin = record.origin;
  if (record.first >= record.last || record.last > origin.rows())
    throw Error("of rows that are not there");
  std::map<int, std::uint64_t> entries;
  for (const auto& [octave, found] : record.measured.octaves)
    entries[octave] = found.statistics.entries;
  const Positions positions = origin.positions();
  if (entries != entries_of(positions, origin.columns(), record.first, record.last))
    throw Error("its entries are not those of its rows");
  const Found whole = record.measured.whole();
  const auto& channels = record.measured.channels;
  if (channels.size() != origin.columns() || channels.whole() != whole.spread ||
      std::accumulate(whole.spread.steps.begin(), whole.spread.steps.end(), std::uint64_t{0}) !=
          whole.statistics.entries - whole.statistics.non_finite)
    throw Error("its histograms are not those of its entries");
  for (const auto& [octave, found] : record.measured.octaves) {
    std::size_t known = 0;
    for (const Criterion& criterion : criteria(origin.format(), origin.limits()))
      known += found.beyond.count(criterion.name);
    if (known != found.beyond.size() || known != kUsualCriteria + origin.limits().size())
      throw Error("its limits are not those of its sweep");
    if (found.defects.has_value() != origin.with_defects())
      throw Error("its defects are not those of its sweep");
  }
  record.measured.for_each_place([&](int of, const FailurePlace& place) {
    if (place.row < record.first || place.row >= record.last || place.channel >= origin.columns() ||
        place.position != positions[place.row] || of != octave(place.position, positions.parts))
      throw Error("a place of it is elsewhere");
  });
}

Record parsed(const std::string& text) {
  const auto not_too_deep = [](int depth, json::parse_event_t, const json&) {
    if (depth > kDeepest) throw Error("nested too deeply");
    return true;
  };
  const json object = json::parse(text, not_too_deep);
  if (object.at("schema") != kSchema || object.at("version") != kVersion)
    throw OtherVersion("a record of another version of sextant; name another folder");
  Record record;
  record.first = count_of(object.at("first"));
  record.last = count_of(object.at("last"));
  record.origin = read_origin(object);
  record.measured = read_measured(object, record.origin.parts());
  expect_possible(record);
  return record;
}

/// A job's fields, and their names in messages about differences.  Fields that determine others
/// come first: for two encodings the message does not name the columns.
constexpr std::pair<const char*, const char*> kJobFields[] = {{"encoding", "encoding"},
                                                              {"part", "part"},
                                                              {"recipe", "recipe"},
                                                              {"format", "format"},
                                                              {"computed_in", "computed_in"},
                                                              {"positions", "positions"},
                                                              {"limits", "--beyond"},
                                                              {"rows_apart", "--defects"},
                                                              {"rows", "rows"},
                                                              {"columns", "columns"},
                                                              {"parts", "parts"}};

constexpr std::pair<const char*, std::string JobDescription::*> kTexts[] = {
    {"encoding", &JobDescription::encoding}, {"part", &JobDescription::part},
    {"recipe", &JobDescription::recipe},     {"computed_in", &JobDescription::computed_in},
    {"format", &JobDescription::format},     {"positions", &JobDescription::positions}};
constexpr std::pair<const char*, std::uint64_t JobDescription::*> kNumbers[] = {
    {"rows", &JobDescription::rows},
    {"columns", &JobDescription::columns},
    {"parts", &JobDescription::parts}};

json job_json(const JobDescription& job) {
  json object = {{"limits", job.limits}};
  for (const auto& [key, member] : kTexts) object[key] = job.*member;
  for (const auto& [key, member] : kNumbers) object[key] = job.*member;
  if (job.rows_apart) object["rows_apart"] = *job.rows_apart;
  return object;
}

std::string shown(const json& value) {
  if (value.is_null() || (value.is_array() && value.empty())) return "not given";
  return value.is_string() ? in_quotes(value.get<std::string>()) : value.dump();
}

/// Throws Error unless a text is one line without control characters: messages show it.
void expect_of_one_line(const std::string& text) {
  if (in_quotes(text, text.size()) != "'" + text + "'")
    throw Error("does not name its sweep in one line");
}

}  // namespace

json to_json(const Origin& origin) {
  return {{"job", job_json(origin.job)}, {"recipe", origin.recipe}, {"library", origin.library}};
}

Origin read_origin(const json& document) {
  try {
    Origin origin{
        {}, document.at("recipe").get<std::string>(), document.at("library").get<std::string>()};
    const json& job = document.at("job");
    JobDescription& read = origin.job;
    for (const auto& [key, member] : kTexts) {
      read.*member = job.at(key).get_ref<const std::string&>();
      expect_of_one_line(read.*member);
    }
    expect_of_one_line(origin.recipe);
    expect_of_one_line(origin.library);
    for (const auto& [key, member] : kNumbers) read.*member = count_of(job.at(key));
    read.limits = job.at("limits").get<std::vector<double>>();
    if (job.contains("rows_apart")) read.rows_apart = count_of(job["rows_apart"]);
    if (read.rows_apart > Job::kFarthest) throw Error("its rows are too far apart");
    const Positions rows = origin.positions();
    if (job.size() != (read.rows_apart ? 11 : 10) || rows.count != read.rows ||
        rows.parts != read.parts)
      throw Error("its positions are of other rows than it says");
    return origin;
  } catch (const json::exception&) {
    throw Error("does not name its sweep");
  }
}

std::string to_text(const Record& record) {
  json object = to_json(record.origin);
  object["schema"] = kSchema;
  object["version"] = kVersion;
  object["first"] = record.first;
  object["last"] = record.last;
  object.update(to_json(record.measured, record.origin.parts()));
  const std::string text = object.dump();
  return text + std::string(kBefore) + checksum(text) + "\n";
}

std::string sound_checksum(const std::string& text) {
  const std::size_t end = text.rfind(kBefore);
  if (end == std::string::npos) throw Error("no checksum at its end");
  std::string found = checksum(std::string_view(text).substr(0, end));
  if (text.substr(end) != std::string(kBefore) + found + "\n")
    throw Error("its checksum is that of something else");
  return found;
}

Record read_record(const std::string& text) {
  std::string found = sound_checksum(text);
  try {
    Record record = parsed(text.substr(0, text.rfind(kBefore)));
    record.checksum = std::move(found);
    return record;
  } catch (const json::exception& error) {
    throw Error(std::string("no record: ") + error.what());
  }
}

std::string difference(const Origin& one, const Origin& other) {
  const json first = job_json(one.job), second = job_json(other.job);
  for (const auto& [key, name] : kJobFields) {
    const json mine = first.value(key, json()), theirs = second.value(key, json());
    if (theirs != mine) return fmt::format("{} is {}, and {}", name, shown(mine), shown(theirs));
  }
  // A recipe's results also depend on its library, which is compared first.
  if (one.library != other.library)
    return fmt::format("the mathematical library computes {}, and {}", one.library, other.library);
  return fmt::format("version of the recipe is {}, and {}", one.recipe, other.recipe);
}

}  // namespace sextant::sweep
