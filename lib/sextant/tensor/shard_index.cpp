#include "sextant/tensor/shard_index.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sextant {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;  // 92,000 arrays take 9 MiB
constexpr const char* kRemedy = "; download it again";

/// Receives the parser's events, and keeps the members of weight_map.
class IndexBuilder {
 public:
  std::vector<std::pair<std::string, std::string>> entries;
  bool has_map = false;
  std::optional<std::string> wrong;  ///< why it stopped

  bool null() { return other(); }
  bool boolean(bool /*value*/) { return other(); }
  bool number_integer(std::int64_t /*value*/) { return other(); }
  bool number_unsigned(std::uint64_t /*value*/) { return other(); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return other(); }
  bool binary(json::binary_t& /*never in text*/) { return false; }

  bool string(std::string& text) {
    if (!in_map()) return other();
    if (text.empty() || text == "." || text == ".." ||
        text.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos)
      return refuse("names the shard " + in_quotes(text, 60) +
                    ", which is not beside it: no index of Hugging Face" + kRemedy);
    entries.emplace_back(key_, text);
    return true;
  }

  bool key(std::string& text) {
    key_ = text;
    if (depth_ == 1) in_weight_map_ = text == "weight_map";
    if (in_map() && !names_.insert(text).second)
      return refuse("has the array " + in_quotes(text, 60) + " twice" + kRemedy);
    return true;
  }

  bool start_object(std::size_t /*unknown*/) {
    if (depth_ == 1 && in_weight_map_) {
      if (has_map) return refuse(std::string("has weight_map twice") + kRemedy);
      has_map = true;
    } else if (in_map()) {
      return other();
    }
    ++depth_;
    return true;
  }
  bool end_object() {
    --depth_;
    return true;
  }
  bool start_array(std::size_t /*unknown*/) {
    if (depth_ == 0) return refuse("is a list where an index has an object");
    if (!other()) return false;
    ++depth_;
    return true;
  }
  bool end_array() { return end_object(); }

  bool parse_error(std::size_t byte, const std::string& /*token*/,
                   const json::exception& /*error*/) {
    return refuse(fmt::format("is not JSON, at byte {}{}", byte, kRemedy));
  }

 private:
  bool in_map() const { return depth_ == 2 && in_weight_map_ && has_map; }
  /// Any value but a text in weight_map: an error in weight_map, ignored elsewhere.
  bool other() {
    return !in_map() || refuse("has no text for the shard of " + in_quotes(key_, 60) + kRemedy);
  }
  bool refuse(const std::string& why) {
    wrong = why;
    return false;
  }

  std::size_t depth_ = 0;
  bool in_weight_map_ = false;  ///< whether the last key of the whole object is weight_map
  std::string key_;
  std::set<std::string> names_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> read_shard_index(InputFile& file) {
  const std::uint64_t size = file.available(kLargest + 1);
  if (size > kLargest) file.fail("is larger than 64 MiB: no index of a model");
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  IndexBuilder builder;
  if (!json::sax_parse(text, &builder)) file.fail(builder.wrong.value_or("is not JSON"));
  if (!builder.has_map) file.fail(std::string("has no object weight_map") + kRemedy);
  return std::move(builder.entries);
}

}  // namespace sextant
