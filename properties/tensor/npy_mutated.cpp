#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

/// Paths, error lines and one file object; what the file may cause is counted by its length.
constexpr std::size_t kOverhead = 8192;

std::vector<std::string> healthy_files() {
  std::vector<std::string> files;
  const std::string numbers(96, '\x3f');
  const std::pair<const char*, const char*> kinds[] = {{"<f4", "(6, 4)"},
                                                       {">f8", "(3, 4)"},
                                                       {"<f2", "(1, 48, 1)"},
                                                       {"|V2", "(12, 4)"},
                                                       {"u2", "(48,)"}};
  for (const auto& [descr, shape] : kinds) {
    for (const int version : {1, 2, 3}) {
      for (const bool fortran_order : {false, true}) {
        files.push_back(npy_bytes(version, dictionary(descr, fortran_order, shape), numbers));
      }
    }
  }
  return files;
}

void expect_well_formed(const Table& table, const std::string& bytes) {
  ASSERT_GT(table.rows(), 0u);
  ASSERT_GT(table.columns(), 1u);
  const auto size = static_cast<std::uint64_t>(table.format().storage_bits / 8);
  ASSERT_EQ(table.storage().offset + table.rows() * table.columns() * size, bytes.size());
  const auto bits = patterns(table);
  for (std::uint64_t i = 0; i < bits.size(); ++i) {
    const std::uint64_t place = table.storage().column_major && table.shape().size() == 2
                                    ? i % table.columns() * table.rows() + i / table.columns()
                                    : i;
    const std::string stored = bytes.substr(table.storage().offset + place * size, size);
    ASSERT_EQ(number_bytes(bits[i], static_cast<int>(size), table.storage().byte_order), stored);
  }
}

/// Whether it is a table.  If not, an Error says so in one line; either way in little memory.
bool is_table(const std::string& path, const std::string& bytes,
              const std::optional<Format>& given) {
  const std::size_t before = bytes_allocated();
  std::optional<Table> table;
  std::string error;
  try {
    table = open_npy(path, given);
  } catch (const Error& refusal) {
    error = refusal.what();
  }
  EXPECT_LE(bytes_allocated() - before, 4 * bytes.size() + kOverhead);
  if (table) {
    expect_well_formed(*table, bytes);
  } else {
    EXPECT_THAT(error, testing::StartsWith(in_quotes(path) + ": "));
    EXPECT_THAT(error, testing::Not(testing::HasSubstr("\n")));
    EXPECT_LE(error.size(), path.size() + 400);
  }
  return table.has_value();
}

TEST(MutatedNpy, IsAnErrorOrATable) {
  const MemoryFile file;
  const std::string path = file.path();
  Mutator mutated(20170612, healthy_files(), {90, 6, 6});
  int tables = 0;
  constexpr int cases = 20'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = mutated();
    file.write(bytes);
    const bool patterns = bytes.find("V2") < 90 || bytes.find("u2") < 90;
    const auto given = patterns || i % 8 == 0 ? std::optional(kBfloat16) : std::nullopt;
    tables += is_table(path, bytes, given) ? 1 : 0;
    if (HasFailure()) {
      write_file("mutated.npy", bytes);
      FAIL() << "case " << i << ", kept as mutated.npy";
    }
  }
  EXPECT_GT(tables, 500);  // else nothing was learnt about tables, or about errors
  EXPECT_GT(cases - tables, 10'000);
  RecordProperty("tables", tables);
}

TEST(MutatedNpy, MayPromiseAnythingWithoutTakingMemory) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  for (const char* shape : {"(2147483647,)", "(1000000, 1000000)", "(268435456, 8)"}) {
    for (const int version : {1, 2, 3}) {
      const std::string bytes = npy_bytes(version, dictionary("<f4", false, shape), "few");
      write_file(path, bytes);
      EXPECT_FALSE(is_table(path, bytes, {}));
    }
  }
  const std::string long_header("\x93NUMPY\2\0\x10\x27\0\0", 12);
  write_file(path, long_header);
  EXPECT_FALSE(is_table(path, long_header, {}));
}

TEST(MutatedNpy, IsCountedWhereMemoryIsTaken) {
  const std::size_t before = bytes_allocated();
  ::operator delete(::operator new(100'000));  // a vector's could be optimised away
  EXPECT_EQ(bytes_allocated() - before, 100'000u);
}

}  // namespace
}  // namespace sextant
