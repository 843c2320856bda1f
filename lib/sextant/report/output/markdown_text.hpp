#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// `text` as Markdown that shows exactly it, also in a table's cell: on one line, and nothing in it
/// means anything to Markdown or HTML.
std::string markdown_escaped(std::string_view text);

/// A number in four significant digits, a text escaped, "–" for null.
std::string markdown_cell(const nlohmann::json& value);

/// A table; cells are taken as they are, titles are escaped.
std::string markdown_table(const std::vector<std::string>& titles,
                           const std::vector<std::vector<std::string>>& rows);

/// 2^k for a power of two from 2^6 on, otherwise the text, escaped.
std::string markdown_position(const nlohmann::json& position);

}  // namespace sextant
