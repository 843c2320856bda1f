#include "sextant/sweep/folder.hpp"

#include <algorithm>
#include <map>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/sweep/folder_files.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/place_json.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;

std::string quoted(const fs::path& file) { return in_quotes(file.string()); }

/// The rows of a chunk; 0 if the document has none.
std::uint64_t chunk_of(const json& said) { return count_of(said.value("chunk", json(0))); }

/// The document origin.json or sweep.json; nullopt if it does not exist.  Throws Error, naming it,
/// if it is of no sweep.
std::optional<json> said_in(const fs::path& file) {
  std::optional<std::string> text;
  try {
    text = text_if_there(file);
  } catch (const NoRecord& error) {
    throw Error(quoted(file) + ": " + error.what() + ": remove it");
  }
  if (!text) return std::nullopt;
  try {
    json said = json::parse(*text);
    (void)read_origin(said);
    (void)chunk_of(said);
    return said;
  } catch (const std::exception&) {
    throw Error(quoted(file) + " is not what a sweep left here, or is damaged: remove it");
  }
}

/// Whether a record's file still has this checksum.
bool is_still(const fs::path& file, const std::string& checksum) {
  try {
    return sound_checksum(text_of(file)) == checksum;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

bool comes_before(const Kept& one, const Kept& other) {
  return one.first != other.first ? one.first < other.first : one.last < other.last;
}

void expect_after(const Kept& before, const std::string& its_name, const Kept& record,
                  const std::string& name) {
  if (record.first < before.last)
    throw Error(
        name + " and " + its_name +
        " overlap: leave the folder of one out, or remove one; shards are cut alike where N "
        "of --shard I/N, or --chunk, is the same");
}

void expect_same(const Origin& one, const std::string& its_name, const Origin& other,
                 const std::string& name) {
  if (one != other)
    throw Error(name + " and " + its_name + " do not go together: " + difference(other, one));
}

std::optional<std::uint64_t> expect_said(const fs::path& file, const Origin& origin) {
  const std::optional<json> said = said_in(file);
  if (!said) return std::nullopt;
  const Origin there = read_origin(*said);
  if (there == origin) return chunk_of(*said);
  throw Error(quoted(file) + " is of another sweep: " + difference(there, origin) +
              " here; name another folder");
}

Folder::Folder(fs::path path) : path_(std::move(path)) { make_folder(path_ / "records"); }

fs::path Folder::file_of(const Kept& record) const {
  return path_ / "records" / file_name(record.first, record.last);
}

std::string Folder::name_of(const Kept& record) const { return quoted(file_of(record)); }

std::uint64_t Folder::claim(const Origin& origin, std::uint64_t chunk, std::uint64_t usual) const {
  remove_left_behind(path_);
  expect_said(path_ / "sweep.json", origin);
  const fs::path file = path_ / "origin.json";
  json mine = to_json(origin);
  const std::uint64_t wanted = chunk == 0 ? usual : chunk;
  mine["chunk"] = wanted;
  std::optional<std::uint64_t> said;
  while (!said) {
    if (put_first(file, mine.dump(1) + "\n")) return wanted;
    said = expect_said(file, origin);
  }
  const std::uint64_t rows = *said;
  if (chunk != 0 && rows != 0 && rows != chunk)
    throw Error(
        fmt::format("{} has chunks of {} rows, and not of {}: leave --chunk out, or name "
                    "another folder",
                    quoted(path_), rows, chunk));
  return rows == 0 ? wanted : rows;
}

/// Merges a record with the known ones.
void Folder::take(const Kept& kept, const Record& record) {
  if (origin_) expect_same(*origin_, name_of(records_.front()), record.origin, name_of(kept));
  origin_ = record.origin;
  records_.push_back(kept);
  measured_.merge(record.measured);
}

/// A merged record cannot be subtracted.  If one has disappeared, all records are read again.
void Folder::scan() {
  std::map<fs::path, std::string> known;
  for (const Kept& record : records_) known.insert_or_assign(file_of(record), record.checksum);
  bool grown = known.size() == records_.size();
  damaged_.clear();
  remove_left_behind(path_ / "records");
  std::vector<fs::path> files = files_in(path_ / "records"), fresh;
  std::erase_if(files, [](const fs::path& file) { return file.extension() != ".record"; });
  for (const fs::path& file : files) {
    const auto before = known.find(file);
    if (before != known.end() && is_still(file, before->second))
      known.erase(before);
    else
      fresh.push_back(file);
  }
  grown = grown && known.empty();
  if (!grown) {
    records_.clear();
    origin_.reset();
    measured_ = {};
  }
  for (const fs::path& file : grown ? fresh : files) read(file);
  std::sort(records_.begin(), records_.end(), comes_before);
  for (std::size_t k = 1; k < records_.size(); ++k)
    expect_after(records_[k - 1], name_of(records_[k - 1]), records_[k], name_of(records_[k]));
}

void Folder::read(const fs::path& file) {
  const std::optional<Looked> looked = look_at(file, file);
  if (!looked) return;  // another process has quarantined it
  if (const auto& record = looked->record)
    take({record->first, record->last, record->checksum}, *record);
  else
    damaged_.push_back({file.string(), looked->why, {}});
}

void Folder::expect(const Origin& origin) const {
  if (!origin_ || *origin_ == origin) return;
  throw Error(name_of(records_.front()) + " is of another sweep: " + difference(*origin_, origin) +
              " here; name another folder");
}

std::vector<MissingRange> Folder::missing_ranges(std::uint64_t rows) const {
  std::vector<MissingRange> missing_ranges;
  std::uint64_t row = 0;
  for (const Kept& record : records_) {
    if (record.first > row) missing_ranges.push_back({row, record.first});
    row = record.last;
  }
  if (row < rows) missing_ranges.push_back({row, rows});
  return missing_ranges;
}

void Folder::add(const Record& record) {
  const std::string text = to_text(record);
  put(path_ / "records" / file_name(record.first, record.last), text);
  take({record.first, record.last, sound_checksum(text)}, record);
}

void Folder::copy(const Folder& from, const Kept& record) const {
  put(file_of(record), text_of(from.file_of(record)));
}

std::string Folder::result() const {
  const Origin& origin = *origin_;
  json document = to_json(origin);
  document["schema"] = "sextant-sweep";
  document["version"] = 2;
  document["exhaustive"] = true;
  document["histogram_unit"] = measure::class_unit(origin.format());
  document["whole"] = to_json(measured_.whole(), origin.parts());
  document.update(to_json(measured_, origin.parts()));
  document["checksum"] = checksum(document.dump());
  return document.dump(1) + "\n";
}

void Folder::write_result() const {
  const fs::path file = path_ / "sweep.json";
  const std::string text = result();
  const bool regular = fs::symlink_status(file).type() == fs::file_type::regular;
  if (!regular || text_if_there(file) != text) put(file, text);
}

void Folder::withdraw_result(std::uint64_t rows) {
  const fs::path file = path_ / "sweep.json";
  if (missing_ranges(rows).empty() || !is_there(file)) return;
  scan();
  if (missing_ranges(rows).empty()) return;
  std::error_code error;
  fs::remove(file, error);
  if (error)
    throw Error(quoted(file) +
                ": cannot be removed, of a sweep that lacks records: " + error.message());
  scan();  // another process may have finished, and have written the file just removed
  if (missing_ranges(rows).empty()) write_result();
}

}  // namespace sextant::sweep
