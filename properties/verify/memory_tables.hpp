#pragma once

#include "sextant/tensor/table.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {

/// A table that owns its memory.
class MemoryTable {
 public:
  MemoryTable(const Rows& rows, const std::string& name);

  const Table& table() const { return table_; }

 private:
  std::vector<std::byte> bytes_;
  Table table_;
};

}  // namespace sextant
