#include "sextant/report/document/json_schema.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(fmt::format("{}: {}", path.empty() ? "/" : path, why));
}

bool has_type(const json& value, const std::string& type) {
  return type == "integer" ? value.is_number_integer() : type == value.type_name();
}

void require_type(const json& wanted, const json& value, const std::string& path) {
  const json types = wanted.is_array() ? wanted : json::array({wanted});
  for (const auto& type : types) {
    if (has_type(value, type.get<std::string>())) return;
  }
  refuse(path, fmt::format("must be {}, not {}", wanted.dump(), value.type_name()));
}

void require_one_of(const json& wanted, const json& value, const std::string& path) {
  if (std::find(wanted.begin(), wanted.end(), value) == wanted.end())
    refuse(path, fmt::format("must be one of {}", wanted.dump()));
}

}  // namespace

JsonSchema::JsonSchema(json root) : root_(std::make_shared<const json>(std::move(root))) {}

void JsonSchema::require(const json& document) const { require(*root_, document, ""); }

void JsonSchema::require(const std::string& definition, const json& document) const {
  require(root_->at("$defs").at(definition), document, "");
}

void JsonSchema::require(const json& rule, const json& value, const std::string& path) const {
  if (rule.contains("$ref")) {
    const auto target = rule["$ref"].get<std::string>();
    return require(root_->at(json::json_pointer(target.substr(1))), value, path);
  }
  if (rule.contains("const") && rule["const"] != value) {
    refuse(path, fmt::format("must be {}", rule["const"].dump()));
  }
  if (rule.contains("type")) require_type(rule["type"], value, path);
  if (rule.contains("enum")) require_one_of(rule["enum"], value, path);
  if (rule.contains("exclusiveMinimum") && value.is_number() &&
      !(value > rule["exclusiveMinimum"])) {
    refuse(path, fmt::format("must be above {}", rule["exclusiveMinimum"].dump()));
  }
  if (value.is_object()) require_members(rule, value, path);
  if (value.is_array() && rule.contains("items")) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      require(rule["items"], value[i], fmt::format("{}/{}", path, i));
    }
  }
}

void JsonSchema::require_members(const json& rule, const json& value,
                                 const std::string& path) const {
  for (const auto& key : rule.value("required", json::array())) {
    if (!value.contains(key.get<std::string>())) refuse(path, "has no " + key.dump());
  }
  const json properties = rule.value("properties", json::object());
  for (const auto& [key, member] : value.items()) {
    const auto known = properties.find(key);
    if (known != properties.end()) {
      require(*known, member, path + "/" + key);
    } else if (rule.contains("additionalProperties")) {
      require(rule["additionalProperties"], member, path + "/" + key);
    }
  }
}

}  // namespace sextant
