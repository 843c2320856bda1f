#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <xmmintrin.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/entries.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"
#ifndef __FAST_MATH__  // of recipes, what a user compiles is compiled as the user says
#include "sextant/recipe/catalogue/catalogue.hpp"
#endif

// Prints one line for each table: a name, and a digest of the bits that the oracle gives for it.
// Two builds that print the same lines compute the same bits.  With --modes it prints the
// floating-point modes instead that the program was started with, with --recipes the digests of
// what recipes make.

namespace sextant {
namespace {

/// FNV-1a over 64-bit words, a byte at a time.
class Digest {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      value_ = (value_ ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
    }
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const std::string& text) {
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

void print(const std::string& name, const Digest& digest) {
  std::printf("%s: %016llx\n", name.c_str(), static_cast<unsigned long long>(digest.value()));
}

/// The first rows, then one row an octave with an odd significand, up to 2⁶³, and their mirrors.
std::vector<Position> positions() {
  std::vector<Position> found;
  for (Position p = 0; p < 256; ++p) found.push_back(p);
  for (int k = 8; k < 63; ++k) {
    found.push_back((Position{1} << k) +
                    ((Position{0x5deece66d} >> (k % 7)) % (Position{1} << k)) / 2 * 2 + 1);
    found.push_back(-found.back());
  }
  found.push_back(kLargestPosition);
  found.push_back(-kLargestPosition);
  return found;
}

void print_values(const std::string& text, const exact::Oracle& oracle, const Format& format) {
  Digest digest;
  for (const Position p : positions()) {
    for (const Channel& channel : oracle.chart().channels) {
      digest.add(oracle.nearest(format, p, channel).value);
    }
  }
  print("nearest " + format.name() + " " + text, digest);
}

/// The same one at a time, by what headers compute in the program itself.
void print_entries(const std::string& text, const exact::Oracle& oracle, const Format& format) {
  Digest digest;
  const exact::Entries entries(oracle, format);
  for (const Position p : positions()) {
    for (std::size_t j = 0; j < oracle.chart().width(); ++j)
      digest.add(entries.nearest(p, j).value);
  }
  print("entries " + format.name() + " " + text, digest);
}

void print_balls(const std::string& text, const exact::Oracle& oracle) {
  Digest balls, doubles;
  for (const Position p : positions()) {
    for (const Channel& channel : oracle.chart().channels) {
      const exact::Ball ball = oracle.ball(p, channel);
      const auto mid = static_cast<Bits>(ball.mid);
      for (const Bits part : {mid, mid >> 64, ball.radius, ball.radius >> 64}) {
        balls.add(static_cast<std::uint64_t>(part));
      }
      balls.add(static_cast<std::uint64_t>(ball.exponent));
      const exact::Near x = exact::near(ball);
      for (const double part : {x.high, x.low, x.radius}) doubles.add(part);
    }
  }
  print("balls " + text, balls);
  print("near " + text, doubles);
}

/// The slow oracle, at fewer places.
void print_digits(const std::string& text, const Chart& chart) {
  Digest digest;
  for (const Position p : {Position{0}, Position{1}, Position{1048577}, kLargestPosition}) {
    for (std::size_t column = 0; column < chart.width(); column += 7) {
      const Channel& channel = chart.channels[column];
      digest.add(exact::decimal(chart.waves, to_rational(p), channel, 60));
      digest.add(hex_text(exact::nearest(kBinary128, chart.waves, to_rational(p), channel).number));
    }
  }
  print("digits " + text, digest);
}

/// Whole tables, by rotations where the chart allows it.
void print_tables(const std::string& text, const Chart& chart) {
  for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    Digest digest;
    for (const Position first : {Position{-100}, Position{1} << 24, kLargestPosition - 300}) {
      const exact::ExactTable table(chart, format, Positions::from(first, 300));
      std::vector<std::byte> bytes(300 * table.row_bytes());
      table.write(0, 300, {bytes.data(), table.row_bytes(), true});
      for (const std::byte b : bytes) digest.add(static_cast<std::uint64_t>(b));
    }
    print("table " + format.name() + " " + text, digest);
  }
}

#ifndef __FAST_MATH__
/// What every recipe makes of the first rows, and the bound of each entry.
void print_recipes(const std::string& text, const Chart& chart) {
  for (const recipe::Entry& entry : recipe::catalogue(chart)) {
    for (const recipe::ComputeFormats& formats : {recipe::ComputeFormats{kFloat32, kBfloat16, {}},
                                                  recipe::ComputeFormats{kFloat64, kFloat64, {}}}) {
      if (!recipe::possible(entry.name, formats)) continue;
      const auto made = recipe::make(entry.name, chart, formats, Positions::from(1000, 64));
      Digest values, bounds;
      std::vector<double> row(chart.width());
      for (std::uint64_t r = 0; r < 64; ++r) {
        made->row(r, row);
        for (const double value : row) values.add(value);
        for (std::size_t j = 0; j < row.size(); ++j) bounds.add(made->bound(r, j));
      }
      const std::string name = std::string(entry.name) + " " + formats.store.name() + " " + text;
      print("recipe " + name, values);
      print("bound " + name, bounds);
    }
  }
}
#else
void print_recipes(const std::string&, const Chart&) {}
#endif

/// Rounding alone, over patterns that a generator of its own makes.
void print_rounding(const Format& format) {
  Digest digest;
  std::uint64_t state = 20170612;
  for (int draw = 0; draw < 100000; ++draw) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    digest.add(round_to(format, std::bit_cast<double>(state ^ (state >> 29))));
  }
  print("round " + format.name(), digest);
}

}  // namespace
}  // namespace sextant

int main(int argc, char** argv) {
  using namespace sextant;
  if (argc > 1 && std::string(argv[1]) == "--modes") {
    std::printf("%04x\n", _mm_getcsr() & 0xe040);
    return 0;
  }
  const std::vector<Format> formats = {kFloat16, kBfloat16, kFloat32, kFloat64};
  for (const std::string text :
       {"sinusoidal dim=64", "sinusoidal dim=96 base=500000 layout=halves order=cos-sin",
        "sinusoidal dim=33 law=half-minus-shift odd=zero-column origin=1/2",
        "sinusoidal dim=16 base=1/3 scale=7/5 amplitude=-3/7", "rope dim=128 base=1e6"}) {
    const Chart whole = chart(read_encoding(text));
    if (argc > 1) {
      print_recipes(text, whole);
      continue;
    }
    const exact::Oracle oracle(whole);
    for (const Format& format : formats) {
      print_values(text, oracle, format);
      print_entries(text, oracle, format);
    }
    print_balls(text, oracle);
    print_digits(text, whole);
    print_tables(text, whole);
  }
  if (argc > 1) return 0;
  for (const Format& format : formats) print_rounding(format);
}
