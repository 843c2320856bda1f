#include "tool/subcommand/sweep_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/number/text.hpp"
#include "sextant/sweep/criteria.hpp"
#include "sextant/sweep/folder_files.hpp"

namespace sextant::tool {
namespace {

namespace fs = std::filesystem;

/// Whether a folder is that of a sweep; false if it cannot be read.
bool of_a_sweep(const fs::path& folder) {
  std::error_code unknown;
  return fs::exists(folder / "origin.json", unknown);
}

std::string of(const sweep::Folder& folder) {
  const auto& job = folder.origin()->job;
  const std::string in =
      job.computed_in == job.format ? job.format : job.computed_in + " stored in " + job.format;
  const std::string part = job.part == "table" ? "" : " part " + job.part;
  return fmt::format("{} in {}, {}{}, positions {}", job.recipe, in, job.encoding, part,
                     job.positions);
}

/// Positions in the notation of a sweep: integers with all their digits, other float32 numbers with
/// the fewest digits that identify them.
struct Places {
  explicit Places(const sweep::Origin& origin)
      : parts(origin.parts()), float32(origin.job.positions.starts_with("float32:")) {}

  std::string operator()(Position position) const {
    if (!float32 || position % static_cast<Position>(parts) == 0) return to_text(position, parts);
    return fmt::format(
        "{}", static_cast<float>(static_cast<double>(position) / static_cast<double>(parts)));
  }

  std::uint64_t parts;
  bool float32;
};

std::string max_error(const char* what, const measure::MaxError& max_error, const char* unit,
                      const Places& places) {
  if (max_error.empty()) return {};
  return fmt::format("  {:<9} {:.4g}{} at position {}, channel {}\n", what, max_error.value, unit,
                     places(max_error.witness.position), max_error.witness.channel);
}

/// The distribution of errors in steps, such as "93.1 % by 0, 6.8 % by 1, 0.012 % by 2 to 3".  A
/// line has four classes.  All errors of 1024 steps or more form one class.
std::string steps(const measure::ErrorClasses& spread, std::uint64_t entries) {
  constexpr std::size_t kLast = 11;
  auto counts = spread.steps;
  for (std::size_t k = kLast + 1; k < counts.size(); ++k) counts[kLast] += counts[k];
  constexpr int kInLine = 4;
  std::string text;
  int shown = 0;
  for (std::size_t k = 0; k <= kLast; ++k) {
    if (counts[k] == 0) continue;
    const std::uint64_t least = k == 0 ? 0 : std::uint64_t{1} << (k - 1);
    const std::string range = k < 2       ? fmt::format("{}", least)
                              : k < kLast ? fmt::format("{} to {}", least, 2 * least - 1)
                                          : fmt::format("{} or more", least);
    const char* before = shown == 0             ? "  off, in steps: "
                         : shown % kInLine == 0 ? ",\n                 "
                                                : ", ";
    text += fmt::format("{}{:.3g} % by {}", before,
                        100 * static_cast<double>(counts[k]) / static_cast<double>(entries), range);
    ++shown;
  }
  return text.empty() ? text : text + "\n";
}

/// A line about a defect.  The channel is shown if the defect is one of pairs, not of whole rows.
std::string defect(const char* what, const measure::MaxDefect& max_error, bool of_pairs,
                   const Places& places) {
  if (max_error.empty()) return {};
  return fmt::format("  {:<18} off by {:.4g} at most, at position {}{}\n", what, max_error.value,
                     places(max_error.position),
                     of_pairs ? fmt::format(", channel {}", max_error.channel) : "");
}

std::string words(const sweep::Found& found, const sweep::Origin& origin) {
  const Places places(origin);
  const measure::ErrorStatistics& t = found.statistics;
  std::string text = fmt::format(
      "  {} entries, {} not correctly rounded ({:.3g} %), {} unfaithful\n", t.entries, t.misrounded,
      100 * static_cast<double>(t.misrounded) /
          static_cast<double>(std::max<std::uint64_t>(t.entries, 1)),
      t.unfaithful);
  text += max_error("worst", t.absolute, "", places) +
          max_error("in ulps", t.ulps, " ulps", places) +
          max_error("in phase", t.phase, " rad", places) + steps(found.spread, t.entries);
  if (t.non_finite > 0)
    text += fmt::format("  {} entries are no numbers, {} of them where the truth rounds to one\n",
                        t.non_finite, t.non_finite - t.overflowed);
  for (const auto& [name, limit] : sweep::criteria(origin.format(), origin.limits())) {
    const auto& first = found.beyond.at(name);
    text += fmt::format("  {:<18} {}\n", name,
                        first ? fmt::format("fails first at position {}, channel {}",
                                            places(first->position), first->channel)
                              : "holds everywhere");
  }
  if (const auto& defects = found.defects)
    text += defect("norm", defects->norm, true, places) +
            defect("shift", defects->shift, false, places) +
            defect("rotation", defects->rotation, true, places);
  return text;
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

void print_result(const sweep::Folder& folder, bool whole) {
  if (folder.records().empty()) return fmt::print("nothing to measure in this shard\n");
  const sweep::Origin& origin = *folder.origin();
  fmt::print("{}\n", of(folder));
  if (!whole) {
    std::uint64_t there = 0;
    for (const sweep::Kept& record : folder.records()) there += record.last - record.first;
    return fmt::print("  {} of {} rows are measured in {}\n", there, origin.rows(),
                      folder.path().string());
  }
  fmt::print("{}  exhaustive: {}\n", words(folder.measured().whole(), origin),
             (folder.path() / "sweep.json").string());
}

}  // namespace sextant::tool
