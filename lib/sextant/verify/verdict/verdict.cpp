#include "sextant/verify/verdict/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sextant/encoding/real/error.hpp"

namespace sextant::verify {
namespace {

constexpr std::array<std::pair<Grade, std::string_view>, 5> kGrades = {
    {{Grade::correctly_rounded, "correctly-rounded"},
     {Grade::faithful, "faithful"},
     {Grade::rounding, "rounding"},
     {Grade::explained, "explained"},
     {Grade::unexplained, "unexplained"}}};

}  // namespace

std::vector<std::uint64_t> Turnings::indices(std::uint64_t row) const {
  std::vector<std::uint64_t> found(shape.empty() ? 0 : shape.size() - 1);
  for (std::size_t axis = found.size(); axis-- > 0; row /= shape[axis])
    found[axis] = row % shape[axis];
  return found;
}

double amplitude_of(const Chart& chart) {
  const auto wave = [](const Channel& c) { return is_wave(c.function); };
  if (std::none_of(chart.channels.begin(), chart.channels.end(), wave)) return 0;
  const Rational* known = chart.waves.amplitude.rational();
  return known != nullptr ? std::abs(static_cast<double>(*known)) : 1;  // an attention factor
}

std::string_view word(Grade grade) { return kGrades[static_cast<std::size_t>(grade)].second; }

Grade read_grade(std::string_view text) {
  for (const auto& [grade, name] : kGrades) {
    if (name == text) return grade;
  }
  throw Error("unknown grade '" + std::string(text) +
              "': correctly-rounded, faithful, rounding, explained or unexplained");
}

}  // namespace sextant::verify
