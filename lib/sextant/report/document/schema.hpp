#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// Throws Error, naming the place in the document, unless `report` is valid under
/// reports/schema/report.schema.json.
void require_report(const nlohmann::json& report);

/// The same for the schema's part `speed`; the message begins with the place.
void require_speed(const nlohmann::json& speed);

/// The same for any document and any schema with the keywords of JsonSchema.
void require_document(const nlohmann::json& schema, const nlohmann::json& document);

/// The same for the parts mutants, confusion, theorems and sweeps.
void require_confusion(const nlohmann::json& confusion);
void require_mutants(const nlohmann::json& mutants);
void require_theorems(const nlohmann::json& theorems);
void require_sweeps(const nlohmann::json& sweeps);

}  // namespace sextant
