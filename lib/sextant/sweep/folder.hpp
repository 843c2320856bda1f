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

/// A record that is whole in its file: its rows, and the checksum of its text.
struct Kept {
  std::uint64_t first = 0, last = 0;
  std::string checksum;
};

/// The order of rows.
bool comes_before(const Kept& one, const Kept& other);
/// Throws Error, by their names, unless a record can come after another: it is of later rows.
void expect_after(const Kept& before, const std::string& its_name, const Kept& record,
                  const std::string& name);
/// The same of two origins, which must be one.
void expect_same(const Origin& one, const std::string& its_name, const Origin& other,
                 const std::string& name);

/// The same of an origin and of a file beside a folder's records, if it is there; answers then how
/// many rows it says that a chunk has, or 0.
std::optional<std::uint64_t> expect_said(const std::filesystem::path& file, const Origin& origin);

/// Where the records of one job are.
///
///   origin.json  of what they are, and how many rows a chunk has: there before any record
///   records/     a file a chunk, named by its rows, whole or not there
///   sweep.json   what they are together, while none is missing
///
/// Any number of processes may add records of that job at once.
class Folder {
 public:
  /// Makes it, or opens it.  Throws Error where it cannot be made.
  explicit Folder(std::filesystem::path path);

  /// Makes it that of a sweep in chunks of so many rows, unless it is already; 0 stands for those
  /// that it has, or else for the usual ones.  Tells how many rows a chunk has.  Throws Error,
  /// naming files, where it is of another sweep or of other chunks.
  std::uint64_t claim(const Origin& origin, std::uint64_t chunk, std::uint64_t usual) const;

  /// Reads every record; of those that this object has added or read before only whether they are
  /// still the same.  What is damaged is left out and told; throws Error, naming both files,
  /// for records of different origins, or which overlap.
  void scan();
  /// In order, as they were when they were read or added: files that this object has written since
  /// the last scan stand last.
  const std::vector<Kept>& records() const { return records_; }
  const std::vector<Damage>& damaged() const { return damaged_; }
  /// Of all records; none where there are none.
  const std::optional<Origin>& origin() const { return origin_; }
  /// The monoid's sum of the records.
  const Measured& measured() const { return measured_; }
  /// Throws Error, naming a record, unless all are of this origin.
  void expect(const Origin& origin) const;

  /// The ranges below `rows` without a record, in order.
  std::vector<MissingRange> missing_ranges(std::uint64_t rows) const;

  /// Writes a record beside and then to its name, and waits until the disk has it.
  void add(const Record& record);
  /// The same with one of another folder, which is read and looked at when this one is scanned.
  void copy(const Folder& from, const Kept& record) const;

  /// What the records say, which are all there: sweep.json, whose text depends on the job and what
  /// was measured alone.
  std::string result() const;
  /// Unless the file says so already: a finished sweep can be shown where nothing can be written.
  void write_result() const;
  /// sweep.json goes while a record of so many rows is missing, also after the folder was read
  /// again.
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
