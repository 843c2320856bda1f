#include "sextant/report/output/markdown_grid.hpp"

#include <algorithm>

#include "sextant/report/output/markdown_text.hpp"

namespace sextant {

void note(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void MarkdownGrid::put(const std::string& row, const std::string& column, const std::string& cell) {
  note(rows_, row);
  note(columns_, column);
  cells_[{row, column}] = cell;
}

std::string MarkdownGrid::text() const {
  std::vector<std::string> titles = titles_;
  titles.insert(titles.end(), columns_.begin(), columns_.end());
  std::vector<std::vector<std::string>> rows;
  for (const auto& name : rows_) {
    std::vector<std::string> row = {name};
    for (const auto& column : columns_) {
      const auto found = cells_.find({name, column});
      row.push_back(found == cells_.end() ? "–" : found->second);
    }
    rows.push_back(row);
  }
  return markdown_table(titles, rows);
}

}  // namespace sextant
