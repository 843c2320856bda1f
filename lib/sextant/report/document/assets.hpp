#pragma once

#include <span>
#include <string_view>

/// The files of the page, embedded in the program: a report needs no source tree.
namespace sextant::assets {

/// Page skeleton with the placeholders `{{name}}`.
std::string_view skeleton();

/// The page's style sheet.
std::string_view style();

/// Our own scripts, in execution order.
std::span<const std::string_view> scripts();

/// The drawing library, minified; empty if the program was built without it.
std::span<const std::string_view> libraries();

/// reports/schema/report.schema.json.
std::string_view schema();

}  // namespace sextant::assets
