#include "tool/subcommand/figures.hpp"

#include <string>

#include <fmt/core.h>
#include <unistd.h>

#include "tool/subcommand/other_program.hpp"

namespace sextant::tool {
namespace {

namespace fs = std::filesystem;

constexpr int kNoLibrary = 3;  // exit status of draw.py without matplotlib

/// Debian's Python if installed, because another one may lack Debian's packages.
std::string python() {
  constexpr const char* own = "/usr/bin/python3";
  return ::access(own, X_OK) == 0 ? own : "python3";
}

}  // namespace

std::string draw_figures(const fs::path& root) {
  const fs::path folder = root / "figures";
  std::error_code unknown;
  for (const char* name : {"drift.svg", "safe.svg"}) fs::remove(folder / name, unknown);
  const fs::path tool = fs::read_symlink("/proc/self/exe", unknown);
  const fs::path program = tool.parent_path().parent_path() / "share/sextant/figures/draw.py";
  if (!fs::exists(program, unknown)) return "no figures/*.svg: " + program.string() + " is missing";
  const int status = status_of(
      {python(), "-B", program.string(), (root / "report.json").string(), "-o", folder.string()});
  if (status == 0) return {};
  if (status == kNoLibrary) return "no figures/*.svg: they need Debian's python3-matplotlib";
  return fmt::format("no figures/*.svg: {} {} failed", python(), program.string());
}

}  // namespace sextant::tool
