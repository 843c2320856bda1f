#include "sextant/verify/npy.hpp"

#include <memory>
#include <utility>

#include <fmt/core.h>

#include "sextant/verify/npy_beginning.hpp"

namespace sextant {
namespace {

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
  if (kind == 'S' || kind == 'U' || kind == 'M' || kind == 'm') {
    file.fail((kind == 'S' || kind == 'U' ? "holds text " : "holds times ") + dtype +
              ", not numbers; save the array that holds the table's numbers");
  }
  file.fail("holds no float16, bfloat16, float32 or float64 " + dtype +
            "; save it as one: np.save(name, array.astype(np.float32))");
}

Format format_of(const InputFile& file, const NpyBeginning& beginning,
                 const std::optional<Format>& given) {
  const std::string& type = beginning.type;
  const std::string& descr = beginning.header.descr;
  if (type == "u2" || type == "i2" || type == "V2") return format_of_patterns(file, descr, given);
  for (const Format& format : {kFloat16, kFloat32, kFloat64}) {
    if (type != fmt::format("f{}", format.storage_bits / 8)) continue;
    if (!given || *given == format) return format;
    file.fail(fmt::format("holds {} (dtype {}), not {} as --format says", format.name(),
                          in_quotes(descr), given->name()));
  }
  fail_for_dtype(file, descr, type.empty() ? '\0' : type[0]);
}

}  // namespace

Table open_npy(const std::string& path, const std::optional<Format>& given, bool integers) {
  auto file = std::make_shared<InputFile>(path);
  const NpyBeginning beginning = read_npy_beginning(*file);
  const bool are = integers && !given && (beginning.type == "i4" || beginning.type == "i8");
  const Format wide = beginning.type == "i4" ? kFloat32 : kFloat64;
  const Format format = are ? wide : format_of(*file, beginning, given);
  Storage storage{format,
                  beginning.header.shape,
                  beginning.byte_order,
                  beginning.header.fortran_order,
                  beginning.offset,
                  are};
  expect_npy_end(*file, storage.offset, bytes_of(*file, storage),
                 "shape " + shape_text(storage.shape) + " of " +
                     (are ? fmt::format("int{}", format.storage_bits) : format.name()));
  return Table(std::move(file), std::move(storage));
}

NpyVectors open_npy_vectors(const std::string& path, const std::optional<Format>& given,
                            const std::optional<Format>& of_patterns) {
  constexpr std::size_t kMostAxes = 8;
  auto file = std::make_shared<InputFile>(path);
  const NpyBeginning beginning = read_npy_beginning(*file);
  const std::string& type = beginning.type;
  const bool patterns = type == "u2" || type == "i2" || type == "V2";
  const bool serves = patterns && of_patterns && of_patterns->storage_bits == 16;
  const Format format = format_of(*file, beginning, !given && serves ? of_patterns : given);
  const std::vector<std::uint64_t>& shape = beginning.header.shape;
  const std::string words = "shape " + shape_text(shape);
  if (shape.empty()) file->fail(words + " is a single number; vectors have channels");
  if (shape.size() > kMostAxes) file->fail(words + " has more than eight axes");
  if (shape.size() > 2 && beginning.header.fortran_order) {
    file->fail(words +
               " is in Fortran's order; save it in C's: "
               "np.save(name, np.ascontiguousarray(array))");
  }
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis) {
    if (__builtin_mul_overflow(rows, shape[axis], &rows))
      file->fail(words + " is more than a file can hold");
  }
  Storage storage{format,
                  {rows, shape.back()},
                  beginning.byte_order,
                  beginning.header.fortran_order,
                  beginning.offset,
                  false};
  expect_npy_end(*file, storage.offset, bytes_of(*file, storage), words + " of " + format.name());
  return {Table(std::move(file), std::move(storage)), shape};
}

}  // namespace sextant
