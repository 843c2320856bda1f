#include "sextant/sweep/folder.hpp"

#include <algorithm>
#include <map>
#include <system_error>

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/sweep/folder_files.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/verify/file.hpp"
#include "sextant/verify/file_unfinished.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;

std::string file_name(std::uint64_t first, std::uint64_t last) {
  return fmt::format("{:020}-{:020}.record", first, last);
}

std::string quoted(const fs::path& file) { return in_quotes(file.string()); }

/// What a file beside the records says, which is of a sweep; throws Error, naming it, if not.
json said_in(const fs::path& file) {
  try {
    json said = json::parse(text_of(file));
    (void)read_origin(said);
    return said;
  } catch (const std::exception&) {
    throw Error(quoted(file) + " is not what a sweep left here, or is damaged: remove it");
  }
}

/// Throws Error unless that is this origin.
void expect_in(const fs::path& file, const json& said, const Origin& origin) {
  const Origin there = read_origin(said);
  if (there == origin) return;
  throw Error(quoted(file) + " is of another sweep: " + difference(there, origin) +
              " here; name another folder");
}

}  // namespace

Folder::Folder(fs::path path) : path_(std::move(path)) {
  UnfinishedDirectory made((path_ / "records").string());
  made.finish();
}

std::string Folder::name_of(const Record& record) const {
  return quoted(path_ / "records" / file_name(record.first, record.last));
}

void Folder::claim(const Origin& origin, std::uint64_t chunk) const {
  remove_left_behind(path_);
  const fs::path result = path_ / "sweep.json";
  if (fs::symlink_status(result).type() != fs::file_type::not_found)
    expect_in(result, said_in(result), origin);
  const fs::path file = path_ / "origin.json";
  json mine = to_json(origin);
  mine["chunk"] = chunk;
  if (put_first(file, mine.dump(1) + "\n")) return;
  const json theirs = said_in(file);
  expect_in(file, theirs, origin);
  const std::uint64_t rows = count_of(theirs.value("chunk", json()));
  if (chunk != 0 && rows != 0 && rows != chunk)
    throw Error(fmt::format("{} has chunks of {} rows, and not of {}", quoted(path_), rows, chunk));
}

void Folder::scan() {
  std::map<std::string, Record> known;
  for (Record& record : records_)
    known.emplace(file_name(record.first, record.last), std::move(record));
  records_.clear();
  damaged_.clear();
  remove_left_behind(path_ / "records");
  for (const auto& entry : fs::directory_iterator(path_ / "records")) {
    const fs::path& file = entry.path();
    if (file.extension() != ".record") continue;
    try {
      const std::string text = text_of(file);
      const auto before = known.find(file.filename().string());
      if (before != known.end() && sound_checksum(text) == before->second.checksum) {
        records_.push_back(std::move(before->second));
        known.erase(before);
        continue;
      }
      Record record = read_record(text);
      if (file.filename() != file_name(record.first, record.last))
        throw Error("of other rows than its name says");
      records_.push_back(std::move(record));
    } catch (const OtherVersion& error) {
      throw Error(quoted(file) + ": " + error.what());
    } catch (const std::exception& error) {
      damaged_.push_back({file.string(), error.what(), file.string() + ".damaged"});
    }
  }
  std::sort(records_.begin(), records_.end(), comes_before);
  for (std::size_t k = 1; k < records_.size(); ++k)
    expect_after(records_[k - 1], name_of(records_[k - 1]), records_[k], name_of(records_[k]));
  std::sort(damaged_.begin(), damaged_.end(),
            [](const Damage& a, const Damage& b) { return a.file < b.file; });
}

void Folder::put_damaged_aside() {
  for (const Damage& one : damaged_) {
    std::error_code error;
    fs::rename(one.file, one.now, error);
    const bool gone = error == std::errc::no_such_file_or_directory;  // another process was first
    if (error && !gone)
      throw Error(in_quotes(one.file) + ": cannot be put aside: " + error.message());
  }
}

void Folder::expect(const Origin& origin) const {
  if (records_.empty() || records_.front().origin == origin) return;
  throw Error(name_of(records_.front()) + " is of another sweep: " +
              difference(records_.front().origin, origin) + " here; name another folder");
}

std::vector<Gap> Folder::gaps(std::uint64_t rows) const {
  std::vector<Gap> gaps;
  std::uint64_t row = 0;
  for (const Record& record : records_) {
    if (record.first > row) gaps.push_back({row, record.first});
    row = record.last;
  }
  if (row < rows) gaps.push_back({row, rows});
  return gaps;
}

void Folder::add(Record record) {
  const std::string text = to_text(record);
  put(path_ / "records" / file_name(record.first, record.last), text);
  record.checksum = sound_checksum(text);
  records_.push_back(std::move(record));
}

std::string Folder::result() const {
  Measured all;
  for (const Record& record : records_) all.merge(record.measured);
  const Origin& origin = records_.front().origin;
  json document = to_json(origin);
  document["schema"] = "sextant-sweep";
  document["version"] = 2;
  document["exhaustive"] = true;
  document["histogram_unit"] = measure::class_unit(origin.format());
  document["whole"] = to_json(all.whole(), origin.parts());
  document.update(to_json(all, origin.parts()));
  document["checksum"] = checksum(document.dump());
  return document.dump(1) + "\n";
}

void Folder::write_result() const { put(path_ / "sweep.json", result()); }

void Folder::withdraw_result() const { fs::remove(path_ / "sweep.json"); }

}  // namespace sextant::sweep
