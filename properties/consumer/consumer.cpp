#include <iostream>
#include <vector>

#include <sextant/encoding/encoding.hpp>
#include <sextant/exact/table/table.hpp>
#include <sextant/version.hpp>

/// A program like that of README.md: a table in the program's own memory, and one of its entries.
int main() {
  using namespace sextant;
  const exact::ExactTable table(chart(Sinusoidal{.dim = 512}), kFloat32,
                                Positions::from(1000000, 64));
  std::vector<float> memory(64 * 512);
  table.write(0, 64, {reinterpret_cast<std::byte*>(memory.data())});
  const exact::Entries entries(table.oracle(), kFloat32);
  const bool same = entries.nearest(1000001, 6).value == static_cast<double>(memory[512 + 6]);
  std::cout << version() << '\n';
  return same ? 0 : 1;
}
