#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// Escapes `text` for Markdown and HTML, so that it is shown literally on one line, also in a
/// table's cell.
std::string markdown_escaped(std::string_view text);

/// A number in four significant digits, a text escaped, "–" for null.
std::string markdown_cell(const nlohmann::json& value);

/// A table; titles are escaped, cells are not.
std::string markdown_table(const std::vector<std::string>& titles,
                           const std::vector<std::vector<std::string>>& rows);

/// 2^k for a power of two from 2^6 on, otherwise the text, escaped.
std::string markdown_position(const nlohmann::json& position);

}  // namespace sextant
