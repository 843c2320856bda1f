#include "benchmark/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include <sys/mman.h>

namespace sextant::bench {
namespace {

constexpr std::size_t kBytes = std::size_t{131072} * 512 * sizeof(double);
constexpr std::size_t kHugePage = std::size_t{1} << 21;
bool huge = false;

struct Free {
  void operator()(void* at) const { std::free(at); }
};

std::unique_ptr<void, Free> touched() {
  void* at = std::aligned_alloc(kHugePage, kBytes);
  if (at == nullptr) throw std::bad_alloc();
  madvise(at, kBytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  return std::unique_ptr<void, Free>(std::memset(at, 1, kBytes));
}

}  // namespace

std::byte* memory() {
  static const std::unique_ptr<void, Free> only = touched();
  return static_cast<std::byte*>(only.get());
}

void ask_for_huge_pages() { huge = true; }

}  // namespace sextant::bench
