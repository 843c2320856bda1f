#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sextant {

/// A table in Markdown whose rows and columns stand in the order in which they first occur, with
/// "–" where nothing was put.  Names of columns are escaped; those of rows, and cells, are taken as
/// they are.
class MarkdownGrid {
 public:
  explicit MarkdownGrid(std::string corner) : titles_{std::move(corner)} {}

  void put(const std::string& row, const std::string& column, const std::string& cell);
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> titles_, rows_, columns_;
  std::map<std::pair<std::string, std::string>, std::string> cells_;
};

/// Adds a name to those that there are, at the end, unless it is one of them.
void note(std::vector<std::string>& names, const std::string& name);

}  // namespace sextant
