#include "sextant/report/output/markdown_text.hpp"

#include <bit>
#include <charconv>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace sextant {

std::string markdown_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (std::string_view("\\`*_[]|~$#").find(c) != std::string_view::npos) {
      result += {'\\', c};
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

std::string markdown_cell(const nlohmann::json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return markdown_escaped(value.get<std::string>());
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  return value.dump();
}

std::string markdown_position(const nlohmann::json& position) {
  if (!position.is_string()) return markdown_cell(position);
  const auto& text = position.get_ref<const std::string&>();
  std::uint64_t p = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), p);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || p < 64 || !std::has_single_bit(p)) return markdown_escaped(text);
  return fmt::format("2^{}", std::countr_zero(p));
}

std::string markdown_table(const std::vector<std::string>& titles,
                           const std::vector<std::vector<std::string>>& rows) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const auto& cell : cells) text += ' ' + cell + " |";
    return text + '\n';
  };
  std::vector<std::string> heads;
  for (const auto& title : titles) heads.push_back(markdown_escaped(title));
  std::string text = line(heads) + line(std::vector<std::string>(titles.size(), "---"));
  for (const auto& row : rows) text += line(row);
  return text + '\n';
}

}  // namespace sextant
