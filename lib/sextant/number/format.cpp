#include "sextant/number/format.hpp"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"

namespace sextant {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 7> kNames = {
    {{"float16", kFloat16},
     {"bfloat16", kBfloat16},
     {"float32", kFloat32},
     {"float64", kFloat64},
     {"binary128", kBinary128},
     {"float8_e4m3fn", kFloat8E4m3fn},
     {"float8_e5m2", kFloat8E5m2}}};
/// Short names, and those of C.
constexpr std::array<std::pair<std::string_view, Format>, 7> kOtherNames = {{{"fp16", kFloat16},
                                                                             {"half", kFloat16},
                                                                             {"bf16", kBfloat16},
                                                                             {"fp32", kFloat32},
                                                                             {"float", kFloat32},
                                                                             {"fp64", kFloat64},
                                                                             {"double", kFloat64}}};
constexpr int kUnbounded = 1 << 28;

}  // namespace

std::string Format::name() const {
  for (const auto& [name, format] : kNames) {
    if (format == *this) return std::string(name);
  }
  return "p" + std::to_string(precision);
}

Format Format::named(std::string_view name) {
  for (const auto& [known, format] : kNames) {
    if (known == name) return format;
  }
  for (const auto& [known, format] : kOtherNames) {
    if (known == name) return format;
  }
  int p = 0;
  if (name.size() > 1 && name.front() == 'p') {
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), p);
    if (error == std::errc() && end == name.data() + name.size()) return bits(p);
  }
  std::vector<std::string_view> names;
  for (const auto& [known, format] : kNames) names.push_back(known);
  const std::string meant = did_you_mean(name, names);
  throw Error(
      "unknown format '" + std::string(name.substr(0, 60)) + "'" +
      (meant.empty() ? ": " : meant + " Known are ") +
      "float16, bfloat16, float32, float64, binary128, float8_e4m3fn, float8_e5m2, and p75 for 75 "
      "bits");
}

Format Format::bits(int p) {
  if (p < 2 || p > 65536) throw Error("a format has 2 ... 65536 bits, not " + std::to_string(p));
  return {p, -kUnbounded, kUnbounded, 0};
}

}  // namespace sextant
