#include "sextant/tensor/table_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/foreign_file.hpp"
#include "sextant/tensor/gguf.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/npz.hpp"
#include "sextant/tensor/onnx.hpp"
#include "sextant/tensor/raw_array.hpp"
#include "sextant/tensor/safetensors.hpp"
#include "sextant/tensor/torch_file.hpp"

namespace sextant {
namespace {

constexpr std::string_view kNpy = "\x93NUMPY";
constexpr std::size_t kBegin = 16;   // bytes that identify the format
constexpr std::size_t kListed = 20;  // names in an error line

/// Parts of the names that programs give to tensors of positions.
constexpr std::array<std::string_view, 7> kPositional = {"rope", "rotary", "freq", "cos",
                                                         "sin",  "pos",    "alibi"};

std::string begin_of(InputFile& file) {
  std::string begin(file.available(kBegin), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(begin)));
  return begin;
}

bool may_be_positional(const StoredArray* array) {
  const std::string& name = *array->name;
  return name == "pe" || name.ends_with(".pe") ||
         std::any_of(kPositional.begin(), kPositional.end(),
                     [&](auto part) { return name.find(part) != std::string::npos; });
}

/// A list of names, those of tensors of positions first.  If it is long, it ends with the command
/// that lists all.
std::string names_of(std::vector<const StoredArray*> arrays) {
  std::stable_partition(arrays.begin(), arrays.end(), may_be_positional);
  std::string names;
  for (std::size_t i = 0; i < std::min(arrays.size(), kListed); ++i)
    names += (i == 0 ? "" : ", ") + in_quotes(*arrays[i]->name, 60);
  if (arrays.size() > kListed)
    names +=
        fmt::format(" and {} more, which sextant verify --list shows", arrays.size() - kListed);
  return names;
}

const StoredArray& named(const std::vector<const StoredArray*>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](auto* a) { return a->name == name; });
  if (found != all.end()) return **found;
  all.front()->file->fail("has no tensor " + in_quotes(name, 60) + "; it has " + names_of(all));
}

/// The array that the options select.  Throws Error if there is none or more than one.
const StoredArray& chosen(const std::vector<StoredArray>& arrays, const TableFile& from,
                          const std::function<bool(const StoredArray&)>& fits) {
  const bool alone = arrays.size() == 1 && !arrays[0].name;
  if (alone && from.tensor)
    arrays[0].fail("holds one array, without a name; leave out " + from.tensor_option);
  if (alone) return arrays[0];
  std::vector<const StoredArray*> all, fitting;
  for (const StoredArray& array : arrays) {
    all.push_back(&array);
    if (fits(array)) fitting.push_back(&array);
  }
  if (from.tensor) return named(all, *from.tensor);
  if (fitting.size() == 1) return *fitting[0];
  if (all.size() == 1) return *all[0];  // its error says why it is not a table
  const InputFile& file = *all[0]->file;
  if (fitting.empty()) {
    const auto of_integers = [](auto* array) { return may_be_table(*array, true); };
    const bool integers = std::any_of(all.begin(), all.end(), of_integers);
    file.fail(
        fmt::format("holds {} tensors, but no table of floating-point numbers: ", all.size()) +
        names_of(all) + (integers ? "; " + std::string(kRemedyForIntegers) : ""));
  }
  file.fail(fmt::format("holds {} tables; say which: {} NAME, one of ", fitting.size(),
                        from.tensor_option) +
            names_of(fitting));
}

const StoredArray& expect_shape(const StoredArray& array, const TableFile& from) {
  if (from.shape && *from.shape != array.shape)
    array.fail("has shape " + shape_text(array.shape) + ", not " + shape_text(*from.shape) +
               " as --shape says");
  return array;
}

/// All arrays of the file; `format` is used for files without header.
std::vector<StoredArray> arrays_of(const TableFile& from, const std::optional<Format>& format) {
  const auto file = std::make_shared<InputFile>(from.path, from.copied);
  const std::string begin = begin_of(*file);
  std::vector<StoredArray> arrays;
  if (begin.starts_with(kNpy)) {
    arrays.push_back(read_npy_array(file));
  } else if (begins_as_zip(begin)) {
    const auto archive = std::make_shared<const ZipArchive>(file);
    arrays = is_torch_file(*archive) ? read_torch_file(archive) : read_npz(archive);
  } else if (begins_as_gguf(begin) || from.path.ends_with(".gguf")) {
    arrays = read_gguf(file, from.path, from.tensor);
  } else if (begins_as_safetensors(begin) || from.path.ends_with(".safetensors")) {
    arrays = read_safetensors(file);
  } else if (from.path.ends_with(".onnx") || (!from.shape && begins_as_onnx(begin))) {
    arrays = read_onnx(file, from.path);
  } else if (from.shape) {
    return {read_raw_array(file, format, *from.shape, from.format_option)};
  } else {
    if (begin.empty() || kNpy.starts_with(begin))
      return {read_npy_array(file)};  // throws the appropriate error
    const std::string foreign = foreign_file(*file, from.path);
    file->fail(!foreign.empty()
                   ? foreign
                   : "is no .npy, .npz, .safetensors, .gguf, .pt or .onnx file; if it holds "
                     "numbers alone, little-endian, say which: " +
                         from.format_option + " float32 --shape ROWSxCOLUMNS");
  }
  if (arrays.empty()) file->fail("holds no tensor");
  for (StoredArray& array : arrays) array.format_option = from.format_option;
  return arrays;
}

}  // namespace

std::vector<StoredArray> arrays_of(const TableFile& from) { return arrays_of(from, from.format); }

Table open_table(const TableFile& from, bool integers) {
  const auto arrays = arrays_of(from);
  const StoredArray& array =
      chosen(arrays, from, [&](const StoredArray& a) { return may_be_table(a, integers); });
  return table_of(expect_shape(array, from), from.format, integers);
}

NpyVectors open_vectors(const TableFile& from, const std::optional<Format>& of_patterns) {
  const auto arrays = arrays_of(from, from.format ? from.format : of_patterns);
  return vectors_of(expect_shape(chosen(arrays, from, may_be_vectors), from), from.format,
                    of_patterns);
}

std::vector<std::uint64_t> read_shape(const std::string& text) {
  std::vector<std::uint64_t> shape;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (bool more = true; more;) {
    std::uint64_t length = 0;
    const auto [rest, error] = std::from_chars(at, end, length);
    if (error != std::errc() || shape.size() == 8)
      throw Error(in_quotes(text, 60) + " is no shape; ROWSxCOLUMNS is, such as 4096x128");
    shape.push_back(length);
    more = rest != end && *rest == 'x';
    if (!more && rest != end)
      throw Error(in_quotes(text, 60) + " is no shape; ROWSxCOLUMNS is, such as 4096x128");
    at = rest + 1;
  }
  return shape;
}

}  // namespace sextant
