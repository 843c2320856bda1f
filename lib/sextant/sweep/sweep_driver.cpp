#include "sextant/sweep/sweep_driver.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/sweep/chunk.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUsualEntries = std::uint64_t{1} << 26;
constexpr std::uint64_t kMostChunks = std::uint64_t{1} << 24;
constexpr std::uint64_t kChunksOfProcess = 8;

std::uint64_t rows_of(const std::vector<MissingRange>& ranges) {
  std::uint64_t rows = 0;
  for (const MissingRange& range : ranges) rows += range.last - range.first;
  return rows;
}

Origin origin_of(const Job& job) {
  return {describe(job), recipe_fingerprint(job), library_fingerprint()};
}

Record made(const Sweeper& sweeper, const Origin& origin, const MissingRange& range,
            const Sweeper::Done& done) {
  return {range.first, range.last, origin, sweeper.measure(range.first, range.last, done)};
}

/// A record and its folder.
struct Held {
  const Kept* record;
  const Folder* folder;
  std::string name() const { return folder->name_of(*record); }
};

/// Every record once, in the order of rows.
std::vector<Held> together(const std::vector<Folder>& folders) {
  std::vector<Held> all;
  for (const Folder& folder : folders) {
    for (const Kept& record : folder.records()) all.push_back({&record, &folder});
    if (folder.origin())
      expect_same(*all.front().folder->origin(), all.front().name(), *folder.origin(),
                  folder.name_of(folder.records().front()));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Held& a, const Held& b) { return comes_before(*a.record, *b.record); });
  std::vector<Held> once;
  for (const Held& held : all) {
    if (!once.empty()) {
      const Kept& before = *once.back().record;
      const Kept& record = *held.record;
      if (record.first == before.first && record.last == before.last) {
        if (record.checksum == before.checksum) continue;
        throw Error(held.name() + " contradicts " + once.back().name());
      }
      expect_after(before, once.back().name(), record, held.name());
    }
    once.push_back(held);
  }
  return once;
}

void expect_all(const std::vector<Held>& records) {
  const std::uint64_t rows = records.front().folder->origin()->rows();
  std::uint64_t row = 0, missing = 0;
  MissingRange first;
  const auto range = [&](std::uint64_t to) {
    if (to > row && missing == 0) first = {row, to};
    missing += to - row;
  };
  for (const Held& held : records) {
    range(held.record->first);
    row = held.record->last;
  }
  range(rows);
  if (missing == 0) return;
  const std::string which = first.last - first.first == 1
                                ? fmt::format("row {} is", first.first)
                                : fmt::format("rows {} to {} are", first.first, first.last - 1);
  throw Error(fmt::format("{} in none of the folders, and {} of {} in all: sweep what is missing",
                          which, missing, rows));
}

std::uint64_t longest(const std::vector<Held>& records) {
  std::uint64_t rows = 0;
  for (const Held& held : records) rows = std::max(rows, held.record->last - held.record->first);
  return rows;
}

void expect_undamaged(const Folder& folder, const char* what) {
  if (folder.damaged().empty()) return;
  const Damage& first = folder.damaged().front();
  throw Error(in_quotes(first.file) + what + first.why);
}

}  // namespace

std::uint64_t usual_chunk(const Job& job, std::uint64_t processes) {
  const Position last = job.positions[job.positions.count - 1];
  const bool alike = recipe::computes_in(job.recipe, job.formats) == kFloat32 &&
                     job.positions.parts == 1 && magnitude(last) >> 26 != 0;
  const std::uint64_t entries = alike ? 4 * kUsualEntries : kUsualEntries;
  std::uint64_t rows = entries / std::max<std::size_t>(1, job.chart().width());
  if (processes > 1) rows = std::min(rows, job.positions.count / (kChunksOfProcess * processes));
  return std::bit_floor(std::max<std::uint64_t>(1, rows));
}

std::vector<MissingRange> chunks(const std::vector<MissingRange>& ranges, std::uint64_t chunk,
                                 const Shard& shard) {
  std::vector<MissingRange> found;
  for (const MissingRange& range : ranges) {
    for (std::uint64_t first = range.first; first < range.last;) {
      const std::uint64_t number = first / chunk;
      const std::uint64_t last =
          range.last - first <= chunk - first % chunk ? range.last : (number + 1) * chunk;
      if (number % shard.count == shard.index) found.push_back({first, last});
      first = last;
    }
  }
  return found;
}

SweepDriver::End SweepDriver::run(const fs::path& path) const {
  WorkerGroup alone;
  return run(path, alone);
}

SweepDriver::End SweepDriver::run(const fs::path& path, WorkerGroup& workers) const {
  // Shards of one job have the same chunks, for any number of ranks.
  const std::uint64_t usual = usual_chunk(job, shard.count > 1 ? shard.count : workers.size());
  if ((job.positions.count - 1) / (chunk == 0 ? usual : chunk) >= kMostChunks)
    throw Error(fmt::format("{} rows in chunks of {} are more than {} chunks{}",
                            job.positions.count, chunk == 0 ? usual : chunk, kMostChunks,
                            (job.positions.count - 1) >> 30 < kMostChunks
                                ? "; --chunk takes up to 2^30 rows"
                                : ", as in any that --chunk takes: sweep them in parts"));
  const Sweeper sweeper(job);
  const Origin origin = origin_of(job);
  End end{Folder(path)};
  end.folder.scan();
  end.folder.expect(origin);
  const std::uint64_t rows = end.folder.claim(origin, chunk, usual);
  const std::vector<Damage> damaged = quarantine(end.folder.damaged());
  end.folder.withdraw_result(job.positions.count);
  const std::vector<MissingRange> todo =
      chunks(end.folder.missing_ranges(job.positions.count), rows, shard);
  if (begun) begun(rows_of(todo), damaged);
  workers.lead(
      todo, [&](const MissingRange& range) { return made(sweeper, origin, range, done); },
      [&](const Record& record, bool elsewhere) {
        if (record.origin != origin)
          throw Error("a process of this sweep does not go with the others: " +
                      difference(record.origin, origin));
        end.folder.add(record);
        if (elsewhere && done) done(record.last - record.first);
      });
  end.folder.scan();
  expect_undamaged(end.folder, " was damaged meanwhile: ");
  end.whole = end.folder.missing_ranges(job.positions.count).empty();
  if (end.whole) end.folder.write_result();
  return end;
}

void SweepDriver::follow(WorkerGroup& workers) const {
  const Sweeper sweeper(job);
  const Origin origin = origin_of(job);
  workers.follow([&](const MissingRange& range) { return made(sweeper, origin, range, {}); });
}

Folder merge(const std::vector<fs::path>& from, const fs::path& into) {
  std::vector<Folder> folders;  // the destination comes first: its own records are not copied
  const bool there = fs::exists(into / "records");
  if (there) folders.emplace_back(into).scan();
  for (const fs::path& path : from) {
    if (!fs::is_directory(path / "records"))
      throw Error(in_quotes(path.string()) + ": no folder of a sweep: " +
                  (!fs::exists(path) ? "there is nothing"
                   : !fs::is_directory(path)
                       ? "it is a file"
                       : "it has no records; those of --recipe all have a folder a recipe, to be "
                         "merged one by one"));
    folders.emplace_back(path).scan();
  }
  for (const Folder& folder : folders)
    expect_undamaged(
        folder,
        " is damaged: remove it where another folder has its rows, or sweep that folder again: ");
  const std::vector<Held> records = together(folders);
  if (records.empty()) throw Error("the folders have no records");
  expect_all(records);
  const Origin& origin = *records.front().folder->origin();
  std::set<std::uint64_t> chunks;
  for (const fs::path& path : from) {
    chunks.insert(expect_said(path / "origin.json", origin).value_or(0));
    expect_said(path / "sweep.json", origin);
  }
  for (const char* name : {"origin.json", "sweep.json"}) expect_said(into / name, origin);
  Folder merged(into);
  // A later sweep in this folder, also a parallel one, then cuts missing ranges at the same rows.
  merged.claim(origin, 0,
               chunks.size() == 1 && *chunks.begin() != 0 ? *chunks.begin() : longest(records));
  for (const Held& held : records) {
    if (!there || held.folder != &folders.front()) merged.copy(*held.folder, *held.record);
  }
  merged.scan();
  expect_undamaged(merged, " was damaged meanwhile: ");
  if (!merged.missing_ranges(merged.origin()->rows()).empty())
    throw Error(in_quotes(into.string()) + " has lost records meanwhile: merge again");
  merged.write_result();
  return merged;
}

}  // namespace sextant::sweep
