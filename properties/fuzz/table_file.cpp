#include "sextant/tensor/table_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "sextant/config/gguf_config.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/onnx_rotary.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "sextant/tensor/shard_index.hpp"

namespace {

using sextant::TableFile;

/// Reads all rows of a table, so that a sanitizer sees every byte that it promises.
void read_whole(const sextant::Table& table) {
  std::vector<std::uint64_t> row(table.columns());
  for (std::uint64_t r = 0; r < table.rows(); ++r) table.read_rows(r, 1, row);
}

/// Whether it opens.  A refusal is one line; anything else that is thrown ends the program.
template <class Open>
bool opens(const Open& open) {
  try {
    open();
    return true;
  } catch (const sextant::Error& error) {
    const std::string what = error.what();
    if (what.empty() || what.find('\n') != std::string::npos) std::abort();
    return false;
  }
}

/// Whether a file is read as what it says of itself.
bool is_table(const TableFile& file) {
  bool is = false;
  opens([&] {
    for (const auto& array : sextant::arrays_of(file))
      is |= opens([&] { read_whole(sextant::table_of(array, std::nullopt, true)); });
  });
  is |= opens([&] {
    read_whole(sextant::open_table({file.path, std::nullopt, sextant::kBfloat16}));
  });
  is |= opens([&] { read_whole(sextant::open_vectors(file, sextant::kFloat16).table); });
  return is;
}

/// What the inputs were, for who names a file in SEXTANT_FUZZ_COUNTS; without an end or an abort of
/// the program in between, each was read or refused in one line.
struct Counts {
  std::uint64_t tables = 0, numbers_alone = 0, refused = 0;

  ~Counts() {
    const char* path = std::getenv("SEXTANT_FUZZ_COUNTS");
    std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr) return;
    std::fprintf(file, "{\"tables\": %ju, \"numbers_alone\": %ju, \"refused\": %ju}\n",
                 std::uintmax_t{tables}, std::uintmax_t{numbers_alone}, std::uintmax_t{refused});
    std::fclose(file);
  }
};

}  // namespace

/// A file of any bytes is a table, or positions, or an Error of one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Counts counts;
  static const int file = ::memfd_create("fuzzed", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  const bool table = is_table({path});
  const bool numbers = opens([&] {
    read_whole(sextant::open_table({path, std::nullopt, sextant::kFloat32, {{size / 8, 2}}}));
  });
  ++(table ? counts.tables : numbers ? counts.numbers_alone : counts.refused);
  opens([&] { sextant::read_positions(path); });
  opens([&] { (void)sextant::read_gguf_encodings(path); });
  const auto whole = std::make_shared<sextant::InputFile>(path);
  opens([&] { (void)sextant::read_gguf_metadata(whole, path); });
  opens([&] { (void)sextant::read_onnx_rotary(whole); });
  opens([&] { (void)sextant::read_shard_index(*whole); });
  opens([&] { sextant::read_coordinates(path, 3); });
  return 0;
}
