#include "sextant/verify/resampled/resampled_candidates.hpp"

#include <functional>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"

namespace sextant::verify {
namespace {

using enum resample::Filter;
using enum resample::Coordinates;
using resample::Edge;
using resample::Resampling;
using resample::Rule;

/// A fault as a change of what a program makes.
struct Change {
  Cause cause;
  std::function<void(ResampledCandidate&)> apply;
};

/// The changes that one claim allows.
class Changes {
 public:
  Changes(const Resampling& claimed, const Format& compute, const Format& stored)
      : base_{{}, claimed, compute, stored} {}

  template <class Apply>
  void add(std::string fault, Parameters parameters, Apply apply) {
    list_.push_back({{std::move(fault), std::move(parameters)}, std::move(apply)});
  }

  void rules();
  void grids();
  void crops();
  void formats();

  /// The candidate with these changes; nullopt if they change nothing, or do not go together.
  std::optional<ResampledCandidate> with(const std::vector<const Change*>& some) const {
    ResampledCandidate candidate = base_;
    for (const Change* one : some) {
      const ResampledCandidate before = candidate;
      one->apply(candidate);
      if (same(candidate, before)) return std::nullopt;
      candidate.causes.push_back(one->cause);
    }
    try {
      expect_sound(candidate.how);
    } catch (const Error&) {
      return std::nullopt;
    }
    const bool fits = candidate.how.rows() == base_.how.rows() && !same(candidate, base_);
    return fits ? std::optional(std::move(candidate)) : std::nullopt;
  }

  const std::vector<Change>& list() const { return list_; }

 private:
  static bool same(const ResampledCandidate& a, const ResampledCandidate& b) {
    return a.how == b.how && a.compute == b.compute && a.stored == b.stored;
  }

  void rule(std::string fault, Parameters parameters, std::function<void(Rule&)> apply) {
    add(std::move(fault), std::move(parameters),
        [apply = std::move(apply)](ResampledCandidate& c) { apply(c.how.rule); });
  }

  ResampledCandidate base_;
  std::vector<Change> list_;
};

/// The cubic coefficient that PyTorch uses with and without antialiasing.
Rational usual_a(bool antialias) { return antialias ? Rational(-1, 2) : Rational(-3, 4); }

void set_kernel(Rule& rule, resample::Filter kernel) {
  rule.kernel = kernel;
  rule.a = kernel == cubic ? usual_a(rule.antialias) : Rational(0);
}

void Changes::rules() {
  const Rule& r = base_.how.rule;
  const bool corners = r.coordinates == align_corners;
  rule("align-corners", {{"align_corners", !corners}},
       [corners](Rule& x) { x.coordinates = corners ? half_pixel : align_corners; });
  rule("half-pixel-missing", {}, [](Rule& x) { x.coordinates = asymmetric; });
  const bool filtered = r.antialias;
  rule("antialias", {{"antialias", !filtered}}, [filtered](Rule& x) {
    x.antialias = !filtered;
    x.edge = filtered ? Edge::clamped : Edge::dropped;
    if (x.kernel == cubic) x.a = usual_a(!filtered);
  });
  rule("antialias", {{"antialias", !filtered}}, [filtered](Rule& x) {
    x.antialias = !filtered;
    x.edge = Edge::dropped;
  });
  if (r.kernel == cubic) {
    const Rational other = r.a == Rational(-3, 4) ? Rational(-1, 2) : Rational(-3, 4);
    rule("bicubic-coefficient", {{"a", to_text(other)}}, [other](Rule& x) {
      if (x.kernel == cubic) x.a = other;
    });
    rule("edge-weights", {{"edge", r.edge == Edge::clamped ? "dropped" : "clamped"}}, [](Rule& x) {
      if (!x.antialias) x.edge = x.edge == Edge::clamped ? Edge::dropped : Edge::clamped;
    });
    rule("interpolation-kernel", {{"kernel", "bilinear"}}, [](Rule& x) { set_kernel(x, linear); });
  } else {
    rule("interpolation-kernel", {{"kernel", "bicubic"}}, [](Rule& x) { set_kernel(x, cubic); });
  }
  rule("interpolation-kernel", {{"kernel", "nearest"}}, [](Rule& x) {
    x = {nearest, 0, asymmetric, false, Edge::clamped};
  });
  rule("interpolation-kernel", {{"kernel", "nearest-exact"}}, [](Rule& x) {
    x = {nearest, 0, half_pixel, false, Edge::clamped};
  });
}

/// The scale factor (n + 0.1)/from of an axis, by which the original DINOv2 resamples.
Rational offset_factor(std::uint64_t to, std::uint64_t from) {
  return (Rational(to) + Rational(1, 10)) / Rational(from);
}

/// Programs that take rows of the source as they are.
void Changes::crops() {
  const resample::Size &from = base_.how.from, &to = base_.how.to;
  const auto take = [&](const char* which, std::uint64_t skip, std::uint64_t stride,
                        const resample::Size& size) {
    add("resampling-missing", {{"rows", which}}, [=](ResampledCandidate& c) {
      c.how.rule = resample::rule_of("bilinear");
      c.how.from = c.how.to = size;
      c.how.skip += skip;
      c.how.stride = stride;
      c.how.scale_factor.reset();
      if (size.height == 1) c.how.merge = 1;
    });
  };
  if (to == from) return;
  if (to.cells() <= from.cells()) take("the first", 0, 0, {1, to.cells()});
  if (to.height > from.height || to.width > from.width || from.height == 1) return;
  take("the corner at the top left", 0, from.width, to);
  const std::uint64_t top = (from.height - to.height) / 2, left = (from.width - to.width) / 2;
  take("the middle", top * from.width + left, from.width, to);
}

void Changes::grids() {
  const Resampling& r = base_.how;
  if (r.scale_factor) {
    add("resampling-scale", {{"scale", "the ratio of the sizes"}},
        [](ResampledCandidate& c) { c.how.scale_factor.reset(); });
  } else {
    const resample::ScaleFactor factor{offset_factor(r.to.height, r.from.height),
                                       offset_factor(r.to.width, r.from.width)};
    add("resampling-scale", {{"scale_factor", to_text(factor)}}, [factor](ResampledCandidate& c) {
      if (c.how.rule.coordinates != align_corners) c.how.scale_factor = factor;
    });
  }
  const bool grid = r.from.height > 1 && r.to.height > 1;
  if (grid) {
    for (const std::uint64_t merge : {1, 2, 4})
      add("merge-blocks", {{"merge", static_cast<Position>(merge)}},
          [merge](ResampledCandidate& c) { c.how.merge = merge; });
    add("grid-transposed", {{"what", "rows of the table"}}, [](ResampledCandidate& c) {
      c.how.down = true;
      c.how.merge = 1;
    });
    add("grid-transposed", {{"what", "rows of the source"}},
        [](ResampledCandidate& c) { c.how.source_down = true; });
    add("grid-transposed", {{"what", "size"}},
        [](ResampledCandidate& c) { std::swap(c.how.to.height, c.how.to.width); });
    add("grid-flattened", {}, [](ResampledCandidate& c) {
      c.how.from = {1, c.how.from.cells()};
      c.how.to = {1, c.how.to.cells()};
      c.how.merge = 1;
      c.how.scale_factor.reset();
    });
  }
  crops();
  if (r.prefix == 0) return;
  add("prefix-resampled", {{"as", "part of a sequence"}}, [](ResampledCandidate& c) {
    const std::uint64_t prefix = c.how.prefix;
    c.how.from = {1, c.how.from.cells() + prefix};
    c.how.to = {1, c.how.to.cells() + prefix};
    c.how.prefix = c.how.skip = 0;
    c.how.merge = 1;
    c.how.scale_factor.reset();
  });
  add("prefix-resampled", {{"as", "the first cells"}},
      [](ResampledCandidate& c) { c.how.skip = 0; });
}

void Changes::formats() {
  const Format& stored = base_.stored;
  if (stored == kFloat64)
    add("computed-in-single", {}, [](ResampledCandidate& c) { c.compute = c.stored = kFloat32; });
  for (const Format& format : {kBfloat16, kFloat16}) {
    if (stored.precision > kFloat16.precision)
      add("stored-narrower", {{"format", format.name()}},
          [format](ResampledCandidate& c) { c.stored = format; });
    if (stored == format || stored.precision > kFloat16.precision)
      add("resampled-in-half", {{"format", format.name()}},
          [format](ResampledCandidate& c) { c.compute = c.stored = format; });
  }
}

}  // namespace

std::vector<ResampledCandidate> resampled_candidates(const Resampling& claimed,
                                                     const Format& compute, const Format& stored,
                                                     bool pairs) {
  Changes changes(claimed, compute, stored);
  changes.rules();
  changes.grids();
  changes.formats();
  std::vector<ResampledCandidate> found;
  const auto add = [&](const std::vector<const Change*>& some) {
    if (auto candidate = changes.with(some)) found.push_back(*std::move(candidate));
  };
  for (const Change& one : changes.list()) {
    if (!pairs) add({&one});
    for (const Change& other : changes.list())
      if (pairs && &other > &one && other.cause.fault != one.cause.fault) add({&one, &other});
  }
  return found;
}

}  // namespace sextant::verify
