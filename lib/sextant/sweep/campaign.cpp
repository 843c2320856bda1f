#include "sextant/sweep/campaign.hpp"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/sweep/chunk.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUsualEntries = std::uint64_t{1} << 25;

std::uint64_t rows_of(const std::vector<Gap>& gaps) {
  std::uint64_t rows = 0;
  for (const Gap& gap : gaps) rows += gap.last - gap.first;
  return rows;
}

/// A record and where it is.
struct Held {
  const Record* record;
  const Folder* folder;
  std::string name() const { return folder->name_of(*record); }
};

/// Every record once, in order.
std::vector<Held> together(const std::vector<Folder>& folders) {
  std::vector<Held> all;
  for (const Folder& folder : folders) {
    for (const Record& record : folder.records()) all.push_back({&record, &folder});
  }
  std::stable_sort(all.begin(), all.end(), [](const Held& a, const Held& b) {
    return a.record->first != b.record->first ? a.record->first < b.record->first
                                              : a.record->last < b.record->last;
  });
  std::vector<Held> once;
  for (const Held& held : all) {
    if (once.empty()) {
      once.push_back(held);
      continue;
    }
    const Held& before = once.back();
    if (held.record->origin != before.record->origin)
      throw Error(held.name() + " and " + before.name() +
                  " do not go together: " + difference(held.record->origin, before.record->origin));
    if (to_text(*held.record) == to_text(*before.record)) continue;
    if (held.record->first == before.record->first && held.record->last == before.record->last)
      throw Error(held.name() + " contradicts " + before.name());
    if (held.record->first < before.record->last)
      throw Error(held.name() + " and " + before.name() + " overlap");
    once.push_back(held);
  }
  return once;
}

void expect_all(const std::vector<Held>& records) {
  std::uint64_t row = 0;
  const auto missing = [&](std::uint64_t to) {
    throw Error(fmt::format("rows {} to {} are in none of the folders", row, to - 1));
  };
  for (const Held& held : records) {
    if (held.record->first > row) missing(held.record->first);
    row = held.record->last;
  }
  const auto rows = records.front().record->origin.job.at("rows").get<std::uint64_t>();
  if (row < rows) missing(rows);
}

}  // namespace

std::uint64_t usual_chunk(std::size_t columns) {
  return std::bit_floor(
      std::max<std::uint64_t>(1, kUsualEntries / std::max<std::size_t>(1, columns)));
}

std::vector<Gap> chunks(const std::vector<Gap>& gaps, std::uint64_t chunk, const Shard& shard) {
  std::vector<Gap> found;
  for (const Gap& gap : gaps) {
    for (std::uint64_t first = gap.first; first < gap.last;) {
      const std::uint64_t number = first / chunk;
      const std::uint64_t last =
          gap.last - first <= chunk - first % chunk ? gap.last : (number + 1) * chunk;
      if (number % shard.count == shard.index) found.push_back({first, last});
      first = last;
    }
  }
  return found;
}

Campaign::End Campaign::run(const fs::path& path) const {
  const Sweeper sweeper(job);
  const Origin origin{to_json(job), recipe_fingerprint(job), library_fingerprint()};
  End end{Folder(path)};
  end.folder.scan();
  end.folder.expect(origin);
  const std::vector<Gap> todo = chunks(end.folder.gaps(job.positions.count), chunk, shard);
  if (begun) begun(rows_of(todo), end.folder.damaged());
  for (const Gap& gap : todo)
    end.folder.add({gap.first, gap.last, origin, sweeper.measure(gap.first, gap.last, done)});
  end.folder.scan();
  end.whole = end.folder.gaps(job.positions.count).empty();
  if (end.whole) end.folder.write_result();
  return end;
}

Folder merge(const std::vector<fs::path>& from, const fs::path& into) {
  std::vector<Folder> folders;
  const bool there = fs::exists(into / "records");
  for (const fs::path& path : from) {
    if (!fs::is_directory(path / "records"))
      throw Error(fmt::format("'{}': no folder of a sweep: it has no records", path.string()));
    folders.emplace_back(path).scan();
  }
  if (there) folders.emplace_back(into).scan();
  for (const Folder& folder : folders) {
    if (!folder.damaged().empty())
      throw Error(folder.damaged().front().file + " is damaged: " + folder.damaged().front().why +
                  "; sweep again with the same folder to have it measured anew");
  }
  const std::vector<Held> records = together(folders);
  if (records.empty()) throw Error("the folders have no records");
  expect_all(records);
  Folder merged(into);
  for (const Held& held : records) {
    if (!there || held.folder != &folders.back()) merged.add(*held.record);
  }
  merged.scan();
  merged.write_result();
  return merged;
}

}  // namespace sextant::sweep
