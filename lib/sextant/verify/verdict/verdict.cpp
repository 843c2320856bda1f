#include "sextant/verify/verdict/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {
namespace {

constexpr std::array<std::pair<Grade, std::string_view>, 5> kGrades = {
    {{Grade::correctly_rounded, "correctly-rounded"},
     {Grade::faithful, "faithful"},
     {Grade::rounding, "rounding"},
     {Grade::explained, "explained"},
     {Grade::unexplained, "unexplained"}}};

/// The maximum error; infinity if an entry is not finite, or if no entry has such an error.
double largest(const Verdict& v, const measure::MaxError& error) {
  return v.all_finite() && !error.empty() ? error.value : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<ExceededLimit> Verdict::exceeded_limits() const {
  std::vector<ExceededLimit> found;
  const auto check = [&](std::string_view limit, const std::optional<double>& allowed,
                         const measure::MaxError& error) {
    if (!allowed) return;
    const double most = largest(*this, error);
    if (!(most <= *allowed)) found.push_back({limit, *allowed, most});
  };
  check("max-error", limits.max_error, statistics.absolute);
  check("max-phase", limits.max_phase, statistics.phase);
  if (limits.strict && !warnings.empty())
    found.push_back({"strict", 0, static_cast<double>(warnings.size())});
  return found;
}

std::vector<std::uint64_t> RotatedVectors::indices(std::uint64_t row) const {
  std::vector<std::uint64_t> found(shape.empty() ? 0 : shape.size() - 1);
  for (std::size_t k = found.size(); k-- > 0; row /= shape[k]) found[k] = row % shape[k];
  return found;
}

const Finding* Verdict::closest() const {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& f) { return f.residual.has_value(); });
  return found == findings.end() ? nullptr : &*found;
}

double amplitude_of(const Chart& chart) {
  if (!has_waves(chart)) return 0;
  const Rational* known = chart.waves.amplitude.rational();
  return known != nullptr ? std::abs(static_cast<double>(*known))
                          : 1;  // an irrational attention factor
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
