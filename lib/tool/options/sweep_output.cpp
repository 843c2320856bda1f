#include "tool/options/sweep_output.hpp"

#include <filesystem>
#include <system_error>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/sweep/folder_files.hpp"

namespace sextant::tool {
namespace {

namespace fs = std::filesystem;

/// As far as one can see.
bool of_a_sweep(const fs::path& folder) {
  std::error_code unknown;
  return fs::exists(folder / "origin.json", unknown);
}

}  // namespace

void expect_a_folder(const std::string& output) {
  if (output.empty()) throw Error("--output needs a value: the folder");
  if (output == "-")
    throw Error("--output -: a sweep writes a folder, not standard output (one of that name: ./-)");
}

void expect_not_of_all(const std::string& output) {
  if (!fs::is_directory(output) || of_a_sweep(output)) return;
  for (const fs::path& one : sweep::files_in(output)) {
    if (of_a_sweep(one))
      throw Error(in_quotes(output) + " has folders of sweeps, as of --recipe all: name another");
  }
}

void expect_not_of_one(const std::string& output) {
  if (of_a_sweep(output))
    throw Error(in_quotes(output) + " is the folder of one sweep: name another for those of all");
}

}  // namespace sextant::tool
