#include "sextant/verify/table_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "sextant/encoding/error.hpp"

namespace {

using sextant::TableFile;

/// Reads all rows of a table, so that a sanitizer sees every byte that it promises.
void read_whole(const sextant::Table& table) {
  std::vector<std::uint64_t> row(table.columns());
  for (std::uint64_t r = 0; r < table.rows(); ++r) table.read_rows(r, 1, row);
}

/// A refusal is one line; anything else that is thrown ends the program.
template <class Open>
void try_to(const Open& open) {
  try {
    open();
  } catch (const sextant::Error& error) {
    const std::string what = error.what();
    if (what.empty() || what.find('\n') != std::string::npos) std::abort();
  }
}

}  // namespace

/// A file of any bytes is a table, or an Error of one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = ::memfd_create("fuzzed", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  const TableFile as_is{path};
  try_to([&] {
    for (const auto& array : sextant::arrays_of(as_is))
      try_to([&] { read_whole(sextant::table_of(array, std::nullopt, true)); });
  });
  try_to([&] { read_whole(sextant::open_table({path, std::nullopt, sextant::kBfloat16})); });
  try_to([&] { read_whole(sextant::open_vectors(as_is, sextant::kFloat16).table); });
  try_to([&] {
    read_whole(sextant::open_table({path, std::nullopt, sextant::kFloat32, {{size / 8, 2}}}));
  });
  return 0;
}
