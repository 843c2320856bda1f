#include "tensor/mutated.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sextant {

std::string Mutator::operator()() {
  std::string bytes = any();
  for (bool more = true; more && !bytes.empty(); more = below(3) == 0) mutate(bytes);
  return bytes;
}

std::size_t Mutator::place(const std::string& bytes) {
  return below(std::min<std::size_t>(bytes.size(), below(3) == 0 ? 4096 : head_.bytes));
}

void Mutator::mutate(std::string& bytes) {
  const std::size_t at = place(bytes);
  switch (below(8)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
      break;
    case 1:
      bytes[at] = static_cast<char>(below(256));
      break;
    case 2:
      bytes.resize(below(4) == 0 ? at : bytes.size() - std::min(bytes.size(), 1 + below(16)));
      break;
    case 3: {
      const std::string& other = any();
      const std::size_t from = place(other);
      bytes.insert(at, other, from, below(40));
      break;
    }
    case 4:
      bytes.erase(at, 1 + below(8));
      break;
    case 5: {  // the beginning of one, the end of another
      const std::string& other = any();
      bytes = bytes.substr(0, at) + other.substr(place(other));
      break;
    }
    case 6:
      replace_a_digit(bytes, at);
      break;
    default:  // version or length of the header
      bytes[std::min(bytes.size() - 1, head_.first + below(head_.length))] =
          static_cast<char>(below(256));
  }
}

void Mutator::replace_a_digit(std::string& bytes, std::size_t from) {
  const std::size_t at = bytes.find_first_of("0123456789", from);
  if (at == std::string::npos) return;
  std::string digits;
  for (std::size_t n = 1 + below(below(4) == 0 ? 30 : 3); n > 0; --n) {
    digits += static_cast<char>('0' + below(10));
  }
  const std::size_t spare = std::min(digits.size() - 1, bytes.size() - at - 1);
  bytes.replace(at, 1 + (below(2) == 0 ? spare : 0), digits);
}

MemoryFile::MemoryFile() : file_(::memfd_create("mutated", MFD_CLOEXEC)) {}

void MemoryFile::write(const std::string& bytes) const {
  ASSERT_EQ(::ftruncate(file_.get(), 0), 0);
  ASSERT_EQ(::pwrite(file_.get(), bytes.data(), bytes.size(), 0), std::ssize(bytes));
}

}  // namespace sextant
