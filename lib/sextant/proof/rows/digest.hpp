#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sextant::proof {

/// 64-bit FNV-1a: equal bytes have equal digests in every program.
class Digest {
 public:
  void add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes)
      value_ = (value_ ^ std::to_integer<std::uint64_t>(byte)) * kPrime;
  }
  /// Adds the eight bytes of a number, the lowest first.
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte) value_ = (value_ ^ (number >> 8 * byte & 0xff)) * kPrime;
  }
  std::uint64_t value() const { return value_; }

  static std::uint64_t of(std::span<const std::byte> bytes) {
    Digest digest;
    digest.add(bytes);
    return digest.value();
  }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace sextant::proof
