#include "sextant/encoding/encoding.hpp"

#include <array>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/wave/layout.hpp"

namespace sextant {
namespace {

Function function_of(Part part) {
  if (part == Part::inv_freq) return Function::frequency;
  if (part == Part::divisors) return Function::divisor;
  if (part == Part::periods) return Function::period;
  if (part == Part::slopes) return Function::slope;
  return part == Part::cos || part == Part::cos_repeated ? Function::cosine : Function::sine;
}

/// Throws Error for a part that an encoding does not have.
void expect_part(const Encoding& encoding, Part part) {
  std::string known;
  for (const Part one : parts(encoding)) {
    if (one == part || name(one) == name(part)) return;
    known += (known.empty() ? "" : ", ") + std::string(name(one));
  }
  const char* other = "";
  if (std::holds_alternative<Sinusoidal>(encoding)) other = " (--encoding rope has cos and sin)";
  if (std::holds_alternative<Xpos>(encoding))
    other = "; for rotations with its scale pass --encoding rope --scale-base 512";
  throw Error("encoding '" + std::string(name(encoding)) + "' has no part '" +
              std::string(name(part)) + "': " + known + other);
}

bool interleaved(const Encoding& encoding) {
  const auto* rotary = std::get_if<Rotary>(&encoding);
  return rotary != nullptr && rotary->layout == Pairing::interleaved;
}

bool turns_back(const Encoding& encoding) {
  const auto* rotary = std::get_if<Rotary>(&encoding);
  return rotary != nullptr && rotary->direction == RotationDirection::inverse;
}

}  // namespace

Encoding::Encoding(const Encoding&) = default;
Encoding::Encoding(Encoding&&) noexcept = default;
Encoding& Encoding::operator=(const Encoding&) = default;
Encoding& Encoding::operator=(Encoding&&) noexcept = default;
Encoding::~Encoding() = default;

bool operator==(const Encoding& x, const Encoding& y) {
  return static_cast<const EncodingVariant&>(x) == static_cast<const EncodingVariant&>(y);
}

std::span<const Part> parts(const Encoding& encoding) {
  static constexpr std::array<Part, 2> waves = {Part::table, Part::inv_freq};
  static constexpr std::array<Part, 9> rotary = {Part::table,    Part::cos,      Part::sin,
                                                 Part::pairs,    Part::matrices, Part::inv_freq,
                                                 Part::divisors, Part::periods,  Part::rotated};
  static constexpr std::array<Part, 2> alibi = {Part::bias, Part::slopes};
  static constexpr std::array<Part, 2> deberta = {Part::buckets, Part::index};
  static constexpr std::array<Part, 1> index = {Part::index};
  static constexpr std::array<Part, 1> scale = {Part::query_scale};
  if (std::holds_alternative<Sinusoidal>(encoding)) return waves;
  if (std::holds_alternative<Rotary>(encoding)) return rotary;
  if (std::holds_alternative<Alibi>(encoding)) return alibi;
  if (std::holds_alternative<Kerple>(encoding)) return std::span(alibi).first(1);
  if (std::holds_alternative<T5>(encoding)) return std::span(deberta).first(1);
  if (std::holds_alternative<Deberta>(encoding)) return deberta;
  if (std::holds_alternative<Nope>(encoding) || std::holds_alternative<SwinCoordinates>(encoding) ||
      std::holds_alternative<Xpos>(encoding))
    return std::span(waves).first(1);
  if (std::holds_alternative<QueryScale>(encoding)) return scale;
  return index;
}

bool is_integral(const Encoding& encoding, Part part) {
  const Part meant = part == Part::table ? parts(encoding).front() : part;
  return meant == Part::buckets || meant == Part::index;
}

BiasLayout bias_layout(const Encoding& encoding) {
  if (const auto* alibi = std::get_if<Alibi>(&encoding)) return alibi->layout;
  if (const auto* kerple = std::get_if<Kerple>(&encoding)) return kerple->layout;
  return BiasLayout::by_shape;
}

Chart chart(const Encoding& encoding, Part part) {
  if (part != Part::table) expect_part(encoding, part);
  if (part == Part::index && std::holds_alternative<Deberta>(encoding))
    return chart(DebertaIndex{std::get<Deberta>(encoding)});
  Chart result = std::visit([](const auto& e) { return chart(e); }, encoding);
  if (part == Part::table || part == parts(encoding).front()) return result;
  const int pairs = result.waves.pairs();
  if (part == Part::rotated || part == Part::pairs) {
    const bool together = part == Part::pairs || interleaved(encoding);
    const Layout layout = together ? Layout::interleaved : Layout::halves;
    result.channels = lay_out(2 * pairs, layout, Order::cos_sin, Odd::error);
    for (Channel& c : result.channels)
      if (part == Part::rotated && turns_back(encoding) && c.function == Function::sine)
        c.function = Function::negated_sine;
    return result;
  }
  if (part == Part::matrices) {
    result.channels.clear();
    Function above = Function::negated_sine, below = Function::sine;
    if (turns_back(encoding)) std::swap(above, below);
    for (int i = 0; i < pairs; ++i)
      for (const Function f : {Function::cosine, above, below, Function::cosine})
        result.channels.push_back({f, i});
    return result;
  }
  const Function function = function_of(part);
  if (of_frequencies(part)) result.waves.xpos = std::nullopt;  // it multiplies waves only
  const bool repeated = part == Part::cos_repeated || part == Part::sin_repeated;
  const bool together = repeated && interleaved(encoding);
  result.channels.clear();
  for (int column = 0; column < pairs * (repeated ? 2 : 1); ++column)
    result.channels.push_back({function, together ? column / 2 : column % pairs});
  return result;
}

std::string_view name(Part part) {
  switch (part) {
    case Part::cos:
    case Part::cos_repeated:
      return "cos";
    case Part::sin:
    case Part::sin_repeated:
      return "sin";
    case Part::pairs:
      return "pairs";
    case Part::matrices:
      return "matrices";
    case Part::inv_freq:
      return "inv_freq";
    case Part::divisors:
      return "divisors";
    case Part::periods:
      return "periods";
    case Part::rotated:
      return "rotated";
    case Part::resampled:
      return "resampled";
    case Part::bias:
      return "bias";
    case Part::slopes:
      return "slopes";
    case Part::buckets:
      return "buckets";
    case Part::index:
      return "index";
    case Part::query_scale:
      return "query-scale";
    case Part::table:
      break;
  }
  return "table";
}

int dim(const Encoding& encoding) {
  return std::visit(
      [](const auto& e) {
        if constexpr (requires { e.dim; })
          return e.dim;
        else
          return static_cast<int>(chart(e).width());
      },
      encoding);
}

std::string_view dim_field(const Encoding& encoding) {
  return std::visit(
      []<class E>(const E& e) -> std::string_view {
        if constexpr (requires { e.dim; }) return "dim";
        if constexpr (requires { e.keys; }) return "keys";
        return std::is_same_v<E, Alibi> ? "heads" : "";
      },
      encoding);
}

std::string_view name(const Encoding& encoding) {
  static constexpr auto names =
      std::to_array<std::string_view>({"sinusoidal", "rope", "alibi", "kerple", "t5", "deberta",
                                       "shaw", "swin", "swin-v2", "nope", "query-scale", "xpos"});
  static_assert(names.size() == std::variant_size_v<EncodingVariant>);
  return names[encoding.index()];
}

}  // namespace sextant
