#include "tensor/table_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

/// Paths, error lines and objects for files, members and buffers that no length in a file decides.
constexpr std::size_t kOverhead = 3 * 65536;

}  // namespace

std::string safetensors_bytes(std::string_view header, std::string_view numbers) {
  return number_bytes(header.size(), 8, ByteOrder::little) + std::string(header) +
         std::string(numbers);
}

std::string error_of_table(const TableFile& from) {
  return error_of([&] { open_table(from); });
}

bool is_table_or_refused(const TableFile& from, const std::string& bytes, std::size_t times) {
  const std::size_t before = bytes_allocated();
  std::optional<Table> table;
  std::string error;
  try {
    table = open_table(from);
  } catch (const Error& refusal) {
    error = refusal.what();
  }
  EXPECT_LE(bytes_allocated() - before, times * bytes.size() + kOverhead);
  if (table) {
    EXPECT_GT(table->rows(), 0u);
    EXPECT_GT(table->columns(), 1u);
    EXPECT_EQ(patterns(*table).size(), table->rows() * table->columns());
  } else {
    EXPECT_THAT(error, testing::StartsWith(in_quotes(from.path) + ": "));
    EXPECT_THAT(error, testing::Not(testing::HasSubstr("\n")));
    EXPECT_LE(error.size(), from.path.size() + 5200);  // twenty names of 60 bytes, each as \x01
  }
  return table.has_value();
}

}  // namespace sextant
