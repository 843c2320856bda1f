#include "verify/memory_tables.hpp"

#include "sextant/number/pattern.hpp"

namespace sextant {
namespace {

std::vector<std::byte> patterns_of(const Rows& rows) {
  const auto size = static_cast<std::size_t>(rows.format.storage_bits / 8);
  std::vector<std::byte> bytes(rows.values.size() * size);
  for (std::size_t i = 0; i < rows.values.size(); ++i) {
    const std::uint64_t bits = bits_of(rows.format, rows.values[i]);
    for (std::size_t k = 0; k < size; ++k)
      bytes[i * size + k] = static_cast<std::byte>(bits >> (8 * k) & 0xff);
  }
  return bytes;
}

}  // namespace

MemoryTable::MemoryTable(const Rows& rows, const std::string& name)
    : bytes_(patterns_of(rows)),
      table_(std::make_shared<InputFile>(name, bytes_),
             {.format = rows.format, .shape = {rows.count(), rows.columns}}) {}

}  // namespace sextant
