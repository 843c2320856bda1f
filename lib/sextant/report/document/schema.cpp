#include "sextant/report/document/schema.hpp"

#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/assets.hpp"
#include "sextant/report/document/json_schema.hpp"

namespace sextant {
namespace {

using nlohmann::json;

const JsonSchema& schema() {
  static const JsonSchema read(json::parse(assets::schema()));
  return read;
}

/// Checks kind and version first: other documents need not agree in anything else.
void require_claim(const json& document, const std::string& name, int version = 1,
                   const std::string& remedy = "") {
  if (!document.is_object()) throw Error("/: must be an object");
  if (document.value("schema", json()) != name)
    throw Error(fmt::format("/schema: must be \"{}\"", name));
  if (document.value("version", json()) != version)
    throw Error(fmt::format("/version: must be {}{}", version, remedy));
}

}  // namespace

void require_report(const nlohmann::json& report) try {
  require_claim(report, "sextant-report", 2,
                "; make the report again with this version of sextant");
  schema().require(report);
} catch (const Error& error) {
  throw Error(std::string("report document: ") + error.what());
}

void require_document(const nlohmann::json& schema, const nlohmann::json& document) {
  JsonSchema(schema).require(document);
}

void require_speed(const nlohmann::json& speed) {
  require_claim(speed, "sextant-speed");
  schema().require("speed", speed);
}

void require_mutants(const nlohmann::json& mutants) {
  require_claim(mutants, "sextant-mutants");
  schema().require("mutants", mutants);
}

void require_theorems(const nlohmann::json& theorems) {
  require_claim(theorems, "sextant-theorems");
  schema().require("theorems", theorems);
}

void require_sweeps(const nlohmann::json& sweeps) {
  require_claim(sweeps, "sextant-sweeps");
  schema().require("sweeps", sweeps);
}

void require_confusion(const nlohmann::json& confusion) {
  require_claim(confusion, "sextant-confusion");
  schema().require("confusion", confusion);
}

}  // namespace sextant
