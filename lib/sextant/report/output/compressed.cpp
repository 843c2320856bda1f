#include "sextant/report/output/compressed.hpp"

#include <cstdint>
#include <new>
#include <vector>

#include <zlib.h>

namespace sextant {
namespace {

std::vector<Bytef> deflated(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::vector<Bytef> bytes(size);
  const auto* data = reinterpret_cast<const Bytef*>(text.data());
  if (compress2(bytes.data(), &size, data, text.size(), Z_BEST_COMPRESSION) != Z_OK)
    throw std::bad_alloc();
  bytes.resize(size);
  return bytes;
}

std::string base64(const std::vector<Bytef>& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t j = i; j < i + 3; ++j) three = three << 8 | (j < bytes.size() ? bytes[j] : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j > bytes.size() ? '=' : kDigits[three >> (18 - 6 * j) & 63];
  }
  return text;
}

}  // namespace

std::string compressed(std::string_view text) { return base64(deflated(text)); }

}  // namespace sextant
