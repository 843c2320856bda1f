#include "tensor/torch_files.hpp"

#include <cstdint>

#include "sextant/tensor/table.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

std::string little(std::uint64_t value, int bytes) {
  return number_bytes(value, bytes, ByteOrder::little);
}

std::uint32_t checksum(const std::string& bytes) {  // CRC-32 of zip archives
  std::uint32_t sum = ~0U;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320U : 0U);
  }
  return ~sum;
}

}  // namespace

std::string zip_bytes(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string bytes, directory;
  for (const auto& [name, data] : members) {
    const std::string sizes = little(0, 10) + little(checksum(data), 4) + little(data.size(), 4) +
                              little(data.size(), 4) + little(name.size(), 2) + little(0, 2);
    directory += "PK\1\2" + little(20, 4) + sizes.substr(2) + little(0, 2) + little(0, 8) +
                 little(bytes.size(), 4) + name;
    bytes += "PK\3\4" + sizes + name + data;
  }
  return bytes + directory + "PK\5\6" + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(directory.size(), 4) + little(bytes.size(), 4) +
         little(0, 2);
}

std::string torch_bytes(const std::string& pickle, const std::string& storage) {
  return zip_bytes({{"t/data.pkl", pickle}, {"t/data/0", storage}, {"t/version", "3\n"}});
}

std::string pickled(long integer) {
  return "\x8a\x08" + little(static_cast<std::uint64_t>(integer), 8);
}

std::string pickled(const std::string& text) { return "X" + little(text.size(), 4) + text; }

std::string pickled_global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}

std::string pickled_tuple(const std::string& items) { return "(" + items + "t"; }

std::string pickled_tensor(long numbers, long first, const std::string& sizes,
                           const std::string& strides, const std::string& storage) {
  const std::string id = pickled_tuple(pickled("storage") + pickled_global("torch", storage) +
                                       pickled("0") + pickled("cpu") + pickled(numbers)) +
                         "Q";
  return pickled_global("torch._utils", "_rebuild_tensor_v2") +
         pickled_tuple(id + pickled(first) + pickled_tuple(sizes) + pickled_tuple(strides)) + "R";
}

std::string pickled_tensor_v3(long bytes, const std::string& sizes, const std::string& strides,
                              const std::string& dtype) {
  const std::string id =
      pickled_tuple(pickled("storage") + pickled_global("torch.storage", "UntypedStorage") +
                    pickled("0") + pickled("cpu") + pickled(bytes)) +
      "Q";
  const std::string no_gradient = "\x89", no_hooks = "N";
  return pickled_global("torch._utils", "_rebuild_tensor_v3") +
         pickled_tuple(id + pickled(0) + pickled_tuple(sizes) + pickled_tuple(strides) +
                       no_gradient + no_hooks + pickled_global("torch", dtype)) +
         "R";
}

std::string pickled_state(const std::string& value) {
  return "\x80\x02}" + pickled("w") + value + "s.";
}

}  // namespace sextant
