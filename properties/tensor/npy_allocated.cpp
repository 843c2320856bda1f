#include <algorithm>
#include <cstdlib>
#include <new>

#include "tensor/npy_files.hpp"

// In a file of its own, so that no compiler sees half of a pair of new and delete.
namespace {

thread_local std::size_t allocated = 0;

}  // namespace

void* operator new(std::size_t size) {
  allocated += size;
  if (void* memory = std::malloc(std::max<std::size_t>(size, 1))) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*never throws*/) noexcept {
  allocated += size;
  return std::malloc(std::max<std::size_t>(size, 1));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

std::size_t sextant::bytes_allocated() { return allocated; }
