#include <algorithm>
#include <cmath>
#include <tuple>

#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 40;  // larger offsets are not tried

/// The first row whose value differs from that of the row before.
struct Step {
  Rational place;     ///< position + origin of this row, as claimed
  double value = 0;   ///< the value of this row
  double before = 0;  ///< the value of the row before
};

/// Calls see(row, value, value of the row before) with every row but the first, until it returns
/// false.
template <class See>
void for_each_step(const Source& source, const See& see) {
  double before = 0;
  every_row(source, [&](std::uint64_t row, std::span<const double> entries) {
    const double last = std::exchange(before, entries.front());
    return row == 0 || see(row, before, last);
  });
}

/// nullopt if all rows have the same value.
std::optional<Step> first_step(const Source& source, const Rational& origin) {
  std::optional<Step> found;
  for_each_step(source, [&](std::uint64_t row, double value, double before) {
    if (value != before) found = Step{to_rational(source.positions[row]) + origin, value, before};
    return !found;
  });
  return found;
}

/// The rows whose value is below that of the row before.
std::vector<std::uint64_t> falling_rows(const Source& source) {
  std::vector<std::uint64_t> found;
  for_each_step(source, [&](std::uint64_t row, double value, double before) {
    if (value < before) found.push_back(row);
    return true;
  });
  return found;
}

/// Builds the list of candidates.  Each is the claim with one change, or with two numbers changed.
class QueryScaleCandidates {
 public:
  QueryScaleCandidates(const Source& source, const Claim& claim)
      : source_(source),
        claim_(claim),
        origin_(claim.chart.waves.origin),
        form_(*query_scale_of(claim)),
        step_(first_step(source, origin_)),
        falls_(falling_rows(source)),
        last_(source.rows - 1) {
    std::tie(least_, most_) = extremes(source.positions);
  }

  std::vector<Candidate> list() && {
    forms();
    computed_in_half();  // early, because every bit is compared
    computed_in_single();
    restarts();
    for (const int offset : {1, -1, 2, -2}) offset_by(offset);
    numbers();
    if (const auto steps = steps_seen()) {
      const Rational offset = *steps * form_.of.original - step_->place;
      if (abs(offset) > 2 && abs(offset) < kFarthest && is_integer(offset))
        offset_by(to_position(offset));
    }
    rounded_positions();  // after offsets, which explain a table of one step as well
    return std::move(candidates_);
  }

 private:
  void add(std::string fault, Parameters parameters, const QueryScaleForm& form,
           const Rational& offset = 0, double digits = 0) {
    Candidate s = as_claimed(claim_, std::move(fault), std::move(parameters));
    s.truth.waves.formula = form;
    s.truth.waves.origin += offset;
    s.digits = digits;
    candidates_.push_back(std::move(s));
  }

  /// Adds other forms: without the floor, without the 1, with another logarithm, and the form of
  /// other models.
  void forms() {
    const bool log_n = form_.is_log_n();
    const auto add_form = [&](bool possible, const char* what, const std::string& how,
                              const auto& change) {
      QueryScaleForm other = form_;
      change(other);
      if (possible) add("query-scale", {{what, how}}, other);
    };
    add_form(log_n && form_.at_least_one && to_rational(least_) + origin_ > 0, "maximum", "missing",
             [](QueryScaleForm& f) { f.at_least_one = false; });
    add_form(form_.of.original > 1, "form", log_n ? "steps" : "log-n", [&](QueryScaleForm& f) {
      f.of.form = log_n ? QueryScale::Form::steps : QueryScale::Form::log_n;
    });
    if (log_n) return;
    add_form(form_.floors, "floor", "missing", [](QueryScaleForm& f) { f.floors = false; });
    add_form(form_.adds_one, "one", "missing", [](QueryScaleForm& f) { f.adds_one = false; });
    for (const int base : {2, 10})
      add_form(form_.base == 0, "logarithm", "of base " + std::to_string(base),
               [&](QueryScaleForm& f) { f.base = base; });
  }

  /// Adds positions that are rounded to a 16-bit format, if it does not hold all integers up to the
  /// largest one.
  void rounded_positions() {
    for (const Format& format : {kBfloat16, kFloat16}) {
      if (most_ <= Position{1} << format.precision) continue;
      add("position-rounded", {{"format", format.name()}}, form_);
      candidates_.back().formats.intermediate.position = format;
    }
  }

  /// Adds float32 arithmetic, if a float64 table holds float32 numbers.
  void computed_in_single() {
    if (claim_.formats.store != kFloat64) return;
    for (const double value : {step_ ? step_->value : 1.0, step_ ? step_->before : 1.0})
      if (round_to(kFloat32, value) != value) return;
    add("computed-in-single", {}, form_);
    candidates_.back().formats = {kFloat32, kFloat32, {}};
  }

  /// Adds programs that round every result to 16 bits.
  void computed_in_half() {
    for (const char* format : {"bfloat16", "float16"}) {
      add("computed-in-half", {{"format", format}}, form_);
      candidates_.back().recipe = std::string("query-scale-") + format;
    }
  }

  /// Adds positions that restart at the rows whose value is below that of the row before.  A run
  /// that ends before the first step cannot be seen.
  void restarts() {
    constexpr std::size_t kMostRuns = 256;
    if (source_.positions.listed || falls_.empty() || falls_.size() >= kMostRuns) return;
    const Position start = source_.positions[0];
    auto moved = std::make_shared<std::vector<Moved>>();
    for (std::size_t run = 0; run < falls_.size(); ++run) {
      const Position first = source_.positions[falls_[run]];
      const std::uint64_t next = run + 1 < falls_.size() ? falls_[run + 1] : source_.rows;
      moved->push_back({first, source_.positions[next - 1], start - first});
    }
    add("position-restart",
        {{"position", source_.positions[falls_.front()]},
         {"holds", start},
         {"runs", static_cast<std::int64_t>(falls_.size() + 1)}},
        form_);
    candidates_.back().moved = std::move(moved);
  }

  /// Adds an offset of all positions, unless the form has no value at some place.
  void offset_by(Position offset) {
    const Rational least = to_rational(least_ + offset) + origin_;
    if (least < 0 || (least == 0 && form_.is_log_n() && !form_.at_least_one)) return;
    const bool small = magnitude(offset) <= 2;
    const Rational by = to_rational(offset);
    add("position-offset", {{"offset", offset}}, form_, by, small ? 0 : written_digits(by));
  }

  /// Adds another length of the steps, another beta, or both.
  void numbers() {
    if (const auto steps = steps_seen()) with(step_->place / *steps, form_.of.beta);
    if (form_.is_log_n()) return with_length();
    with_beta(form_.of.original);
    if (step_ && form_.floors && step_->before == (form_.adds_one ? 1 : 0))
      with_beta(step_->place);  // it is step k = 1
  }

  /// The number k of the first step in the table, from the value there and the claimed beta.
  /// nullopt if there is no step, if the claimed form has none, or if k would be less than 1.
  std::optional<Rational> steps_seen() const {
    if (!step_ || !form_.is_staircase()) return std::nullopt;
    const double logarithm =
        (step_->value - (form_.adds_one ? 1 : 0)) / static_cast<double>(form_.of.beta) * natural();
    const double steps = std::round(std::expm1(logarithm));
    return steps >= 1 && steps < 0x1p53 ? std::optional(Rational(steps)) : std::nullopt;
  }

  /// Adds the original context L of form log-n that the last row needs: n^(1/value) for the place
  /// n.
  void with_length() {
    const std::vector<double> value = source_.row(last_);
    const double place = static_cast<double>(to_rational(source_.positions[last_]) + origin_);
    if (!(value[0] > 1) || !(place > 1)) return;
    const double logarithm = std::log(place) / value[0];
    const double length = std::exp(logarithm);
    const double relative = std::ldexp(4.0, -source_.format.precision) * logarithm;
    const std::vector<Rational> lengths = decimals_within(length, length * relative);
    for (const Rational& found : {to_rational(from_double(std::round(length))),
                                  lengths.empty() ? Rational(0) : lengths.front()})
      if (found > 1 && std::abs(static_cast<double>(found) - length) <= length * relative)
        with(found, form_.of.beta);
  }

  /// The natural logarithm of the base.
  double natural() const { return form_.base == 0 ? 1 : std::log(form_.base); }

  /// Adds the candidate whose steps have this length, with the beta that the last row then needs.
  void with_beta(const Rational& length) {
    if (length <= 0) return;
    QueryScaleForm other = form_;
    other.of.original = length;
    const Rational argument =
        logarithm_argument(other, to_rational(source_.positions[last_]) + origin_);
    const std::vector<double> value = source_.row(last_);
    if (!(argument > 1) || !std::isfinite(value[0])) return;
    const double logarithm = std::log(static_cast<double>(argument)) / natural();
    const double product = value[0] - (form_.adds_one ? 1 : 0);
    const double roundings = std::ldexp(4.0, -source_.format.precision);
    const double slack = roundings * std::max(1.0, std::abs(value[0])) / logarithm;
    if (product == 0) return with(length, 0);
    const std::vector<Rational> betas = decimals_within(product / logarithm, slack);
    if (!betas.empty()) with(length, betas.front());
  }

  /// Adds the candidate with this length and this beta, unless both are as claimed.
  void with(const Rational& length, const Rational& beta) {
    QueryScaleForm other = form_;
    other.of.original = length;
    other.of.beta = beta;
    Parameters parameters;
    double digits = 0;
    const auto changed = [&](const char* name, const Rational& now, const Rational& claimed) {
      if (now == claimed) return;
      parameters[name] = to_text(now);
      digits += written_digits(now);
    };
    changed("original-context", length, form_.of.original);
    changed("beta", beta, form_.of.beta);
    if (length > 0 && !parameters.empty())
      add("query-scale", std::move(parameters), other, 0, digits);
  }

  const Source& source_;
  const Claim& claim_;
  Rational origin_;
  QueryScaleForm form_;
  std::optional<Step> step_;
  std::vector<std::uint64_t> falls_;  ///< rows whose value is below that of the row before
  std::uint64_t last_;                ///< number of the last row
  Position least_ = 0, most_ = 0;     ///< the smallest and the largest position
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> query_scale_candidates(const Source& source, const Claim& claim) {
  return QueryScaleCandidates(source, claim).list();
}

}  // namespace sextant::verify
