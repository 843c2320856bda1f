#include "sextant/verify/npy.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/verify/npy_header.hpp"

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

/// The bytes from `offset` to `end`, or as many as there are.
std::string read(InputFile& file, std::uint64_t offset, std::uint64_t end) {
  const std::uint64_t available = file.available(end);
  std::string bytes(static_cast<std::size_t>(available - std::min(available, offset)), '\0');
  file.read_at(offset, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

/// What people have instead of a .npy file, and the line of Python that makes one.
[[noreturn]] void fail_for(const InputFile& file, std::string_view begin) {
  if (begin.empty()) file.fail("is empty");
  if (begin == kMagic.substr(0, begin.size()) || begin.starts_with(kMagic)) {
    file.fail("is truncated: it ends within its header");
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
  if (begin.starts_with("\x89HDF")) {
    file.fail(
        "is an HDF5 file, not a .npy file; convert it: np.save('table.npy', "
        "h5py.File('file.h5')['NAME'][()])");
  }
  if (begin[0] == '\x80') {
    file.fail(
        "is a Python pickle, not a .npy file; convert it: np.save('table.npy', "
        "np.asarray(pickle.load(open('file', 'rb')), np.float32))");
  }
  file.fail("is not a .npy file, which np.save('table.npy', array) makes");
}

/// The first number of bytes before the header proper, and that header's length.
std::pair<std::uint64_t, std::uint64_t> header_extent(InputFile& file) {
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
  return {start, length};
}

/// The 16-bit patterns of a file are numbers of the format that the caller gives.
Format format_of_patterns(const InputFile& file, const std::string& descr,
                          const std::optional<Format>& given) {
  const std::string what = "holds 16-bit patterns (dtype " + in_quotes(descr) + ")";
  if (!given) file.fail(what + ": add --format bfloat16 or --format float16");
  if (given->storage_bits != 16) {
    file.fail(what + ", which cannot be " + given->name() + ": bfloat16 or float16 can");
  }
  return *given;
}

[[noreturn]] void fail_for_dtype(const InputFile& file, const std::string& descr, char kind) {
  const std::string dtype = "(dtype " + in_quotes(descr, 20) + ")";
  if (kind == 'O') {
    file.fail("holds Python objects " + dtype +
              ", which are never unpickled; save numbers: np.save(name, array.astype(np.float32))");
  }
  if (kind == 'c') {
    file.fail("holds complex numbers " + dtype +
              "; save each part: np.save(cos, array.real), np.save(sin, array.imag)");
  }
  file.fail("holds no float16, bfloat16, float32 or float64 " + dtype +
            "; save it as one: np.save(name, array.astype(np.float32))");
}

Format format_of(const InputFile& file, const std::string& descr,
                 const std::optional<Format>& given) {
  const bool ordered = descr.find_first_of("<>=|") == 0;
  const std::string_view type = std::string_view(descr).substr(ordered ? 1 : 0);
  if (type == "u2" || type == "i2" || type == "V2") return format_of_patterns(file, descr, given);
  for (const Format& format : {kFloat16, kFloat32, kFloat64}) {
    if (type != fmt::format("f{}", format.storage_bits / 8)) continue;
    if (!given || *given == format) return format;
    file.fail(fmt::format("holds {} (dtype {}), not {} as --format says", format.name(),
                          in_quotes(descr), given->name()));
  }
  fail_for_dtype(file, descr, type.empty() ? '\0' : type[0]);
}

Storage storage_of(InputFile& file, const std::optional<Format>& given) {
  const auto [start, length] = header_extent(file);
  const std::string text = read(file, start, start + length);
  if (text.size() < length) file.fail("is truncated: it ends within its header");
  NpyHeader header;
  try {
    header = parse_npy_header(text);
  } catch (const Error& error) {
    file.fail(error.what());
  }
  const char order = header.descr.empty() ? '=' : header.descr[0];
  return {format_of(file, header.descr, given), std::move(header.shape),
          order == '<'   ? ByteOrder::little
          : order == '>' ? ByteOrder::big
                         : kNativeOrder,
          header.fortran_order, start + length};
}

}  // namespace

Table open_npy(const std::string& path, const std::optional<Format>& given) {
  auto file = std::make_shared<InputFile>(path);
  Storage storage = storage_of(*file, given);
  const std::uint64_t bytes = bytes_of(*file, storage);
  const std::uint64_t end = storage.offset + bytes;
  const std::uint64_t available = file->available(end + 1);
  const std::string shape = "shape " + shape_text(storage.shape) + " of " + storage.format.name();
  if (available < end) {
    file->fail(fmt::format("is truncated: {} needs {} bytes after the header, {} are there", shape,
                           bytes, available - storage.offset));
  }
  if (available > end) {
    file->fail(fmt::format("has more bytes than the {} of {}; save one array alone", bytes, shape));
  }
  return Table(std::move(file), std::move(storage));
}

std::vector<Position> read_positions(const std::string& path) {
  InputFile file(path);
  const auto [start, length] = header_extent(file);
  NpyHeader header;
  try {
    header = parse_npy_header(read(file, start, start + length));
  } catch (const Error& error) {
    file.fail(error.what());
  }
  const std::string_view descr = header.descr;
  const std::size_t kind = descr.find_first_of("iu");
  const std::size_t size = kind != std::string_view::npos && descr.size() == kind + 2
                               ? static_cast<std::size_t>(descr[kind + 1] - '0')
                               : 0;
  if (kind > 1 || (size != 1 && size != 2 && size != 4 && size != 8)) {
    file.fail("holds no integers (dtype " + in_quotes(header.descr, 20) +
              "); save the positions as some: np.save(name, positions.astype(np.int64))");
  }
  const std::uint64_t bytes = file.available(~std::uint64_t{0} >> 1) - (start + length);
  std::uint64_t count = 1;
  for (const std::uint64_t axis : header.shape) {
    if (axis != 1 && count != 1)
      file.fail("has shape " + shape_text(header.shape) + "; positions are one row");
    count *= axis;
  }
  if (count == 0 || bytes / size < count || bytes != count * size) {
    file.fail("has " + std::to_string(bytes) + " bytes after its header, which shape " +
              shape_text(header.shape) + " does not fit");
  }
  std::vector<std::byte> data(bytes);
  file.read_at(start + length, data);
  const bool big = descr[0] == '>';
  std::vector<Position> positions;
  positions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < size; ++k) {
      value = value << 8 | static_cast<std::uint64_t>(data[i * size + (big ? k : size - 1 - k)]);
    }
    const auto shift = static_cast<int>(64 - 8 * size);
    const Position position = descr[kind] == 'i'
                                  ? Position{static_cast<std::int64_t>(value << shift) >> shift}
                                  : Position{value};
    if (position > kLargestPosition)
      file.fail("has position " + to_text(position) + ", beyond 2^63");
    positions.push_back(position);
  }
  return positions;
}

}  // namespace sextant
