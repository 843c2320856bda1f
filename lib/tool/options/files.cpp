#include "tool/options/files.hpp"

#include <algorithm>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/read_option.hpp"

namespace sextant::tool {
namespace {

/// The name of an array as a column of a line: escaped, without quotes.
std::string plain_name(const StoredArray& array) {
  if (!array.name) return "(unnamed)";
  const std::string quoted = in_quotes(*array.name);
  return quoted.substr(1, quoted.size() - 2);
}

std::string column(const StoredArray& array) {
  const std::string quoted = in_quotes(array.dtype, 20);
  return quoted.substr(1, quoted.size() - 2);
}

/// The number of characters of a text in UTF-8.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

}  // namespace

void FileOptions::add(Command& subcommand) {
  subcommand.add_option(
      "FILE", &path,
      "positions by channels: .npy, .npz, .safetensors, .gguf, .pt, .onnx; numbers alone "
      "with --format and --shape; - for standard input",
      {.required = true});
  add_reading(subcommand);
  subcommand.add_option("--list", &list,
                        "print name, dtype and shape of what is in FILE, and judge nothing",
                        {.excludes = "--tensor"});
}

void FileOptions::add_reading(Command& subcommand) {
  subcommand.add_option("--tensor", &tensor, "of a file with names: which (its only table)",
                        {.value = "NAME"});
  subcommand.add_option(
      "--format,--dtype", &format,
      "of bit patterns: float16 | bfloat16 | float8_e4m3fn | float8_e5m2; raw also float32 | "
      "float64",
      {.value = "F"});
  subcommand.add_option("--shape", &shape,
                        "of a file of little-endian numbers and nothing else: ROWSxCOLUMNS",
                        {.value = "RxC"});
}

TableFile FileOptions::file() const {
  TableFile file{.path = path, .tensor = tensor, .copied = copying(path)};
  if (!format.empty()) file.format = read_stored_format("--format", format);
  if (!shape.empty()) file.shape = read_option("--shape", [&] { return read_shape(shape); });
  return file;
}

Copied copying(const std::string& path) {
  const auto line = std::make_shared<ProgressLine>(
      "reading " + (path == "-" ? "standard input" : in_quotes(path)));
  const auto tell = line->bytes();
  if (!tell) return nullptr;
  return [line, tell](std::uint64_t copied, std::uint64_t asked) { tell(copied, asked); };
}

void print_arrays(const TableFile& file, bool json) {
  const auto arrays = arrays_of(file);
  if (json) {
    auto list = nlohmann::json::array();
    for (const StoredArray& array : arrays)
      list.push_back({{"name", array.name ? nlohmann::json(*array.name) : nlohmann::json()},
                      {"dtype", array.dtype},
                      {"shape", array.shape}});
    return fmt::print("{}\n", list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  std::size_t names = 0, dtypes = 0;
  for (const StoredArray& array : arrays) {
    names = std::max(names, std::min<std::size_t>(40, width_of(plain_name(array))));
    dtypes = std::max(dtypes, width_of(column(array)));
  }
  for (const StoredArray& array : arrays)
    fmt::print("{}  {}  {}\n", padded(plain_name(array), names), padded(column(array), dtypes),
               array.unreadable.empty() ? shape_text(array.shape) : array.unreadable);
}

void OutputOptions::add(Command& subcommand) {
  subcommand.add_option("-o,--output", &path,
                        "FILE.npy, FILE.safetensors, or - for standard output",
                        {.value = "FILE", .required = true});
  subcommand.add_option("--tensor", &tensor, "the table's name in FILE.safetensors (table)",
                        {.value = "NAME"});
}

void OutputOptions::expect() const {
  const bool named = path.ends_with(".safetensors");
  if (path != "-" && !named && !path.ends_with(".npy"))
    throw Error("'" + path +
                "': tables are written as FILE.npy or FILE.safetensors, or to - as .npy");
  if (tensor && !named) throw Error("--tensor goes with -o FILE.safetensors");
  if (tensor && *tensor == "__metadata__")
    throw Error("--tensor: '__metadata__' is what .safetensors calls something else");
}

}  // namespace sextant::tool
