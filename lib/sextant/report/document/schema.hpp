#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// Throws Error, naming the place in the document, unless `report` is what
/// reports/schema/report.schema.json describes.
void require_report(const nlohmann::json& report);

/// The same for what it calls speed, alone: the message begins with the place.
void require_speed(const nlohmann::json& speed);

/// The same for any document and schema that uses those words.
void require_document(const nlohmann::json& schema, const nlohmann::json& document);

/// And for what it calls mutants, confusion, theorems, and sweeps.
void require_confusion(const nlohmann::json& confusion);
void require_mutants(const nlohmann::json& mutants);
void require_theorems(const nlohmann::json& theorems);
void require_sweeps(const nlohmann::json& sweeps);

}  // namespace sextant
