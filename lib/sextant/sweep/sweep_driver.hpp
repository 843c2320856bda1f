#pragma once

#include <functional>
#include <vector>

#include "sextant/sweep/folder.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/worker_group.hpp"

namespace sextant::sweep {

/// The chunks that a process measures: those with number mod `count` = `index`.
struct Shard {
  std::uint64_t index = 0, count = 1;
};

/// The usual number of rows of a chunk: a power of two, at least 1.  A chunk takes one core about a
/// second, and each process gets several chunks.  Chunks are larger if many positions are equal in
/// float32, because a recipe computes equal rows once.
std::uint64_t usual_chunk(const Job& job, std::uint64_t processes = 1);

/// The chunks of a shard in missing ranges, which are cut at multiples of `chunk`.
std::vector<MissingRange> chunks(const std::vector<MissingRange>& ranges, std::uint64_t chunk,
                                 const Shard& shard);

/// Measures the missing chunks of a shard, one record each, and writes the result if no record is
/// missing.  Throws Error before any measurement if the folder has another sweep.
struct SweepDriver {
  Job job;
  std::uint64_t chunk = 0;  ///< rows; 0: those of the folder's chunks, or the usual number
  Shard shard;

  /// Called first, with the number of rows to measure and the damaged files.
  std::function<void(std::uint64_t rows, const std::vector<Damage>& damaged)> begun;
  /// Called now and then with the number of rows done since the last call, from any thread.
  std::function<void(std::uint64_t rows)> done;

  /// The folder after this shard is done, and whether no record is missing.
  struct End {
    Folder folder;
    bool whole = false;
  };
  End run(const std::filesystem::path& path, WorkerGroup& workers) const;
  End run(const std::filesystem::path& path) const;
  /// Runs a process that follows a leader.
  void follow(WorkerGroup& workers) const;
};

/// Copies the records of several folders into another, and writes the result.  Before it writes, it
/// throws Error, naming records, if some are damaged, missing, overlapping or contradictory, or if
/// origins differ.
Folder merge(const std::vector<std::filesystem::path>& from, const std::filesystem::path& into);

}  // namespace sextant::sweep
