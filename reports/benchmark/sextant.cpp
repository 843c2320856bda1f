#include <memory>
#include <utility>
#include <vector>

#include "benchmark/maker.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/table/table.hpp"

namespace sextant::bench {
namespace {

/// An encoding whose tables have `columns` columns.  Listed positions are prepared each time, since
/// a table of them keeps rows that it has made.
struct Leg {
  const char* suffix;
  Chart (*chart)(Size size);
  std::vector<Size> sizes;
  bool listed = false;
};

int dim(Size size) { return static_cast<int>(size.columns); }

Chart plain(Size size) { return chart(Sinusoidal{.dim = dim(size)}); }
Chart halves(Size size) { return chart(Sinusoidal{.dim = dim(size), .layout = Layout::halves}); }
Chart cosine_first(Size size) {
  return chart(Sinusoidal{.dim = dim(size), .order = Order::cos_sin});
}
Chart half_minus_shift(Size size) {
  return chart(Sinusoidal{.dim = dim(size), .law = Law::half_minus_shift});
}
Chart amplified(Size size) {
  return chart(Sinusoidal{.dim = dim(size), .amplitude = Rational(6, 5)});
}
Chart odd(Size size) { return chart(Sinusoidal{.dim = dim(size), .odd = Odd::drop_last}); }
Chart zero_row(Size size) {
  return chart(Sinusoidal{.dim = dim(size), .zero_row = Rational(Integer(kFirst))});
}
Chart rope(Size size) { return chart(read_encoding("rope dim=" + std::to_string(size.columns))); }
Chart rope_cosines(Size size) {
  return chart(read_encoding("rope dim=" + std::to_string(2 * size.columns)), Part::cos);
}

/// All of as many bytes as 131072 × 512, but for the sizes that every maker has.
std::vector<Leg> legs() {
  std::vector<Size> sizes = kAllSizes;
  for (const Size size : {Size{1048576, 64}, Size{524288, 128}, Size{1024, 65536}})
    sizes.push_back(size);
  const std::vector<Size> wide = {{131072, 512}};
  return {{"", plain, sizes},
          {"-halves", halves, wide},
          {"-cos-sin", cosine_first, wide},
          {"-half-minus-shift", half_minus_shift, wide},
          {"-amplitude", amplified, wide},
          {"-odd", odd, {{131072, 511}}},
          {"-zero-row", zero_row, wide},
          {"-listed", plain, {{16384, 512}}, true},
          {"-rope", rope, {{524288, 128}}},
          {"-rope-cos", rope_cosines, {{1048576, 64}}}};
}

Positions listed(Size size) {
  std::vector<Position> list;
  for (std::uint64_t row = 0; row < size.rows; ++row)
    list.push_back(static_cast<Position>(kFirst + row));
  return Positions::of(std::move(list));
}

Writer prepare(const Leg& leg, const Format& format, Size size) {
  if (leg.listed) {
    return [of = leg.chart(size), format, size, positions = listed(size)](std::byte* at) {
      exact::ExactTable(of, format, positions).write(0, size.rows, {at, 0, true});
    };
  }
  const auto table = std::make_shared<exact::ExactTable>(leg.chart(size), format,
                                                         Positions::from(kFirst, size.rows));
  return [table, size](std::byte* at) {
    table->write(0, size.rows, {at, table->row_bytes(), true});
  };
}

}  // namespace

std::vector<Maker> sextant_makers() {
  std::vector<Maker> result;
  for (const Format& format : {kFloat32, kFloat64, kBfloat16, kFloat16}) {
    const auto element = static_cast<std::size_t>(format.storage_bits) / 8;
    for (const Leg& leg : legs()) {
      const auto prepared = [leg, format](Size size) { return prepare(leg, format, size); };
      result.push_back({format.name(), std::string("sextant") + leg.suffix, element, leg.sizes,
                        prepared, Claim::correctly_rounded, 1, leg.chart});
    }
    const Leg plain_leg = legs().front();
    const auto prepared = [plain_leg, format](Size s) { return prepare(plain_leg, format, s); };
    result.push_back({format.name(),
                      "sextant-2-threads",
                      element,
                      {{4096, 512}, {131072, 512}},
                      prepared,
                      Claim::correctly_rounded,
                      2,
                      plain});
  }
  return result;
}

}  // namespace sextant::bench
