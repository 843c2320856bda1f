#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sextant/verify/candidate/candidate_lists.hpp"

namespace sextant::verify {
namespace {

constexpr double kLargestIndex = 0x1p40;  // larger entries are no indices of a window

/// A row of a table, and its position.
struct Row {
  Position position = 0;
  std::vector<double> values;
};

Row row_of(const Source& source, std::uint64_t number) {
  return {source.positions[number], source.row(number)};
}

/// Builds the candidates for an index.  A program adds a constant and multiples of the offsets
/// along the axes; the table shows which.
class IndexCandidates {
 public:
  IndexCandidates(const Source& source, const Claim& claim, const SwinForm& form)
      : claim_(claim),
        form_(form),
        first_(row_of(source, 0)),
        last_(row_of(source, source.rows - 1)) {}

  std::vector<Candidate> list() && {
    if (readable()) {
      of_larger_window();
      for (const bool down : {false, true}) of_axes(down);
    }
    return std::move(candidates_);
  }

 private:
  int before() const { return form_.of.class_token ? 1 : 0; }

  /// Whether the first and last rows hold integers, and the last one is that of a token.
  bool readable() const {
    const auto is_index = [](double x) {
      return std::abs(x) < kLargestIndex && x == std::round(x);
    };
    return std::all_of(first_.values.begin(), first_.values.end(), is_index) &&
           std::all_of(last_.values.begin(), last_.values.end(), is_index) &&
           before() <= last_.position && last_.position < form_.of.tokens() &&
           claim_.chart.waves.origin == 0 && claim_.chart.waves.scale == 1;
  }

  std::int64_t last(int column) const {
    return static_cast<std::int64_t>(last_.values[static_cast<std::size_t>(column)]);
  }
  std::int64_t first(int column) const {
    return static_cast<std::int64_t>(first_.values[static_cast<std::size_t>(column)]);
  }

  void add(std::string fault, Parameters parameters, const SwinForm& form) {
    candidates_.push_back(as_claimed(claim_, std::move(fault), std::move(parameters)));
    candidates_.back().truth.waves.formula = form;
  }

  /// The form that the table shows if tokens go row by row, or column by column.
  void of_axes(bool down) {
    const Swin& e = form_.of;
    SwinForm seen = form_;
    seen.down = down;
    const int steps[] = {e.height * e.width, down ? 1 : e.width, down ? e.height : 1};
    const int sizes[] = {e.frames, e.height, e.width};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (sizes[axis] > 1) seen.strides[axis] = last(before()) - last(before() + steps[axis]);
    }
    seen.middle = last(static_cast<int>(last_.position));
    if (before() == 1) {
      seen.class_rows[1] = last(0);
      if (first_.position == 0 && e.tokens() > 1) {
        seen.class_rows[0] = first(1);
        seen.class_rows[2] = first(0);
      }
    }
    if (seen != form_) name(seen);
  }

  /// Adds a form under the name of what differs.
  void name(const SwinForm& seen) {
    const Swin& e = form_.of;
    SwinForm same_class = seen;
    same_class.class_rows = form_.class_rows;
    if (same_class == form_) {
      return add("window-parameters",
                 {{"class-token", fmt::format("{}", fmt::join(seen.class_rows, ","))}}, seen);
    }
    // The formula of the transposed window, applied to rows for columns.
    const SwinForm turned = form(Swin{e.frames, e.width, e.height, e.class_token});
    SwinForm swapped = form_;
    swapped.strides = {turned.strides[0], turned.strides[2], turned.strides[1]};
    swapped.middle = turned.middle;
    if (seen == swapped) return add("axes-swapped", {}, seen);
    SwinForm down = form_;
    down.down = true;
    if (seen == down) return add("axes-swapped", {{"of", "the tokens"}}, seen);
    if (seen.down) return;
    add("window-parameters",
        {{"strides", fmt::format("{}", fmt::join(seen.strides, ","))}, {"itself", seen.middle}},
        seen);
  }

  /// The index of a larger window, if the table has its first tokens alone.
  void of_larger_window() {
    if (before() == 1 || first_.position != 0) return;
    const auto columns = static_cast<int>(first_.values.size());
    // The number of steps along the first row until another axis begins.
    const auto run = [&](int step, std::int64_t stride) {
      int n = 1;
      while (n * step < columns && first(n * step) == first(0) - n * stride) ++n;
      return n * step < columns ? n : 0;
    };
    Swin larger{.frames = 1, .height = 0, .width = run(1, 1)};
    if (larger.width == 0) return;
    const std::int64_t row = 2 * larger.width - 1;
    const std::int64_t rest = first(0) - (larger.width - 1);
    larger.height = run(larger.width, row);
    if (larger.height == 0) {  // the table shows one frame
      larger.height = static_cast<int>(rest / row + 1);
    } else {
      const std::int64_t frame = row * (2 * larger.height - 1);
      larger.frames = static_cast<int>((rest - (larger.height - 1) * row) / frame + 1);
    }
    const Swin& e = form_.of;
    if (larger == e || larger.height < 1 || larger.frames < 1 ||
        larger.height > kMostTokens / larger.width ||
        larger.frames > kMostTokens / (larger.width * larger.height) || larger.tokens() < columns)
      return;
    Parameters parameters;
    if (larger.frames != e.frames) parameters["frames"] = larger.frames;
    if (larger.height != e.height) parameters["height"] = larger.height;
    if (larger.width != e.width) parameters["width"] = larger.width;
    add("window-parameters", std::move(parameters), form(larger));
  }

  const Claim& claim_;
  const SwinForm& form_;
  Row first_, last_;
  std::vector<Candidate> candidates_;
};

/// Builds the candidates for coordinates: another logarithm, factor, divisor or order of the axes.
class CoordinateCandidates {
 public:
  CoordinateCandidates(const Source& source, const Claim& claim, const SwinCoordinatesForm& form)
      : claim_(claim), form_(form) {
    std::uint64_t number = source.rows - 1;  // an offset along both axes shows all parameters
    for (std::uint64_t row = 0; row < source.rows; ++row)
      if (Row one = row_of(source, row); shows(one)) number = row;
    row_ = row_of(source, number);
  }

  /// Those with the fewest changes come first.
  std::vector<Candidate> list() && {
    if (!shows(row_)) return {};
    for (const bool swapped : {false, true})
      for (const int base : {8, 0, 2, 10}) of_logarithm(swapped, base);
    const auto changes = [](const Candidate& c) {
      return c.parameters.values().size() + (c.second_cause ? 1 : 0);
    };
    std::stable_sort(
        candidates_.begin(), candidates_.end(),
        [&](const Candidate& a, const Candidate& b) { return changes(a) < changes(b); });
    return std::move(candidates_);
  }

 private:
  bool shows(const Row& row) const {
    const Position p = row.position;
    return claim_.chart.waves.origin == 0 && 0 <= p && p < form_.of.rows() &&
           offset(form_, p, 0) != 0 && offset(form_, p, 1) != 0 && std::isfinite(row.values[0]) &&
           std::isfinite(row.values[1]);
  }

  /// The numbers that an entry of the row may have in place of factor/divisor: |x| per offset.
  double per_offset(const SwinCoordinatesForm& form, int column) const {
    SwinCoordinatesForm unit = form;
    unit.factor = 1;
    unit.divisors = {1, 1};
    const double offset =
        static_cast<double>(Rational(abs(sextant::offset(unit, row_.position, column))));
    const double value = std::abs(row_.values[static_cast<std::size_t>(column)]);
    return std::expm1(value * (form.base == 0 ? 1 : std::log(form.base))) / offset;
  }

  void of_logarithm(bool swapped, int base) {
    SwinCoordinatesForm other = form_;
    other.swapped = form_.swapped != swapped;
    other.base = base;
    add(other);
    const int y = other.swapped ? 1 : 0;
    other.factor = 1;
    add(other);
    for (const int factor : {8, 1}) {
      other.factor = factor;
      for (const std::size_t axis : {0, 1}) {
        const int column = (axis == 0) == (y == 0) ? 0 : 1;
        const double divisor = std::round(factor / per_offset(other, column));
        other.divisors[axis] = divisor >= 1 && divisor < 0x1p20 ? static_cast<int>(divisor) : 0;
      }
      if (other.divisors[0] > 0 && other.divisors[1] > 0) add(other);
    }
  }

  void add(const SwinCoordinatesForm& other) {
    if (other == form_ ||
        std::any_of(candidates_.begin(), candidates_.end(),
                    [&](const Candidate& c) { return c.truth.waves.formula == Formula(other); }))
      return;
    Parameters said;
    if (other.base != form_.base) {
      said["logarithm"] =
          other.base == 0 ? "natural" : "divided by that of " + std::to_string(other.base);
    }
    if (other.factor != form_.factor) said["factor"] = to_text(other.factor);
    if (other.divisors != form_.divisors)
      said["divisors"] = fmt::format("{}", fmt::join(other.divisors, ","));
    const bool turned = other.swapped != form_.swapped;
    const bool alone = said.empty();
    Candidate c = as_claimed(claim_, alone ? "axes-swapped" : "window-parameters", std::move(said));
    if (turned && !alone) c.second_cause = Cause{"axes-swapped", {}};
    c.truth.waves.formula = other;
    candidates_.push_back(std::move(c));
  }

  const Claim& claim_;
  const SwinCoordinatesForm& form_;
  Row row_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> window_candidates(const Source& source, const Claim& claim) {
  const auto& formula = claim.chart.waves.formula;
  if (!formula) return {};
  if (const auto* index = std::get_if<SwinForm>(&*formula))
    return IndexCandidates(source, claim, *index).list();
  if (const auto* coordinates = std::get_if<SwinCoordinatesForm>(&*formula))
    return CoordinateCandidates(source, claim, *coordinates).list();
  return {};
}

}  // namespace sextant::verify
