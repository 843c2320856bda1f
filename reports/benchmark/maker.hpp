#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sextant {
struct Chart;
}

namespace sextant::bench {

/// The position of every table's first row.
inline constexpr std::uint64_t kFirst = 1'000'000;

struct Size {
  std::uint64_t rows = 0;
  std::size_t columns = 0;

  std::uint64_t elements() const { return rows * columns; }
  std::string text() const { return std::to_string(rows) + 'x' + std::to_string(columns); }
};

/// Writes a whole table from an address on, row after row.
using Writer = std::function<void(std::byte* at)>;

/// What is expected of the numbers in a table before it is timed.
enum class Claim { correctly_rounded, near, nothing };

/// Whoever makes tables of a format.  Peers are compiled apart from the library, with whatever
/// flags serve them best, so nothing of the library is defined here.
struct Maker {
  std::string format;
  std::string name;
  std::size_t element = 4;  ///< bytes
  std::vector<Size> sizes;
  std::function<Writer(Size)> prepare;  ///< everything that does not depend on the memory
  Claim claim = Claim::near;
  std::size_t threads = 1;
  Chart (*chart)(Size) = nullptr;  ///< null: sinusoidal, interleaved

  std::string full_name(Size size) const { return format + '/' + name + '/' + size.text(); }
};

inline const std::vector<Size> kAllSizes = {{4096, 512}, {131072, 512}, {1, 512}};

/// How wide vectors may be, in bits: of the peers' and of the library's.
enum class Widest : int { avx2 = 256, any = 512 };

std::vector<Maker> sextant_makers();
std::vector<Maker> glibc_makers();
std::vector<Maker> sleef_makers(Widest widest);
std::vector<Maker> multiprecision_makers();
std::vector<Maker> fill_makers(Widest widest);

}  // namespace sextant::bench
