#include "sextant/tensor/onnx.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "sextant/tensor/onnx_walk.hpp"

namespace sextant {
namespace {

constexpr std::size_t kMostTensors = 1 << 18;
constexpr std::size_t kMostAxes = 64;
constexpr const char* kRemedy = kOnnxRemedy;

struct Type {
  std::string_view name, numpy;
  std::uint64_t bytes;
};

/// TensorProto.DataType, by number.  Later ones have fewer than 16 bits.
constexpr Type kTypes[] = {{"UNDEFINED", "?", 1},       {"FLOAT", "f4", 4},
                           {"UINT8", "u1", 1},          {"INT8", "i1", 1},
                           {"UINT16", "u2", 2},         {"INT16", "i2", 2},
                           {"INT32", "i4", 4},          {"INT64", "i8", 8},
                           {"STRING", "S", 1},          {"BOOL", "b1", 1},
                           {"FLOAT16", "f2", 2},        {"DOUBLE", "f8", 8},
                           {"UINT32", "u4", 4},         {"UINT64", "u8", 8},
                           {"COMPLEX64", "c8", 8},      {"COMPLEX128", "c16", 16},
                           {"BFLOAT16", "bfloat16", 2}, {"FLOAT8E4M3FN", "float8_e4m3fn", 1},
                           {"FLOAT8E4M3FNUZ", "?", 1},  {"FLOAT8E5M2", "float8_e5m2", 1},
                           {"FLOAT8E5M2FNUZ", "?", 1}};

/// Numbers of the fields of the messages of onnx.proto.
namespace field {
enum Attribute : std::uint64_t { kFloat = 2, kFloatList = 7 };
enum Tensor : std::uint64_t {
  kDims = 1,
  kDataType = 2,
  kFloats = 4,
  kInt32s = 5,
  kTensorName = 8,
  kRaw = 9,
  kDoubles = 10,
  kExternal = 13,
  kLocation = 14
};
}  // namespace field

struct Range {
  std::uint64_t begin = 0, end = 0;
};

/// The numbers in a packed list of varints, as `width` bytes each, one or two, in a nameless file.
std::shared_ptr<InputFile> decode_int32s(const StoredArray& array, Range range, std::uint64_t bytes,
                                         unsigned width) {
  ByteCursor cursor(*array.file, range.begin);
  UnpackedFile decoded(array.file->name());
  std::vector<std::byte> piece;
  std::uint64_t written = 0;
  while (cursor.at() < range.end) {
    const std::uint64_t number = read_varint(cursor, range.end);
    if (number >> (8 * width) != 0)
      array.fail(fmt::format("has a number of more than {} bits{}", 8 * width, kRemedy));
    for (unsigned byte = 0; byte < width; ++byte)
      piece.push_back(static_cast<std::byte>(number >> (8 * byte)));
    written += width;
    if (piece.size() >= 1 << 14 || cursor.at() >= range.end)
      decoded.write(std::exchange(piece, {}));
  }
  if (written != bytes)
    array.fail(fmt::format("has {} numbers where its shape needs {}{}", written / width,
                           bytes / width, kRemedy));
  return decoded.input();
}

/// Why a location must not be opened; empty if it may be.
std::string refusal_of(const std::string& location) {
  const std::filesystem::path path(location);
  const bool upward =
      std::any_of(path.begin(), path.end(), [](auto& part) { return part == ".."; });
  const bool beside = !location.empty() && !path.is_absolute() && !upward &&
                      location.find('\0') == std::string::npos;
  return beside ? ""
                : "is in the file " + in_quotes(location, 60) +
                      ", and only files beside the model or below are read: save it again with "
                      "onnx.save(model, 'new.onnx', save_as_external_data=True)";
}

/// Opens the file that has the numbers of an array.
std::shared_ptr<InputFile> open_external(const StoredArray& array, const std::string& path,
                                         std::uint64_t bytes) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    array.fail("is in the file " + in_quotes(path) +
               ", which is missing or no file: put it beside the model");
  auto file = std::make_shared<InputFile>(path);
  if (array.offset > file->available(array.offset) ||
      bytes > file->available(array.offset + bytes) - array.offset)
    array.fail(
        fmt::format("needs {} bytes from byte {} of {} on, which is truncated: copy it again",
                    bytes, array.offset, in_quotes(path)));
  return file;
}

/// The numbers of an attribute value_float or value_floats, four bytes each.  Calls `take` with the
/// range of each piece; a list is one piece if it is packed.
void each_piece(ByteCursor& cursor, std::uint64_t end, const std::function<void(Range)>& take) {
  each_field(cursor, end, [&](const WireField& field) {
    const bool one = field.number == field::kFloat && !field.delimited;
    if (one || field.number == field::kFloatList) take({field.begin, field.end});
  });
}

/// The numbers of such an attribute, one after another in a nameless file.
std::shared_ptr<InputFile> join_floats(const StoredArray& array, Range range) {
  ByteCursor cursor(*array.file, range.begin);
  UnpackedFile joined(array.file->name());
  std::vector<std::byte> whole;
  each_piece(cursor, range.end, [&](Range piece) {
    for (std::uint64_t at = piece.begin; at < piece.end;) {
      const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(piece.end - at, 1 << 14));
      whole.resize(whole.size() + bytes);
      array.file->read_at(at, std::span(whole).last(bytes));
      at += bytes;
      if (whole.size() >= 1 << 14) joined.write(std::exchange(whole, {}));
    }
  });
  joined.write(whole);
  return joined.input();
}

/// Reads the tensors of a model.
class OnnxModel : public OnnxVisitor {
 public:
  OnnxModel(const std::shared_ptr<InputFile>& file, const std::string& path)
      : file_(file), path_(path), cursor_(*file) {}

  std::vector<StoredArray> arrays() {
    walk_onnx(cursor_, *this);
    qualify();
    std::vector<StoredArray> arrays;
    for (auto& [array, where] : found_) arrays.push_back(std::move(array));
    sort_by_name(arrays);
    return arrays;
  }

  void tensor(ByteCursor& /*cursor*/, std::uint64_t end, const std::string& output,
              const std::string& where) override {
    read_tensor(end, output, where);
  }

  void floats(ByteCursor& cursor, std::uint64_t end, const std::string& output,
              const std::string& where) override {
    const Range range{cursor.at(), end};
    std::uint64_t bytes = 0, pieces = 0, begin = 0;
    each_piece(cursor, end, [&](Range piece) {
      if (pieces++ == 0) begin = piece.begin;
      bytes += piece.end - piece.begin;
    });
    StoredArray array{.file = file_, .name = output, .dtype = "FLOAT", .type = "f4"};
    array.shape = {bytes / 4};
    array.offset = begin;
    array.bytes = bytes;
    if (bytes % 4 != 0) array.unreadable = "has a number that is cut" + std::string(kRemedy);
    if (pieces > 1) {
      const StoredArray copy = array;
      array.offset = 0;
      array.unpack = [copy, range] { return join_floats(copy, range); };
    }
    add(std::move(array), where);
  }

 private:
  struct Found {
    StoredArray array;
    std::string where;  ///< node and attribute of its graph; empty in the main one
  };

  std::string text(const WireField& field) { return onnx_text(cursor_, field); }

  void add(StoredArray array, const std::string& where) {
    if (found_.size() == kMostTensors)
      cursor_.fail("has more than 262144 tensors" + std::string(kRemedy));
    found_.push_back({std::move(array), where});
  }

  /// `name` is used instead of the tensor's own name unless it is empty.
  void read_tensor(std::uint64_t end, const std::string& name, const std::string& where) {
    StoredArray array{.file = file_, .name = name};
    std::uint64_t type = 0, pieces = 0;
    bool external = false;
    Range numbers;
    std::uint64_t numbers_field = field::kRaw;
    std::string location;
    std::uint64_t length = ~std::uint64_t{0};
    each_field(cursor_, end, [&](const WireField& field) {
      switch (field.number) {
        case field::kDims:
          if (!field.delimited) array.shape.push_back(field.value);
          while (field.delimited && cursor_.at() < field.end)
            array.shape.push_back(read_varint(cursor_, field.end));
          if (array.shape.size() > kMostAxes)
            cursor_.fail("has a tensor of more than 64 axes" + std::string(kRemedy));
          break;
        case field::kDataType:
          type = field.value;
          break;
        case field::kTensorName:
          if (name.empty() && field.delimited) array.name = text(field);
          break;
        case field::kFloats:
        case field::kInt32s:
        case field::kDoubles:
        case field::kRaw:
          ++pieces;
          numbers = {field.begin, field.end};
          numbers_field = field.delimited ? field.number : 0;
          break;
        case field::kExternal:
          if (field.delimited) read_external(field.end, array, location, length);
          break;
        case field::kLocation:
          external = field.value == 1;
          break;
        default:
          break;
      }
    });
    if (array.name->empty()) return;
    const bool known = type < std::size(kTypes);
    array.dtype = known ? std::string(kTypes[type].name) : fmt::format("ONNX-{}", type);
    array.type = kTypes[known ? type : 0].numpy;
    std::uint64_t bytes = known ? kTypes[type].bytes : 1;
    bool fits = true;
    for (const std::uint64_t n : array.shape)
      fits = !__builtin_mul_overflow(bytes, n, &bytes) && fits;
    array.bytes = bytes;
    if (!fits) {
      array.unreadable = "has a shape that is more than a file can hold";
    } else if (external) {
      array.bytes = length == ~std::uint64_t{0} ? bytes : length;
      place_outside(array, location);
    } else if (pieces != 1 || !place_inside(array, type, numbers_field, numbers)) {
      array.bytes = 0;
      if (pieces > 1) array.unreadable = "has its numbers in pieces" + std::string(kRemedy);
    }
    add(std::move(array), where);
  }

  /// Reads one pair of key and value about external data.
  void read_external(std::uint64_t end, StoredArray& array, std::string& location,
                     std::uint64_t& length) {
    std::string key, value;
    each_field(cursor_, end, [&](const WireField& field) {
      if (field.delimited && field.number == 1) key = text(field);
      if (field.delimited && field.number == 2) value = text(field);
    });
    if (key == "location") location = value;
    if (key != "offset" && key != "length") return;
    std::uint64_t& number = key == "offset" ? array.offset : length;
    const char* const last = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), last, number);
    if (error != std::errc() || rest != last || number > std::uint64_t{1} << 62)
      cursor_.fail("has a tensor whose " + key + " " + in_quotes(value, 40) + " is no place in a " +
                   "file" + kRemedy);
  }

  void place_outside(StoredArray& array, const std::string& location) const {
    array.unreadable = refusal_of(location);
    if (path_ == "-")
      array.unreadable = "is in another file, and standard input has none beside it: name the file";
    const std::string path = path_.substr(0, path_.rfind('/') + 1) + location;
    const StoredArray copy = array;
    array.unpack = [copy, path] { return open_external(copy, path, *copy.bytes); };
  }

  /// Whether the numbers are in the field of their type.
  static bool place_inside(StoredArray& array, std::uint64_t type, std::uint64_t field,
                           Range range) {
    const bool halves = type == 10 || type == 16;
    if (field == field::kInt32s && (halves || type == 17 || type == 19)) {
      const StoredArray copy = array;
      const unsigned width = halves ? 2 : 1;
      array.unpack = [copy, range, width] {
        return decode_int32s(copy, range, *copy.bytes, width);
      };
      return true;
    }
    const bool own = field == field::kRaw ||
                     (field == field::kFloats && (type == 1 || type == 14)) ||
                     (field == field::kDoubles && (type == 11 || type == 15));
    if (!own) return false;
    array.offset = range.begin;
    array.bytes = range.end - range.begin;
    return true;
  }

  /// Puts node and attribute before the names that occur more than once.
  void qualify() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.array.name < b.array.name; });
    for (std::size_t first = 0, next = 0; first < found_.size(); first = next) {
      while (next < found_.size() && found_[next].array.name == found_[first].array.name) ++next;
      for (std::size_t i = first; next - first > 1 && i < next; ++i)
        if (i != first || !found_[i].where.empty()) qualified_.push_back(i);
    }
    for (const std::size_t i : qualified_)
      found_[i].array.name = found_[i].where + *found_[i].array.name;
  }

  std::shared_ptr<InputFile> file_;
  std::string path_;
  ByteCursor cursor_;
  std::vector<Found> found_;
  std::vector<std::size_t> qualified_;
};

}  // namespace

bool begins_as_onnx(std::string_view begin) {
  // Field 1, the version of the format; then text of the producer, the graph or the operators.
  return begin.size() > 2 && begin[0] == 0x08 && begin[1] > 0 && begin[1] <= 32 &&
         (begin[2] == 0x12 || begin[2] == 0x3a || begin[2] == 0x42);
}

std::vector<StoredArray> read_onnx(const std::shared_ptr<InputFile>& file,
                                   const std::string& path) {
  return OnnxModel(file, path).arrays();
}

}  // namespace sextant
