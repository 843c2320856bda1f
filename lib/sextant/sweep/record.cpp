#include "sextant/sweep/record.hpp"

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/sweep/job.hpp"

namespace sextant::sweep {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "sextant-sweep-record";
constexpr int kVersion = 1;
constexpr std::string_view kBefore = " checksum ";

Record parsed(const std::string& text) {
  const json object = json::parse(text);
  if (object.at("schema") != kSchema || object.at("version") != kVersion)
    throw Error("not a record of this version");
  Record record;
  record.first = object.at("first").get<std::uint64_t>();
  record.last = object.at("last").get<std::uint64_t>();
  record.origin = {object.at("job"), object.at("recipe").get<std::string>(),
                   object.at("library").get<std::string>()};
  record.measured = read_measured(object.at("octaves"));
  const auto rows = record.origin.job.at("rows").get<std::uint64_t>();
  if (record.first >= record.last || record.last > rows) throw Error("of rows that are not there");
  return record;
}

std::string shown(const json& value) {
  return value.is_string() ? "'" + value.get<std::string>() + "'" : value.dump();
}

}  // namespace

std::string to_text(const Record& record) {
  const json object = {{"schema", kSchema},
                       {"version", kVersion},
                       {"job", record.origin.job},
                       {"recipe", record.origin.recipe},
                       {"library", record.origin.library},
                       {"first", record.first},
                       {"last", record.last},
                       {"octaves", to_json(record.measured)}};
  std::string text = object.dump();
  return text + std::string(kBefore) + checksum(text) + "\n";
}

Record read_record(const std::string& text) {
  const std::size_t end = text.rfind(kBefore);
  if (end == std::string::npos) throw Error("no checksum at its end");
  const std::string body = text.substr(0, end);
  if (text.substr(end) != std::string(kBefore) + checksum(body) + "\n")
    throw Error("its checksum is that of something else");
  try {
    return parsed(body);
  } catch (const json::exception& error) {
    throw Error(std::string("no record: ") + error.what());
  }
}

std::string difference(const Origin& one, const Origin& other) {
  for (const auto& [key, value] : one.job.items()) {
    const json theirs = other.job.value(key, json());
    if (theirs != value) return fmt::format("{} is {}, and {}", key, shown(value), shown(theirs));
  }
  if (one.job != other.job) return "jobs of other fields";
  if (one.recipe != other.recipe)
    return fmt::format("version of the recipe is {}, and {}", one.recipe, other.recipe);
  if (one.library != other.library)
    return fmt::format("the mathematical library computes {}, and {}", one.library, other.library);
  return {};
}

}  // namespace sextant::sweep
