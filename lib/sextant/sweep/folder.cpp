#include "sextant/sweep/folder.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include "sextant/encoding/error.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/verify/file.hpp"
#include "sextant/verify/file_output.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestRecord = 1 << 20;

std::string text_of(const fs::path& file) {
  if (fs::file_size(file) > kLargestRecord) throw Error("larger than any record");
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.eof() && stream.fail()) throw Error("cannot be read");
  return text;
}

/// What a process that was killed has left: nobody takes a minute to write a record.
bool left_behind(const fs::path& file) {
  std::error_code gone;
  const auto written = fs::last_write_time(file, gone);
  return file.extension() == ".unfinished" && !gone &&
         fs::file_time_type::clock::now() - written > std::chrono::minutes(1);
}

/// Until the disk has it, a name is no more than the system's promise.
void settle(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.open()) ::fsync(file.get());
}

std::string file_name(std::uint64_t first, std::uint64_t last) {
  return fmt::format("{:020}-{:020}.record", first, last);
}

}  // namespace

Folder::Folder(fs::path path) : path_(std::move(path)) {
  UnfinishedDirectory made((path_ / "records").string());
  made.finish();
}

std::string Folder::name_of(const Record& record) const {
  return in_quotes((path_ / "records" / file_name(record.first, record.last)).string());
}

void Folder::scan() {
  records_.clear();
  damaged_.clear();
  for (const auto& entry : fs::directory_iterator(path_ / "records")) {
    const fs::path& file = entry.path();
    std::error_code gone;
    if (left_behind(file)) fs::remove(file, gone);
    if (file.extension() != ".record") continue;
    try {
      Record record = read_record(text_of(file));
      if (file.filename() != file_name(record.first, record.last))
        throw Error("of other rows than its name says");
      records_.push_back(std::move(record));
    } catch (const std::exception& error) {
      damaged_.push_back({in_quotes(file.string()), error.what()});
    }
  }
  std::sort(records_.begin(), records_.end(), [](const Record& a, const Record& b) {
    return a.first != b.first ? a.first < b.first : a.last < b.last;
  });
  for (std::size_t k = 1; k < records_.size(); ++k) {
    const Record& before = records_[k - 1];
    const Record& record = records_[k];
    if (record.origin != before.origin)
      throw Error(name_of(record) + " and " + name_of(before) +
                  " do not go together: " + difference(record.origin, before.origin));
    if (record.first < before.last)
      throw Error(name_of(record) + " and " + name_of(before) + " overlap");
  }
  std::sort(damaged_.begin(), damaged_.end(),
            [](const Damage& a, const Damage& b) { return a.file < b.file; });
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

void Folder::add(const Record& record) const {
  const fs::path file = path_ / "records" / file_name(record.first, record.last);
  OutputFile out(file.string());
  out.write(to_text(record));
  out.finish();
  settle(file);
  settle(file.parent_path());
}

std::string Folder::result() const {
  Measured all;
  for (const Record& record : records_) all.merge(record.measured);
  const Origin& origin = records_.front().origin;
  nlohmann::json document = {{"schema", "sextant-sweep"},
                             {"version", 1},
                             {"job", origin.job},
                             {"recipe", origin.recipe},
                             {"library", origin.library},
                             {"exhaustive", true},
                             {"whole", to_json(all.whole())},
                             {"octaves", to_json(all)}};
  document["checksum"] = checksum(document.dump());
  return document.dump(1) + "\n";
}

void Folder::write_result() const {
  OutputFile out((path_ / "sweep.json").string());
  out.write(result());
  out.finish();
  settle(path_ / "sweep.json");
  settle(path_);
}

}  // namespace sextant::sweep
