#include "sextant/audit/explaining_fields.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/bias_field.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/round.hpp"

namespace sextant::audit {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

/// Every field and its value as text.
Values values_of(const Encoding& encoding) {
  Values found;
  std::visit(
      [&](auto e) {
        for_each_field(e, [&](std::string_view field, const auto& member, const auto& how) {
          found.emplace_back(field, how.write(member));
        });
      },
      encoding);
  return found;
}

std::optional<double> number(const std::string& text) {
  try {
    return static_cast<double>(parse_rational(text));
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string value_of(const Rotary& encoding, std::string_view field) {
  for (auto& [name, value] : values_of(encoding))
    if (name == field) return value;
  return {};
}

Rotary with(const Rotary& encoding, std::string_view field, const std::string& value) {
  Encoding changed = encoding;
  set_field(changed, field, value);
  return std::get<Rotary>(changed);
}

/// Returns same(x, y).  False if one encoding is invalid.
bool are_same(const Same& same, const Rotary& x, const Rotary& y) {
  try {
    return same(x, y);
  } catch (const Error&) {
    return false;
  }
}

/// The frequencies of the pairs that turn; nullopt for an invalid encoding.
std::optional<std::vector<double>> frequencies_of(const Rotary& encoding) {
  try {
    return approximate_rotation(encoding).frequencies;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Searches for the value of one number that gives observed frequencies.
class Search {
 public:
  Search(const Rotary& claim, std::string_view field, const std::vector<double>& seen,
         const Allowed& allowed)
      : claim_(claim), field_(field), seen_(seen), allowed_(allowed) {}

  /// Whether some value between `start` and `end` gives the frequencies.  The frequencies depend
  /// monotonically on the number: it is found by bisection.
  bool finds(double start, double end) const {
    const auto begin = at(start);
    if (!begin) return false;
    const double here = level(*begin), target = level(seen_);
    double near = start, far = end;
    for (int step = 0; step < kSteps; ++step) {
      const double middle = step == 0 ? end : std::sqrt(near * far);
      const auto made = at(middle);
      if (made && alike(*made)) return true;
      // An invalid value, or fewer pairs that turn: too far.
      const double there = made && made->size() == seen_.size() ? level(*made) : INFINITY;
      const bool reached = !std::isfinite(there) || (there - here) * (target - here) < 0 ||
                           std::abs(there - here) > std::abs(target - here);
      if (step == 0 && !reached) return false;
      (reached ? far : near) = middle;
      if (std::abs(far / near - 1) < kNarrow) return false;
    }
    return false;
  }

 private:
  static constexpr int kSteps = 64;
  static constexpr double kNarrow = 0x1p-50;

  static double level(const std::vector<double>& frequencies) {
    double sum = 0;
    for (const double frequency : frequencies) sum += std::log(frequency);
    return sum;
  }

  std::optional<std::vector<double>> at(double value) const {
    return frequencies_of(with(claim_, field_, to_text(to_rational(from_double(value)))));
  }

  bool alike(const std::vector<double>& made) const {
    return made.size() == seen_.size() && allowed_.alike(made, seen_);
  }

  const Rotary& claim_;
  std::string_view field_;
  const std::vector<double>& seen_;
  const Allowed& allowed_;
};

/// Whether another kind of scaling, with the claimed parameters, gives the frequencies.
bool other_kind_fits(const Rotary& claim, const std::vector<double>& seen, const Allowed& allowed) {
  return std::any_of(kScalings.begin(), kScalings.end(), [&](const auto& kind) {
    if (kind.second == claim.context.scaling) return false;
    return fits(with(claim, "scaling", std::string(kind.first)), seen, allowed);
  });
}

}  // namespace

bool fits(const Rotary& encoding, const std::vector<double>& seen, const Allowed& allowed) {
  const auto made = frequencies_of(encoding);
  return made && made->size() == seen.size() && allowed.alike(*made, seen);
}

std::vector<std::string> differing_fields(const Encoding& mine, const Encoding& theirs,
                                          double allowed) {
  std::vector<std::string> found;
  const Values x = values_of(mine), y = values_of(theirs);
  if (mine.index() != theirs.index()) return found;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].second == y[i].second) continue;
    const auto a = number(x[i].second), b = number(y[i].second);
    if (!a || !b || differ(*a, *b, allowed)) found.push_back(x[i].first);
  }
  return found;
}

std::vector<std::string> explaining_fields(const Rotary& mine, const Rotary& theirs, double allowed,
                                           const Same& same) {
  const auto with_theirs = [&](const std::string& field) {
    return with(mine, field, value_of(theirs, field));
  };
  const auto with_mine = [&](const std::string& field) {
    return with(theirs, field, value_of(mine, field));
  };
  // Parameters of scalings of different kinds are not comparable.
  const bool kinds_differ = mine.context.scaling != theirs.context.scaling;
  Context ignored;
  std::vector<std::string> all = differing_fields(mine, theirs, allowed);
  if (kinds_differ)
    for_each_field(
        ignored, [&](std::string_view field, const auto&, const auto&) { std::erase(all, field); });
  std::vector<std::string> found;
  for (const std::string& field : all)
    if (are_same(same, with_theirs(field), theirs)) found.push_back(field);
  if (!found.empty()) return found;
  if (kinds_differ) {
    Rotary scaled = mine;
    scaled.context = theirs.context;
    found = {"scaling"};
    if (are_same(same, scaled, theirs)) return found;
    for (const char* field : {"base", "amplitude"})
      if (std::find(all.begin(), all.end(), field) != all.end()) found.push_back(field);
    return found;
  }
  for (const std::string& field : all)
    if (!are_same(same, with_theirs(field), mine) || !are_same(same, with_mine(field), theirs))
      found.push_back(field);
  return found.empty() ? all : found;
}

std::vector<std::string> fields_of_amplitude(const Rotary& encoding,
                                             const std::vector<std::string>& candidates) {
  const auto changes_it = [&](const std::string& field, const std::string& value) {
    try {
      const auto before = approximate_rotation(encoding);
      const auto after = approximate_rotation(with(encoding, field, value));
      return before.amplitude != after.amplitude && before.frequencies == after.frequencies;
    } catch (const Error&) {
      return false;  // the field is not a number, or the encoding is then invalid
    }
  };
  std::vector<std::string> found;
  for (const auto& [field, text] : values_of(encoding)) {
    const double claimed = number(text).value_or(0);
    if (std::find(candidates.begin(), candidates.end(), field) != candidates.end() &&
        changes_it(field, to_text(to_rational(from_double(claimed + 1)))))
      found.push_back(field);
  }
  return found;
}

std::vector<std::string> fitting_fields(const Rotary& claim,
                                        const std::vector<std::string>& candidates,
                                        const std::vector<double>& seen, const Allowed& allowed) {
  constexpr double kFarthest = 0x1p20;
  constexpr std::size_t kMostPairs = 1024;
  if (seen.size() > kMostPairs) return {};
  const auto is_candidate = [&](const std::string& field) {
    return std::find(candidates.begin(), candidates.end(), field) != candidates.end();
  };
  // A kind of scaling is no number that can be fitted: the other kinds are tried.
  if (is_candidate("scaling") && other_kind_fits(claim, seen, allowed)) return {"scaling"};
  std::vector<std::string> found;
  for (const auto& [field, text] : values_of(claim)) {
    const auto claimed = number(text);
    if (!is_candidate(field) || !claimed || *claimed <= 0 || field == "dim") continue;
    const Search search(claim, field, seen, allowed);
    if (search.finds(*claimed, *claimed * kFarthest) ||
        search.finds(*claimed, *claimed / kFarthest))
      found.push_back(field);
  }
  return found;
}

}  // namespace sextant::audit
