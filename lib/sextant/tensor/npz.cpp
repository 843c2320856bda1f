#include "sextant/tensor/npz.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/tensor/npy.hpp"

namespace sextant {
namespace {

constexpr std::string_view kEnding = ".npy";

/// Fills `array` from the beginning of the member.
void describe(const ZipArchive& archive, const ZipMember& member, StoredArray& array) {
  const std::string bytes = archive.begin(member, kLongestNpyBeginning);
  UnpackedFile beginning(archive.file()->name());
  beginning.write(std::as_bytes(std::span(bytes)));
  const StoredArray found = read_npy_array(beginning.input());
  array.dtype = found.dtype;
  array.type = found.type;
  array.shape = found.shape;
  array.byte_order = found.byte_order;
  array.column_major = found.column_major;
  array.offset = found.offset;
  array.bytes = member.size - found.offset;
}

StoredArray array_of(const std::shared_ptr<const ZipArchive>& archive, const ZipMember& member) {
  StoredArray array{.file = archive->file(),
                    .name = member.name.substr(0, member.name.size() - kEnding.size()),
                    .dtype = "?",
                    .type = ""};
  try {
    describe(*archive, member, array);
  } catch (const Error& error) {
    const std::string what = error.what();
    const std::string named = array.file->name() + ": ";
    array.unreadable = what.starts_with(named) ? what.substr(named.size()) : what;
  }
  array.unpack = [archive, member] {
    UnpackedFile all(archive->file()->name());
    archive->unpack(member, [&](std::span<const std::byte> bytes) { all.write(bytes); });
    return all.input();
  };
  return array;
}

}  // namespace

bool begins_as_zip(std::string_view begin) {
  return begin.starts_with("PK\3\4") || begin.starts_with("PK\5\6");
}

std::vector<StoredArray> read_npz(const std::shared_ptr<const ZipArchive>& archive) {
  const InputFile& file = *archive->file();
  std::vector<StoredArray> arrays;
  for (const ZipMember& member : archive->members()) {
    if (member.name.ends_with(kEnding)) arrays.push_back(array_of(archive, member));
  }
  std::sort(arrays.begin(), arrays.end(),
            [](const StoredArray& a, const StoredArray& b) { return a.name < b.name; });
  if (arrays.empty())
    file.fail(
        "is a zip archive without a .npy file in it, and no .npz or .pt; convert what is in it: "
        "np.savez('table.npz', NAME=array)");
  return arrays;
}

}  // namespace sextant
