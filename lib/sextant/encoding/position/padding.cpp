#include "sextant/encoding/position/padding.hpp"

namespace sextant {

std::vector<std::int64_t> PaddedRows::operator()(const std::vector<bool>& real) const {
  std::vector<std::int64_t> rows;
  std::int64_t next = first;
  for (const bool token : real) rows.push_back(token ? next++ : padding);
  return rows;
}

}  // namespace sextant
