#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// A JSON schema with the keywords type, const, enum, exclusiveMinimum, required, properties,
/// additionalProperties, items and $ref.
class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json root);

  /// Throws Error, which begins with the place in the document, unless the document is valid.
  void require(const nlohmann::json& document) const;

  /// The same for one of its `$defs`.
  void require(const std::string& definition, const nlohmann::json& document) const;

 private:
  void require(const nlohmann::json& rule, const nlohmann::json& value,
               const std::string& path) const;
  void require_members(const nlohmann::json& rule, const nlohmann::json& value,
                       const std::string& path) const;

  std::shared_ptr<const nlohmann::json> root_;
};

}  // namespace sextant
