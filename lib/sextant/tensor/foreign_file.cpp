#include "sextant/tensor/foreign_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <fmt/core.h>

namespace sextant {
namespace {

/// The number of bytes tested for text.  Fewer bytes of a binary file could all be printable by
/// chance.
constexpr std::size_t kBegin = 256;

struct Kind {
  std::string_view magic;   ///< empty: recognised by its ending only
  std::string_view ending;  ///< empty: recognised by its first bytes only
  std::string_view what;
  std::string_view code;  ///< Python code that keeps the numbers' format; the file
};

constexpr std::string_view kTorch =
    "torch; torch.save(torch.load(sys.argv[1], 'cpu', weights_only=True), 'new.pt')";
constexpr std::string_view kHdf5 =
    "numpy, h5py; numpy.save('table.npy', h5py.File(sys.argv[1])['NAME'][()])";

constexpr std::string_view kUnpickle =
    "numpy, pickle; numpy.save('table.npy', pickle.load(open(sys.argv[1], 'rb')))";
constexpr Kind kPickle = {"", "", "a Python pickle", kUnpickle};

constexpr std::array<Kind, 12> kKinds = {{
    {"\x89HDF", ".h5", "an HDF5 file", kHdf5},
    {"PAR1", ".parquet", "a Parquet file",
     "numpy, pandas; numpy.save('table.npy', pandas.read_parquet(sys.argv[1]).to_numpy())"},
    {"MATLAB 5.0", ".mat", "a MATLAB file",
     "numpy, scipy.io; numpy.save('table.npy', scipy.io.loadmat(sys.argv[1])['NAME'])"},
    {"ARROW1", ".arrow", "an Arrow file",
     "numpy, pandas; numpy.save('table.npy', pandas.read_feather(sys.argv[1]).to_numpy())"},
    {"\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", ".pt",
     "a Python pickle, as PyTorch before 1.6 saves", kTorch},
    {"", ".pth", "a PyTorch file by its name, and no zip archive", kTorch},
    {"", ".hdf5", "an HDF5 file by its name", kHdf5},
    {"", ".pkl", "a Python pickle by its name", kUnpickle},
    {"", ".msgpack", "a Flax checkpoint by its name",
     "numpy, flax.serialization; numpy.save('table.npy', flax.serialization.msgpack_restore("
     "open(sys.argv[1], 'rb').read())['NAME'])"},
    {"", ".json", "JSON text by its name",
     "numpy, json; numpy.save('table.npy', numpy.array(json.load(open(sys.argv[1])), 'float32'))"},
    {"", ".csv", "text",
     "numpy; numpy.save('table.npy', numpy.loadtxt(sys.argv[1], 'float32', delimiter=','))"},
    {"", ".txt", "text", "numpy; numpy.save('table.npy', numpy.loadtxt(sys.argv[1], 'float32'))"},
}};

std::string words_for(const Kind& kind) {
  return fmt::format("is {}; convert it: python3 -c \"import sys, {}\" FILE", kind.what, kind.code);
}

/// Whether a file is a pickle.  It has protocol 2 to 5, then an opcode that pickled objects begin
/// with, and ends with the opcode STOP.
bool is_pickle(InputFile& file, std::string_view begin) {
  constexpr std::string_view kOpcodes = "\x95](}c)JKMGXUVBN\x88\x89\x8a\x8c\x8e";
  if (begin.size() < 3 || begin[0] != '\x80' || begin[1] < 2 || begin[1] > 5) return false;
  if (kOpcodes.find(begin[2]) == std::string_view::npos) return false;
  std::array<std::byte, 1> last{};
  file.read_at(file.available(std::numeric_limits<std::uint64_t>::max()) - 1, last);
  return last[0] == std::byte{'.'};
}

bool is_text(std::string_view begin) {
  return !begin.empty() && std::all_of(begin.begin(), begin.end(), [](unsigned char c) {
    return (c >= 0x20 && c < 0x7f) || (c >= '\t' && c <= '\r');
  });
}

}  // namespace

std::string foreign_file(InputFile& file, const std::string& path) {
  std::string begin(file.available(kBegin), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(begin)));
  for (const Kind& kind : kKinds)
    if (!kind.magic.empty() && begin.starts_with(kind.magic)) return words_for(kind);
  if (is_pickle(file, begin)) return words_for(kPickle);
  for (const Kind& kind : kKinds)
    if (!kind.ending.empty() && path.ends_with(kind.ending)) return words_for(kind);
  return is_text(begin) ? words_for(kKinds.back()) : std::string();
}

}  // namespace sextant
