#include "sextant/report/document/result_file.hpp"

#include <cstdint>
#include <span>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// Lists of objects of numbers and texts are 3 deep, and whatever is added to them later is not
/// much deeper; the writing of JSON takes stack for each level.
constexpr int kDeepest = 16;

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

}  // namespace sextant
