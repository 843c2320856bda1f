#include <algorithm>
#include <numeric>
#include <utility>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/field.hpp"
#include "sextant/verify/axial_readings.hpp"

namespace sextant::verify {
namespace {

/// The largest number of encodings with other sizes.
constexpr std::size_t kMostSizes = 64;

/// Splits into blocks of columns, and which frequencies they have.
const Names<Split> kBlocks = {{"of each axis", Split::own},
                              {"of the row, one axis after the other", Split::chunked},
                              {"of the row, the axes in turn", Split::strided},
                              {"of the row, each axis from the first on", Split::repeated}};

bool of_blocks(Split split) {
  return std::any_of(kBlocks.begin(), kBlocks.end(),
                     [&](const auto& known) { return known.second == split; });
}

/// The same axes with height and width exchanged.
std::vector<Axis> exchanged(std::vector<Axis> axes) {
  for (Axis& axis : axes)
    axis = axis == Axis::height ? Axis::width : axis == Axis::width ? Axis::height : axis;
  return axes;
}

}  // namespace

bool is_defined(const Axial& e) {
  try {
    (void)sections(e, std::holds_alternative<Rotary>(e.along) ? Part::cos : Part::table);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string letters(const std::vector<Axis>& axes) {
  std::string text;
  for (const Axis axis : axes) text += (text.empty() ? "" : ",") + std::string(1, letter(axis));
  return text;
}

std::vector<Axial> OtherOrders::all() {
  add_orders(claimed_);
  Axial other = claimed_;
  other.grid.down = !other.grid.down;
  if (has_grid() && other.grid.merge == 1) found_.push_back(other);
  other = claimed_;
  std::swap(other.grid.height, other.grid.width);
  if (has_grid()) found_.push_back(other);
  other = claimed_;
  other.grid.merge = 1;
  if (has_grid() && claimed_.grid.merge > 1) found_.push_back(other);
  const auto* sinusoids = std::get_if<Sinusoidal>(&claimed_.along);
  other = claimed_;
  other.spread = claimed_.spread == Spread::row ? Spread::blocks : Spread::row;
  if (sinusoids != nullptr && sinusoids->layout != Layout::interleaved) add_orders(other);
  if (sinusoids != nullptr) {
    other = claimed_;
    auto& along = std::get<Sinusoidal>(other.along);
    along.order = along.order == Order::sin_cos ? Order::cos_sin : Order::sin_cos;
    found_.push_back(other);
  }
  other = claimed_;
  if (auto* rotary = std::get_if<Rotary>(&other.along)) {
    const bool halves = rotary->layout == Pairing::half_split;
    rotary->layout = halves ? Pairing::interleaved : Pairing::half_split;
    found_.push_back(other);
  }
  if (of_text(claimed_)) add_sizes();
  const auto changes = [&](const Axial& e) {
    return (e.axes != claimed_.axes ? 1 : 0) + (e.split != claimed_.split ? 1 : 0) +
           (e.sections != claimed_.sections ? 1 : 0);
  };
  std::stable_sort(found_.begin(), found_.end(),
                   [&](const Axial& a, const Axial& b) { return changes(a) < changes(b); });
  if (of_blocks(claimed_.split)) {
    for (const auto& [words, split] : kBlocks) {
      other = claimed_;
      other.split = split;
      found_.push_back(other);
    }
  }
  std::erase(found_, claimed_);
  std::erase_if(found_, [](const Axial& e) { return !is_defined(e); });
  return std::move(found_);
}

std::vector<Axial> OtherOrders::of_other_sizes(const Fits& fits) {
  const bool blocks = claimed_.split == Split::own || claimed_.split == Split::chunked;
  if (!std::holds_alternative<Rotary>(claimed_.along) || !blocks) return {};
  Axial e = claimed_;
  e.sections.assign(e.axes.size(), 1);
  extend(e, 0, dim(e.along) / 2, fits);
  return std::move(found_);
}

Finding OtherOrders::named(const Axial& e) const {
  if (const auto* rotary = std::get_if<Rotary>(&e.along); rotary && !(e.along == claimed_.along))
    return {"layout",
            {{"layout", rotary->layout == Pairing::half_split ? "half-split" : "interleaved"}}};
  if (!(e.along == claimed_.along)) return {"sin-cos-swapped", {}};
  if (e.spread != claimed_.spread)
    return {"layout",
            {{"spread", e.spread == Spread::row ? "row" : "blocks"}, {"axes", letters(e.axes)}}};
  if (e.grid.down != claimed_.grid.down)
    return {"axes-swapped", {{"rows", e.grid.down ? "down the columns" : "along the lines"}}};
  if (e.grid.merge != claimed_.grid.merge) return {"rows-permuted", {{"merge", e.grid.merge}}};
  if (!(e.grid == claimed_.grid))
    return {"axes-swapped", {{"height", e.grid.height}, {"width", e.grid.width}}};
  if (e.split != claimed_.split && of_blocks(e.split) && of_blocks(claimed_.split)) {
    if (e.split == Split::repeated && claimed_.split == Split::own)
      return {"exponent-over-head",
              {{"head", std::to_string(dim(e.along))}, {"axes", letters(e.axes)}}};
    return {"section-order",
            {{"frequencies", Words<Split>{kBlocks}.write(e.split)},
             {"claimed", Words<Split>{kBlocks}.write(claimed_.split)}}};
  }
  Parameters said;
  if (e.axes != claimed_.axes) said["axes"] = letters(e.axes);
  if (e.split == claimed_.split && e.sections == claimed_.sections) {
    said["claimed"] = letters(claimed_.axes);
    return {e.axes == exchanged(claimed_.axes) ? "axes-swapped" : "section-order", said};
  }
  said["sections"] = e.sections;
  const bool other_split = e.split != claimed_.split;
  if (other_split) said["order"] = e.split == Split::chunked ? "chunked" : "interleaved";
  const bool permuted = std::is_permutation(e.sections.begin(), e.sections.end(),
                                            claimed_.sections.begin(), claimed_.sections.end());
  return {of_text(e) && (other_split || permuted) ? "section-order" : "axis-split", said};
}

void OtherOrders::add_orders(Axial e) {
  std::vector<Axis> order = axes_of(e);
  std::vector<std::vector<Axis>> orders = {claimed_.axes, exchanged(claimed_.axes)};
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  for (std::size_t k = 0; k < orders.size(); ++k) {
    e.axes = orders[k];
    if (k < 2 || (e.axes != orders[0] && e.axes != orders[1])) found_.push_back(e);
  }
}

void OtherOrders::add_sizes() {
  const bool chunked = claimed_.split == Split::chunked;
  Axial other = claimed_;
  other.split = chunked ? Split::alternating : Split::chunked;
  Axial model = other;
  model.sections = find_axial(chunked ? "mrope-interleaved" : "mrope")->sections;
  const auto pairs = [](const Axial& e) {
    return std::accumulate(e.sections.begin(), e.sections.end(), 0);
  };
  for (Axial e : {other, model, claimed_}) {
    if (pairs(e) != pairs(claimed_)) continue;
    add_orders(e);
    std::sort(e.sections.begin(), e.sections.end());
    do {
      add_orders(e);
    } while (std::next_permutation(e.sections.begin(), e.sections.end()));
  }
}

void OtherOrders::extend(Axial& e, std::size_t axis, int pairs, const Fits& fits) {
  const auto others = static_cast<int>(e.axes.size() - axis) - 1;
  for (int n = others == 0 ? pairs : 1; n <= pairs - others; ++n) {
    if (found_.size() == kMostSizes) return;
    e.sections[axis] = n;
    if (others > 0) {  // any sizes of the sections behind, so that all add up
      std::fill(e.sections.begin() + static_cast<std::ptrdiff_t>(axis) + 1, e.sections.end(), 1);
      e.sections.back() = pairs - n - others + 1;
    }
    if (!fits(e, axis)) continue;
    if (others == 0)
      found_.push_back(e);
    else
      extend(e, axis + 1, pairs - n, fits);
  }
}

}  // namespace sextant::verify
