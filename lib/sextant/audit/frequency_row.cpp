#include "sextant/audit/frequency_row.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::audit {
namespace {

/// Longer rows are not identified.
constexpr std::uint64_t kMostPairs = 1 << 16;

std::vector<double> numbers_of(const Table& row) {
  std::vector<std::uint64_t> bits(row.rows() * row.columns());
  row.read_rows(0, row.rows(), bits);
  std::vector<double> numbers;
  for (const std::uint64_t pattern : bits) numbers.push_back(row.number(pattern));
  return numbers;
}

/// The frequencies that a program computes from stored numbers.  `plain` gives the frequencies
/// without scaling.
std::vector<double> frequencies_from(std::vector<double> numbers, Part part,
                                     const GeometricFrequencies& plain) {
  const double step = std::log(static_cast<double>(plain.base)) * plain.multiplier /
                      static_cast<double>(plain.divisor);
  for (std::size_t pair = 0; pair < numbers.size(); ++pair) {
    if (part == Part::periods) numbers[pair] = 1 / numbers[pair];
    if (part == Part::divisors)
      numbers[pair] = std::exp(-step * static_cast<double>(pair)) / numbers[pair];
  }
  return numbers;
}

bool passes(const Table& row, const Encoding& encoding, Part part) {
  verify::Question asked;
  asked.encoding = encoding;
  asked.dim_given = true;
  asked.part = part;
  asked.deadline = verify::deadline_after(0, asked.required);  // its faults do not matter
  return verify::verify(row, asked).passes();
}

/// The largest relative difference of a frequency.
double difference(const std::vector<double>& numbers, const Encoding& encoding, Part part) {
  const Waves waves = chart(encoding).waves;
  const std::vector<double> want = verify::approximate_frequencies(waves);
  const std::vector<double> got = frequencies_from(numbers, part, waves.geometric);
  double most = 0;
  for (std::size_t pair = 0; pair < want.size(); ++pair) {
    const double off = std::abs(got[pair] - want[pair]) / std::max(want[pair], DBL_MIN);
    most = std::isnan(off) ? INFINITY : std::max(most, off);
  }
  return most;
}

}  // namespace

bool increases(const Table& row) {
  if (row.columns() > kMostPairs || row.rows() != 1) return false;
  const std::vector<double> numbers = numbers_of(row);
  return numbers.front() < numbers.back();
}

std::optional<Table> in_float32(const Table& row) {
  if (row.columns() > kMostPairs) return std::nullopt;
  std::vector<float> numbers;
  for (const double number : numbers_of(row)) {
    numbers.push_back(static_cast<float>(number));
    if (static_cast<double>(numbers.back()) != number) return std::nullopt;
  }
  UnpackedFile file(row.name());
  file.write(std::as_bytes(std::span(numbers)));
  return Table(file.input(),
               {.format = kFloat32, .shape = {numbers.size()}, .byte_order = kNativeOrder});
}

std::vector<double> frequencies_in(const Table& row, const Encoding& encoding, Part part) {
  return frequencies_from(numbers_of(row), part, chart(encoding, Part::inv_freq).waves.geometric);
}

LargestAngleError angle_error(const Table& row, const Encoding& encoding, Part part,
                              Position position) {
  const Waves waves = chart(encoding, Part::inv_freq).waves;
  const std::vector<double> want = verify::approximate_frequencies(waves);
  const std::vector<double> got = frequencies_in(row, encoding, part);
  LargestAngleError worst;
  for (std::size_t pair = 0; pair < std::min(want.size(), got.size()); ++pair) {
    double radians = std::abs(got[pair] - want[pair]) * static_cast<double>(position);
    if (std::isnan(radians)) radians = INFINITY;
    if (radians > worst.radians) worst = {static_cast<int>(pair), radians};
  }
  return worst;
}

bool cannot_be_frequencies(const Table& row, Part part) {
  if (row.columns() > kMostPairs || row.rows() != 1) return false;
  std::vector<double> numbers = numbers_of(row);
  const auto wrong = [&](double number) {
    return !(number >= 0) || (part == Part::inv_freq && std::isinf(number));
  };
  if (std::any_of(numbers.begin(), numbers.end(), wrong)) return true;
  std::sort(numbers.begin(), numbers.end());
  if (numbers.back() == 0) return true;
  // Of frequencies in order no two are equal; divisors may all be 1.
  const double middle = numbers[numbers.size() / 2];
  const auto equal = std::count(numbers.begin(), numbers.end(), middle);
  return part == Part::inv_freq && middle > 0 && 2 * equal > std::ssize(numbers);
}

std::optional<Encoding> encoding_of_frequencies(const Table& row, Part part) {
  if (row.columns() > kMostPairs || row.rows() != 1 || row.columns() < 2) return std::nullopt;
  const std::vector<double> numbers = numbers_of(row);
  const int dim = 2 * static_cast<int>(row.columns());
  std::vector<Encoding> all;
  if (part != Part::divisors) {
    const double second = part == Part::periods ? numbers[1] : 1 / numbers[1];
    const double base = std::pow(second, row.columns());
    if (std::isfinite(base) && base > 1) {
      Rotary plain{.dim = dim};
      Encoding encoding = plain;
      set_field(encoding, "base", fmt::format("{:.3g}", base));
      all.push_back(std::move(encoding));
    }
  }
  for (const Model& model : models()) all.push_back(read_encoding(model.encoding));
  std::erase_if(all, [&](const Encoding& encoding) {
    const auto* rotary = std::get_if<Rotary>(&encoding);
    return rotary == nullptr || rotary->dim != dim;
  });
  if (all.empty()) return std::nullopt;
  const auto nearest =
      std::min_element(all.begin(), all.end(), [&](const Encoding& one, const Encoding& other) {
        return difference(numbers, one, part) < difference(numbers, other, part);
      });
  return passes(row, *nearest, part) ? std::optional(*nearest) : std::nullopt;
}

}  // namespace sextant::audit
