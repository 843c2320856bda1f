#include "sextant/config/gguf_divisors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace sextant {
namespace {

constexpr std::uint64_t kMostDivisors = 32768;
/// Pairs that do not turn have the divisor 1e30, rounded to the format of the tensor.
constexpr double kLeastStill = 0.99e30;

constexpr const char* kAlways = "rope_freqs.weight";
constexpr const char* kLong = "rope_factors_long.weight";
constexpr const char* kShort = "rope_factors_short.weight";

/// The numbers of the array with this name; empty if there is none.
std::vector<double> read_one(const std::vector<StoredArray>& arrays, std::string_view name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const StoredArray& array) { return array.name == name; });
  if (found == arrays.end()) return {};
  std::uint64_t count = 1;
  bool one_axis = true;
  for (const std::uint64_t n : found->shape) {
    one_axis = one_axis && (n == 1 || count == 1);
    count = n == 1 ? count : n;
  }
  if (!one_axis || count > kMostDivisors)
    found->fail("has shape " + shape_text(found->shape) +
                "; divisors have one axis of at most 32768 numbers: convert the model again");
  if (count == 1) found->fail("has one number: a divisor of each pair is needed");
  const Table table = table_of(*found);
  std::vector<std::uint64_t> bits(count);
  const Table row = table.rows() == 1 ? table : table.transposed();
  row.read_rows(0, 1, bits);
  std::vector<double> numbers;
  for (const std::uint64_t pattern : bits) numbers.push_back(table.number(pattern));
  return numbers;
}

/// Cuts divisors to the number of pairs, as ggml reads them.  Returns why they cannot be used;
/// empty if they can.
std::string fit(std::vector<double>& divisors, const char* name, std::size_t pairs,
                std::vector<std::string>& warnings) {
  if (divisors.size() < pairs)
    return fmt::format("{} has {} numbers; {} pairs turn", name, divisors.size(), pairs);
  if (divisors.size() > pairs)
    warnings.push_back(fmt::format("{} has {} numbers; llama.cpp reads the first {}", name,
                                   divisors.size(), pairs));
  divisors.resize(pairs);
  for (std::size_t i = 0; i < pairs; ++i)
    if (!(divisors[i] > 0))
      return fmt::format("{} has {} as divisor of pair {}", name, divisors[i], i);
  return "";
}

bool is_still(double divisor) { return divisor >= kLeastStill; }

std::vector<Rational> times(const std::vector<double>& divisors, const Rational& factor) {
  std::vector<Rational> products;
  for (const double divisor : divisors) products.push_back(Rational(divisor) * factor);
  return products;
}

/// Gives the encoding the scaling in which only the pairs with divisor 1 turn.  Returns why this
/// cannot express the divisors; empty if it can.
std::string stop_last_pairs(Rotary& encoding, const std::vector<double>& divisors,
                            const char* name) {
  const auto still = std::find_if(divisors.begin(), divisors.end(), is_still);
  const bool ones = std::all_of(divisors.begin(), still, [](double d) { return d == 1; });
  if (!ones || still == divisors.begin() || !std::all_of(still, divisors.end(), is_still))
    return fmt::format("{} has pairs that do not turn; {}", name,
                       "encodings of this program have such pairs only after divisors of 1");
  encoding.context = {.scaling = Scaling::proportional,
                      .factor = encoding.context.factor,
                      .partial = Rational(2 * (still - divisors.begin()), encoding.dim)};
  return "";
}

}  // namespace

GgufDivisors read_gguf_divisors(const std::vector<StoredArray>& arrays) {
  return {.always = read_one(arrays, kAlways),
          .long_contexts = read_one(arrays, kLong),
          .short_contexts = read_one(arrays, kShort)};
}

std::string divide(Rotary& encoding, const GgufDivisors& divisors, const Rational& original,
                   std::vector<std::string>& warnings) {
  const auto pairs = static_cast<std::size_t>(encoding.dim / 2);
  const bool always = !divisors.always.empty();
  std::vector<double> longer = always ? divisors.always : divisors.long_contexts;
  std::vector<double> shorter = always ? divisors.always : divisors.short_contexts;
  const char* name = always ? kAlways : kLong;
  if (always && !(divisors.long_contexts.empty() && divisors.short_contexts.empty()))
    warnings.push_back(fmt::format("{} and {} have no effect beside {}", kLong, kShort, kAlways));
  if (longer.empty() && shorter.empty()) return "";
  for (auto* one : {&longer, &shorter}) {
    if (!one->empty()) continue;
    const bool is_long = one == &longer;
    warnings.push_back(fmt::format("{} is missing: in {} contexts no angle is divided",
                                   is_long ? kLong : kShort, is_long ? "long" : "short"));
    one->assign(pairs, 1);
  }
  std::string wrong = fit(longer, name, pairs, warnings);
  if (wrong.empty() && always) shorter = longer;
  if (wrong.empty() && !always) wrong = fit(shorter, kShort, pairs, warnings);
  if (!wrong.empty()) return wrong;
  const auto is_one = [](double divisor) { return divisor == 1; };
  if (std::all_of(longer.begin(), longer.end(), is_one) &&
      std::all_of(shorter.begin(), shorter.end(), is_one))
    return "";
  Context& context = encoding.context;
  if (context.scaling == Scaling::yarn)
    return fmt::format("{} divides the frequencies, and YaRN scales them: {}", name,
                       "no encoding of this program does both");
  if (std::any_of(longer.begin(), longer.end(), is_still) ||
      std::any_of(shorter.begin(), shorter.end(), is_still)) {
    if (!always) return fmt::format("{} has pairs that do not turn", kLong);
    return stop_last_pairs(encoding, longer, name);
  }
  context = {.scaling = Scaling::longrope,
             .original = original,
             .attention_factor = 1,
             .short_factor = times(shorter, context.factor),
             .long_factor = times(longer, context.factor)};
  return "";
}

}  // namespace sextant
