#include "sextant/tensor/npy.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/foreign_file.hpp"

namespace sextant {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestPrefix = 12;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

/// The bytes from `offset` to `end`, or to the end of the file if that is earlier.
std::string read(InputFile& file, std::uint64_t offset, std::uint64_t end) {
  const std::uint64_t available = file.available(end);
  std::string bytes(static_cast<std::size_t>(available - std::min(available, offset)), '\0');
  file.read_at(offset, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

/// Throws Error: the kind of the file, and the line of Python that makes a .npy file of it.
[[noreturn]] void fail_for(InputFile& file, std::string_view begin) {
  if (begin.empty()) file.fail("is empty; save it again: np.save('table.npy', array)");
  if (begin == kMagic.substr(0, begin.size()) || begin.starts_with(kMagic)) {
    file.fail("is truncated: it ends within its header; save or copy it again");
  }
  if (begin.starts_with("PK\3\4")) {
    file.fail(
        "is a zip archive (.npz, .pt), not a .npy file; convert it: np.save('table.npy', "
        "np.load('file.npz')['NAME']), or np.save('table.npy', torch.load('file.pt').numpy())");
  }
  if (begin.size() > 8 && begin[8] == '{' && little_endian(begin.substr(0, 8)) < 100'000'000) {
    file.fail(
        "is a safetensors file, not a .npy file; convert it: np.save('table.npy', "
        "safetensors.numpy.load_file('file.safetensors')['NAME'])");
  }
  const std::string foreign = foreign_file(file, "");
  file.fail(!foreign.empty() ? foreign
                             : "is not a .npy file; convert it: np.save('table.npy', "
                               "np.fromfile('file', np.float32).reshape(-1, DIM))");
}

/// The position and the length of the dictionary in bytes.
struct Extent {
  int version;
  std::uint64_t start, length;
};

Extent header_extent(InputFile& file) {
  const std::string begin = read(file, 0, kLongestPrefix);
  if (begin.size() < 10 || !begin.starts_with(kMagic)) fail_for(file, begin);
  const int major = static_cast<unsigned char>(begin[6]);
  const int minor = static_cast<unsigned char>(begin[7]);
  if (major < 1 || major > 3 || minor != 0) {
    file.fail(fmt::format("is of version {}.{} of .npy; 1.0, 2.0 and 3.0 are read", major, minor));
  }
  const std::uint64_t start = major == 1 ? 10 : 12;
  if (begin.size() < start) fail_for(file, begin);
  const std::uint64_t length = little_endian(std::string_view(begin).substr(8, start - 8));
  if (length > kLongestNpyHeader) {
    file.fail(fmt::format("says its header has {} bytes; NumPy reads at most {}", length,
                          kLongestNpyHeader));
  }
  return {major, start, length};
}

}  // namespace

NpyBeginning read_npy_beginning(InputFile& file) {
  const auto [version, start, length] = header_extent(file);
  const std::string text = read(file, start, start + length);
  if (text.size() < length) fail_for(file, kMagic);
  NpyBeginning beginning;
  try {
    beginning.header = parse_npy_header(text, version);
  } catch (const Error& error) {
    file.fail(error.what());
  }
  const std::string& descr = beginning.header.descr;
  beginning.offset = start + length;
  if (descr.find_first_of("<>=|") == 0) {
    beginning.type = descr.substr(1);
    if (descr[0] == '<') beginning.byte_order = ByteOrder::little;
    if (descr[0] == '>') beginning.byte_order = ByteOrder::big;
  } else {
    beginning.type = descr;
  }
  return beginning;
}

StoredArray read_npy_array(std::shared_ptr<InputFile> file) {
  NpyBeginning beginning = read_npy_beginning(*file);
  StoredArray array{.file = std::move(file),
                    .dtype = std::move(beginning.header.descr),
                    .type = std::move(beginning.type)};
  array.shape = std::move(beginning.header.shape);
  array.byte_order = beginning.byte_order;
  array.column_major = beginning.header.fortran_order;
  array.offset = beginning.offset;
  return array;
}

Table open_npy(const std::string& path, const std::optional<Format>& given, bool integers) {
  return table_of(read_npy_array(std::make_shared<InputFile>(path)), given, integers);
}

NpyVectors open_npy_vectors(const std::string& path, const std::optional<Format>& given,
                            const std::optional<Format>& of_patterns) {
  return vectors_of(read_npy_array(std::make_shared<InputFile>(path)), given, of_patterns);
}

}  // namespace sextant
