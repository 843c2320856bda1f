#include "sextant/verify/foreign_file.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace sextant {
namespace {

struct Kind {
  std::string_view magic;   ///< empty: told by its ending alone
  std::string_view ending;  ///< empty: told by its first bytes alone
  std::string_view what;
  std::string_view imports;
  std::string_view array;  ///< Python's for it; FILE is sys.argv[1]
};

constexpr std::string_view kTorch =
    "torch.load(sys.argv[1], 'cpu', weights_only=True)['NAME'].double().numpy()";

constexpr std::array<Kind, 13> kKinds = {{
    {"\x89HDF", ".h5", "an HDF5 file", "h5py", "h5py.File(sys.argv[1])['NAME'][()]"},
    {"GGUF", ".gguf", "a GGUF file", "gguf",
     "next(t.data for t in gguf.GGUFReader(sys.argv[1]).tensors if t.name == 'NAME')"},
    {"PAR1", ".parquet", "a Parquet file", "pandas", "pandas.read_parquet(sys.argv[1]).to_numpy()"},
    {"MATLAB 5.0", ".mat", "a MATLAB file", "scipy.io", "scipy.io.loadmat(sys.argv[1])['NAME']"},
    {"ARROW1", ".arrow", "an Arrow file", "pandas", "pandas.read_feather(sys.argv[1]).to_numpy()"},
    {"\x80", ".pt", "a Python pickle, as old PyTorch saves", "torch", kTorch},
    {"", ".pth", "a PyTorch file by its name", "torch", kTorch},
    {"", ".hdf5", "an HDF5 file by its name", "h5py", "h5py.File(sys.argv[1])['NAME'][()]"},
    {"", ".pkl", "a Python pickle by its name", "pickle", "pickle.load(open(sys.argv[1], 'rb'))"},
    {"", ".onnx", "an ONNX file by its name", "onnx.numpy_helper",
     "next(onnx.numpy_helper.to_array(t) for t in onnx.load(sys.argv[1]).graph.initializer "
     "if t.name == 'NAME')"},
    {"", ".msgpack", "a Flax checkpoint by its name", "flax.serialization",
     "flax.serialization.msgpack_restore(open(sys.argv[1], 'rb').read())['NAME']"},
    {"", ".csv", "text", "", "numpy.loadtxt(sys.argv[1], delimiter=',')"},
    {"", ".txt", "text", "", "numpy.loadtxt(sys.argv[1])"},
}};

std::string words_for(const Kind& kind) {
  return fmt::format(
      "is {}; convert it: python3 -c \"import sys, numpy{}{}; numpy.save('table.npy', {})\" FILE",
      kind.what, kind.imports.empty() ? "" : ", ", kind.imports, kind.array);
}

bool is_text(std::string_view begin) {
  return !begin.empty() && std::all_of(begin.begin(), begin.end(), [](unsigned char c) {
    return (c >= 0x20 && c < 0x7f) || (c >= '\t' && c <= '\r');
  });
}

}  // namespace

std::string foreign_file(std::string_view begin, const std::string& path) {
  for (const Kind& kind : kKinds)
    if (!kind.magic.empty() && begin.starts_with(kind.magic)) return words_for(kind);
  for (const Kind& kind : kKinds)
    if (!kind.ending.empty() && path.ends_with(kind.ending)) return words_for(kind);
  return is_text(begin) ? words_for(kKinds.back()) : std::string();
}

std::string torch_file() { return words_for({"", "", "a PyTorch file", "torch", kTorch}); }

}  // namespace sextant
