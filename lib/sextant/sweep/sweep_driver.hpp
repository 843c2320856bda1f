#pragma once

#include <functional>
#include <vector>

#include "sextant/sweep/folder.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/worker_group.hpp"

namespace sextant::sweep {

/// Which chunks a process measures: those whose number leaves `index` over when divided by `count`.
struct Shard {
  std::uint64_t index = 0, count = 1;
};

/// So many rows that a chunk takes one core a second or so, and that each of so many processes
/// gets several; a power of two, and at least one.  More of them where float32 has many positions
/// alike, whose rows a recipe makes once.
std::uint64_t usual_chunk(const Job& job, std::uint64_t processes = 1);

/// A shard's part of some missing ranges, cut where rows are multiples of `chunk`.
std::vector<MissingRange> chunks(const std::vector<MissingRange>& ranges, std::uint64_t chunk,
                                 const Shard& shard);

/// Measures a shard's missing chunks, one record each, and writes the result once none is missing.
/// Throws Error, before any measurement, if the folder is of another sweep.
struct SweepDriver {
  Job job;
  std::uint64_t chunk = 0;  ///< rows; 0: as many as the folder's chunks have, or the usual ones
  Shard shard;

  /// Called first, with the number of rows to measure and the damaged files.
  std::function<void(std::uint64_t rows, const std::vector<Damage>& damaged)> begun;
  /// Called with the rows done now and then, from any thread.
  std::function<void(std::uint64_t rows)> done;

  /// The records, once this shard is done, and whether they are all.
  struct End {
    Folder folder;
    bool whole = false;
  };
  End run(const std::filesystem::path& path, WorkerGroup& workers) const;
  End run(const std::filesystem::path& path) const;
  /// Runs a process that does not lead.
  void follow(WorkerGroup& workers) const;
};

/// Copies the records of several folders into another, and writes the result.  Throws Error, before
/// anything is written, for damaged, missing, overlapping or contradicting records, naming them,
/// and for origins that differ.
Folder merge(const std::vector<std::filesystem::path>& from, const std::filesystem::path& into);

}  // namespace sextant::sweep
