#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sextant {

/// A Markdown table.  Rows and columns are in the order of their first use; empty cells show "–".
/// Names of columns are escaped; names of rows and cells are not.
class MarkdownGrid {
 public:
  explicit MarkdownGrid(std::string corner) : titles_{std::move(corner)} {}

  void put(const std::string& row, const std::string& column, const std::string& cell);
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> titles_, rows_, columns_;
  std::map<std::pair<std::string, std::string>, std::string> cells_;
};

/// Appends a name unless it is already there.
void note(std::vector<std::string>& names, const std::string& name);

}  // namespace sextant
