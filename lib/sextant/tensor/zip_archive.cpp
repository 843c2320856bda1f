#include "sextant/tensor/zip_archive.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/core.h>
#include <zip.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr const char* kRemedy = "; save or copy it again";

/// A file, and the byte where libzip reads next.
struct Reading {
  std::shared_ptr<InputFile> file;
  std::uint64_t size = 0;
  std::uint64_t at = 0;
};

zip_int64_t read_some(Reading& reading, void* to, zip_uint64_t wanted) {
  const std::uint64_t bytes = std::min<std::uint64_t>(wanted, reading.size - reading.at);
  try {
    reading.file->read_at(reading.at, {static_cast<std::byte*>(to), bytes});
  } catch (const Error&) {
    return -1;  // libzip calls it a read error
  }
  reading.at += bytes;
  return static_cast<zip_int64_t>(bytes);
}

zip_int64_t answer(void* of, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  auto& reading = *static_cast<Reading*>(of);
  switch (command) {
    case ZIP_SOURCE_OPEN:
      reading.at = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return read_some(reading, data, length);
    case ZIP_SOURCE_CLOSE:
      return 0;
    case ZIP_SOURCE_STAT: {
      auto* status = static_cast<zip_stat_t*>(data);
      zip_stat_init(status);
      status->size = reading.size;
      status->valid |= ZIP_STAT_SIZE;
      return sizeof(zip_stat_t);
    }
    case ZIP_SOURCE_ERROR: {
      constexpr std::array<int, 2> codes = {ZIP_ER_READ, 0};
      std::copy(codes.begin(), codes.end(), static_cast<int*>(data));
      return sizeof codes;
    }
    case ZIP_SOURCE_SEEK: {
      const auto to =
          zip_source_seek_compute_offset(reading.at, reading.size, data, length, nullptr);
      if (to < 0) return -1;
      reading.at = static_cast<std::uint64_t>(to);
      return 0;
    }
    case ZIP_SOURCE_TELL:
      return static_cast<zip_int64_t>(reading.at);
    case ZIP_SOURCE_SUPPORTS:
      return ZIP_SOURCE_SUPPORTS_SEEKABLE;
    case ZIP_SOURCE_FREE:
      delete &reading;
      return 0;
    default:
      return -1;
  }
}

using Member = std::unique_ptr<zip_file_t, int (*)(zip_file_t*)>;

/// Opens an archive.  It owns the Reading that it reads from.
zip_t* open_zip(const std::shared_ptr<InputFile>& file) {
  constexpr auto all = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  zip_error_t error;
  zip_error_init(&error);
  auto reading = std::make_unique<Reading>(Reading{file, file->available(all), 0});
  zip_source_t* source = zip_source_function_create(answer, reading.get(), &error);
  if (source == nullptr) throw std::bad_alloc();
  (void)reading.release();  // the source owns it
  zip_t* zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (zip != nullptr) return zip;
  const std::string what = zip_error_strerror(&error);
  zip_error_fini(&error);
  zip_source_free(source);
  file->fail("is a damaged zip archive (" + what + ")" + kRemedy);
}

}  // namespace

ZipArchive::ZipArchive(std::shared_ptr<InputFile> file)
    : file_(std::move(file)), zip_(open_zip(file_), zip_discard) {
  const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    zip_stat_t status;
    const auto index = static_cast<zip_uint64_t>(i);
    constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD;
    if (zip_stat_index(zip_.get(), index, ZIP_FL_ENC_RAW, &status) != 0 ||
        (status.valid & needed) != needed) {
      file_->fail("is a damaged zip archive" + std::string(kRemedy));
    }
    members_.push_back({index, status.name, status.size, status.comp_method == ZIP_CM_STORE});
  }
}

std::string ZipArchive::begin(const ZipMember& member, std::size_t most) const {
  const Member opened(zip_fopen_index(zip_.get(), member.index, 0), zip_fclose);
  if (!opened) fail(member, zip_error_strerror(zip_get_error(zip_.get())));
  std::string bytes(std::min<std::uint64_t>(most, member.size), '\0');
  std::size_t had = 0;
  while (had < bytes.size()) {
    const zip_int64_t got = zip_fread(opened.get(), bytes.data() + had, bytes.size() - had);
    if (got < 0) fail(member, zip_error_strerror(zip_file_get_error(opened.get())));
    if (got == 0) break;
    had += static_cast<std::size_t>(got);
  }
  bytes.resize(had);
  return bytes;
}

void ZipArchive::unpack(const ZipMember& member,
                        const std::function<void(std::span<const std::byte>)>& take) const {
  const Member opened(zip_fopen_index(zip_.get(), member.index, 0), zip_fclose);
  if (!opened) fail(member, zip_error_strerror(zip_get_error(zip_.get())));
  std::vector<std::byte> piece(kPiece);
  std::uint64_t had = 0;
  while (true) {
    const zip_int64_t got = zip_fread(opened.get(), piece.data(), piece.size());
    if (got < 0) fail(member, zip_error_strerror(zip_file_get_error(opened.get())));
    if (got == 0) break;
    had += static_cast<std::uint64_t>(got);
    if (had > member.size) break;
    take(std::span(piece).first(static_cast<std::size_t>(got)));
  }
  if (had != member.size)
    fail(member, fmt::format("{} bytes, and says it has {}",
                             had < member.size ? std::to_string(had) : "more", member.size));
}

void ZipArchive::fail(const ZipMember& member, const std::string& what) const {
  file_->fail("has a member " + in_quotes(member.name, 60) + " that cannot be unpacked (" + what +
              ")" + kRemedy);
}

}  // namespace sextant
