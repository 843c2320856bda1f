#include "sextant/report/document/result_file.hpp"

#include <cstdint>
#include <span>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// Results are lists of objects of numbers and texts, 3 levels deep.  Deeper documents are refused:
/// writing JSON needs stack for each level.
constexpr int kDeepest = 16;

constexpr std::uint64_t kLargestSweeps = std::uint64_t{4} << 20;  ///< a thousand are some 800 KiB

std::string text_of(InputFile& file, const char* kind, std::uint64_t largest) {
  const std::uint64_t size = file.available(largest + 1);
  if (size > largest)
    file.fail(fmt::format("larger than {} MiB: no file of {}", largest >> 20, kind));
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

json parsed(const InputFile& file, const std::string& text) {
  const auto not_too_deep = [&](int depth, json::parse_event_t, const json&) {
    if (depth > kDeepest) file.fail(fmt::format("nested more than {} deep", kDeepest));
    return true;
  };
  try {
    return json::parse(text, not_too_deep);
  } catch (const json::parse_error& error) {
    file.fail(fmt::format("not JSON, at byte {}", error.byte));
  } catch (const json::out_of_range&) {
    file.fail("not JSON: a number is too large");
  }
}

Document document(json read) { return std::make_shared<const json>(std::move(read)); }

}  // namespace

json read_result(const std::string& path, const char* kind, void (*require)(const json&),
                 std::uint64_t largest) {
  InputFile file(path);
  json result = parsed(file, text_of(file, kind, largest));
  try {
    require(result);
  } catch (const Error& error) {
    file.fail(error.what());
  }
  return result;
}

Document read_speed(const std::string& path) {
  return document(read_result(path, "speeds", require_speed));
}

Document read_mutants(const std::string& path) {
  json mutants = read_result(path, "mutants", require_mutants);
  // The lists by which the mutant campaign recognises its own results.
  for (const char* list : {"mutants", "controls"}) {
    for (json& row : mutants[list]) {
      for (const char* key : {"digest", "program", "control"}) row.erase(key);
    }
  }
  return document(std::move(mutants));
}

Document read_theorems(const std::string& path) {
  return document(read_result(path, "theorems", require_theorems));
}

Document read_sweeps(const std::string& path) {
  return document(read_result(path, "sweeps", require_sweeps, kLargestSweeps));
}

Document read_confusion(const std::string& path) {
  return document(read_result(path, "confusions", require_confusion));
}

}  // namespace sextant
