#include "sextant/config/config_document.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLargest = std::uint64_t{4}
                                   << 20;  // the labels of 21000 classes take 2 MiB
constexpr std::size_t kMostValues = 65536;
constexpr std::size_t kDeepest = 16;  // configs of configs are 5 deep

/// The text with the values Infinity, -Infinity and NaN, which Python writes and JSON does not
/// have, in quotes; `ends` receives where the quotes end.
std::string quoted(std::string_view text, std::vector<std::size_t>& ends) {
  std::string result;
  bool inside = false;  // a text
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    for (const std::string_view value : {"-Infinity", "Infinity", "NaN"}) {
      if (inside || !rest.starts_with(value)) continue;
      result += fmt::format("\"{}\"", value);
      ends.push_back(result.size());
      i += value.size();
      break;
    }
    if (i == text.size()) break;
    if (text[i] == '"') inside = !inside;
    result += text[i];
    if (inside && text[i] == '\\' && i + 1 < text.size()) result += text[++i];
  }
  return result;
}

/// Builds the document from the parser's events.  `wrong` is the reason why it stopped.
class Builder {
 public:
  ConfigValue root;
  std::optional<std::string> wrong;

  bool null() { return add({}); }
  bool boolean(bool value) { return add({.kind = Kind::boolean, .flag = value}); }
  bool number_integer(std::int64_t value) { return number(std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) { return number(std::to_string(value)); }
  bool number_float(double /*rounded*/, const std::string& text) { return number(text); }
  bool string(std::string& text) { return add({.kind = Kind::text, .text = text}); }
  bool binary(json::binary_t& /*never in text*/) { return false; }
  bool start_object(std::size_t /*unknown*/) { return open(Kind::object); }
  bool start_array(std::size_t /*unknown*/) { return open(Kind::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& text) {
    key_ = text;
    return seen_.back().insert(key_).second || refuse("is there twice");
  }

  /// `quoted` are the ends of the values that quoted() put in quotes.
  explicit Builder(std::vector<std::size_t> quoted) : quoted_(std::move(quoted)) {}

  bool parse_error(std::size_t byte, const std::string& /*token*/, const json::exception& error) {
    const bool overflow = error.id == 406;
    const auto before = std::lower_bound(quoted_.begin(), quoted_.end(), byte) - quoted_.begin();
    const std::size_t added = 2 * static_cast<std::size_t>(before);
    wrong = overflow ? "a number is too large" : fmt::format("not JSON, at byte {}", byte - added);
    const std::string place = where();
    if (!place.empty()) *wrong += ", after " + in_quotes(place, 120);
    return false;
  }

 private:
  using Kind = ConfigValue::Kind;

  bool number(std::string text) { return add({.kind = Kind::number, .text = std::move(text)}); }

  bool add(ConfigValue value) { return place(std::move(value)) != nullptr; }

  ConfigValue* place(ConfigValue value) {
    if (++values_ > kMostValues) {
      wrong = fmt::format("more than {} values: no config of a model", kMostValues);
      return nullptr;
    }
    if (open_.empty()) {
      root = std::move(value);
      return &root;
    }
    const bool keyed = open_.back()->kind == Kind::object;
    auto& members = open_.back()->members;
    return &members.emplace_back(keyed ? key_ : std::string(), std::move(value)).second;
  }

  bool open(Kind kind) {
    if (open_.size() == kDeepest) return refuse(fmt::format("nested more than {} deep", kDeepest));
    ConfigValue* opened = place({.kind = kind});
    if (opened == nullptr) return false;
    open_.push_back(opened);
    seen_.emplace_back();
    keys_.push_back(std::exchange(key_, {}));
    return true;
  }

  bool close() {
    open_.pop_back();
    seen_.pop_back();
    key_ = keys_.back();
    keys_.pop_back();
    return true;
  }

  bool refuse(const std::string& why) {
    wrong = in_quotes(where(), 120) + " " + why;
    return false;
  }

  /// The path of keys to the parser's place: `rope_scaling.factor`.
  std::string where() const {
    std::string path;
    const auto go = [&](const std::string& key) {
      if (!key.empty()) path += (path.empty() ? "" : ".") + key;
    };
    for (const std::string& key : keys_) go(key);
    go(key_);
    return path;
  }

  std::vector<std::size_t> quoted_;
  std::vector<ConfigValue*> open_;  ///< a parent does not grow while its child is open
  std::vector<std::set<std::string>> seen_;
  std::vector<std::string> keys_;  ///< keys of the open values
  std::string key_;
  std::size_t values_ = 0;
};

}  // namespace

const ConfigValue* ConfigValue::find(std::string_view key) const {
  for (const auto& [known, value] : members)
    if (known == key) return &value;
  return nullptr;
}

std::string_view name(ConfigValue::Kind kind) {
  constexpr std::string_view kNames[] = {"null",   "true or false", "a number",
                                         "a text", "a list",        "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

ConfigValue read_config_document(InputFile& file) {
  const std::uint64_t size = file.available(kLargest + 1);
  if (size > kLargest) file.fail("larger than 4 MiB: no config of a model");
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  std::vector<std::size_t> ends;
  text = quoted(text, ends);
  Builder builder(std::move(ends));
  const bool whole = json::sax_parse(text, &builder);
  if (!whole) file.fail(builder.wrong.value_or("not JSON"));
  if (builder.root.kind != ConfigValue::Kind::object)
    file.fail(fmt::format("{} where a config has an object", name(builder.root.kind)));
  return std::move(builder.root);
}

}  // namespace sextant
