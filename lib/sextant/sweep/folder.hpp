#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sextant/sweep/record_file.hpp"

namespace sextant::sweep {

/// A range of rows without a record: [first, last).
struct MissingRange {
  std::uint64_t first = 0, last = 0;
};

/// A complete record in a file: its rows, and the checksum of its text.
struct Kept {
  std::uint64_t first = 0, last = 0;
  std::string checksum;
};

/// Whether `one` comes before `other` in the order of rows.
bool comes_before(const Kept& one, const Kept& other);
/// Throws Error, naming both, unless the rows of `record` come after those of `before`.
void expect_after(const Kept& before, const std::string& its_name, const Kept& record,
                  const std::string& name);
/// Throws Error, naming both, unless two origins are equal.
void expect_same(const Origin& one, const std::string& its_name, const Origin& other,
                 const std::string& name);

/// Compares an origin with origin.json or sweep.json.  Throws Error if they differ.  Returns the
/// rows of a chunk in that file (0 if it has none), or nullopt if the file does not exist.
std::optional<std::uint64_t> expect_said(const std::filesystem::path& file, const Origin& origin);

/// The folder of the records of one job:
///
///   origin.json  of what they are, and how many rows a chunk has: there before any record
///   records/     a file a chunk, named by its rows, whole or not there
///   sweep.json   what they are together, while none is missing
///
/// Any number of processes may add records of that job at once.
class Folder {
 public:
  /// Opens the folder, or creates it.  Throws Error if it cannot be created.
  explicit Folder(std::filesystem::path path);

  /// Writes origin.json for a sweep in chunks of `chunk` rows, unless it exists.  If `chunk` is 0,
  /// it is the existing number, or `usual`.  Returns the rows of a chunk.  Throws Error, naming
  /// files, if the folder has another sweep or other chunks.
  std::uint64_t claim(const Origin& origin, std::uint64_t chunk, std::uint64_t usual) const;

  /// Reads every record.  A record that this object added or read before is read again only if its
  /// checksum changed. damaged() then lists damaged records, which are skipped.  Throws Error,
  /// naming both files, for records of different origins or with common rows.
  void scan();
  /// In the order of rows; records added since the last scan come last.  They are as they were when
  /// they were read or added.
  const std::vector<Kept>& records() const { return records_; }
  const std::vector<Damage>& damaged() const { return damaged_; }
  /// The origin of all records; nullopt if there are none.
  const std::optional<Origin>& origin() const { return origin_; }
  /// All records, merged.
  const Measured& measured() const { return measured_; }
  /// Throws Error, naming a record, unless all records have this origin.
  void expect(const Origin& origin) const;

  /// The ranges below `rows` without a record, in order.
  std::vector<MissingRange> missing_ranges(std::uint64_t rows) const;

  /// Writes a record to a temporary file, renames it, and waits until it is on disk.
  void add(const Record& record);
  /// Copies a record of another folder.  It is checked by the next scan of this folder.
  void copy(const Folder& from, const Kept& record) const;

  /// The text of sweep.json.  It depends only on the job and what was measured.  All records must
  /// exist.
  std::string result() const;
  /// Writes sweep.json, unless it has this text: then a finished sweep in a read-only folder works.
  void write_result() const;
  /// Removes sweep.json if a record of the first `rows` rows is missing, also after another scan.
  void withdraw_result(std::uint64_t rows);

  std::string name_of(const Kept& record) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path file_of(const Kept& record) const;
  void read(const std::filesystem::path& file);
  void take(const Kept& kept, const Record& record);

  std::filesystem::path path_;
  std::vector<Kept> records_;
  std::vector<Damage> damaged_;
  std::optional<Origin> origin_;
  Measured measured_;
};

}  // namespace sextant::sweep
