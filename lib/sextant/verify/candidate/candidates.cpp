#include "sextant/verify/candidate/candidates.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "sextant/number/pi.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/estimated_frequencies.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/candidate/storing_candidates.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

/// Builds the list of candidates.  Each is the claim with one change.
class CandidateList {
 public:
  CandidateList(const Source& source, const Claim& claim) : source_(source), claim_(claim) {}

  std::vector<Candidate> take() { return std::move(candidates_); }

  void append(std::vector<Candidate> others) { verify::append(std::move(others), candidates_); }

  void uninitialised() {
    Candidate s = claimed("uninitialised", {{"frequencies", "0"}});
    for (Frequency& f : s.truth.waves.frequencies) f.factor = 0;
    s.truth.waves.context = {};
    s.given = Given::nearly;
    add(std::move(s));
  }

  /// A base that overflowed leaves only the frequency of exponent 0; an exponent 2i/d of integers
  /// is 0 in every pair, as for base 1.
  void extreme_bases() {
    for (const bool infinite : {true, false}) {
      Candidate s = claimed("wrong-base", {{"base", infinite ? "infinity" : "1"}});
      for (Frequency& f : s.truth.waves.frequencies) {
        if (infinite && f.exponent != 0) f.factor = 0;
        if (!infinite) f.exponent = 0;
      }
      s.truth.waves.context = {};
      s.given = Given::nearly;
      add(std::move(s));
    }
  }

  void offsets(Search search) {
    if (claim_.part == Part::inv_freq) return;
    std::set<Position> seen = {0};
    const std::uint64_t parts = claim_.chart.waves.parts;
    std::vector<Position> offsets;
    for (const int whole : {1, -1, 2, -2}) offsets.push_back(whole * static_cast<Position>(parts));
    const exact::Oracle oracle(claim_.chart);
    for (const Format& compute : {kFloat64, claim_.formats.compute}) {
      if (const auto estimated = likely_offset(source_, oracle, compute))
        offsets.insert(offsets.begin(), *estimated);
      if (search == Search::direct) continue;
      for (const Source& rows : clean_subranges(source_, {8}))
        if (const auto found = likely_offset(rows, oracle, compute)) offsets.push_back(*found);
    }
    for (const Position offset : offsets) {
      if (!seen.insert(offset).second || too_far(offset, parts)) continue;
      // The program either shifts its positions or adds an origin.  Recipes that compute the phase
      // of the origin separately err differently in these two cases.
      Candidate s = claimed("position-offset", {{"offset", position_value(offset, parts)}});
      s.shift = offset;
      s.digits = written_digits(Rational(to_rational(offset) / static_cast<long>(parts)));
      add(s);
      s.shift = 0;
      s.truth.waves.origin += to_rational(offset);
      add(std::move(s));
    }
  }

  /// Offsets that are no integers, such as half a step to the middle of a patch.  With another
  /// fault only halves, because other fractions would fit other faults.
  void fractional_offsets(Search search) {
    if (claim_.part == Part::inv_freq) return;
    const exact::Oracle oracle(claim_.chart);
    const Rational parts(Integer(claim_.chart.waves.parts));
    std::vector<Rational> offsets = likely_fractions(source_, oracle, claim_.formats.compute);
    if (search == Search::among_others) {
      for (const Source& rows : clean_subranges(source_, {8}))
        for (Rational& offset : likely_fractions(rows, oracle, claim_.formats.compute))
          if (std::find(offsets.begin(), offsets.end(), offset) == offsets.end())
            offsets.push_back(std::move(offset));
      std::erase_if(offsets, [](const Rational& offset) { return denominator(offset) != 2; });
    }
    for (const Rational& offset : offsets) {
      Candidate s = claimed("position-offset", {{"offset", position_value(offset)}});
      s.truth.waves.origin += offset * parts;
      s.digits = written_digits(offset);
      add(std::move(s));
    }
  }

  /// Another layout or order of the pairs in the same columns.
  void layouts() {
    if (claim_.part != Part::table && claim_.part != Part::pairs) return halves_of_pairs();
    const auto* sinusoidal = std::get_if<Sinusoidal>(&claim_.encoding);
    const Sinusoidal claimed_as = sinusoidal != nullptr ? *sinusoidal : as_sinusoidal();
    for (const bool swap : {true, false}) {
      for (const bool relayout : {false, true}) {
        if (!swap && !relayout) continue;
        Sinusoidal other = claimed_as;
        if (swap) other.order = other.order == Order::sin_cos ? Order::cos_sin : Order::sin_cos;
        if (relayout)
          other.layout = other.layout == Layout::halves ? Layout::interleaved : Layout::halves;
        Candidate s =
            claimed(relayout ? "layout" : "sin-cos-swapped",
                    {{"layout", other.layout == Layout::halves ? "halves" : "interleaved"},
                     {"order", other.order == Order::sin_cos ? "sin-cos" : "cos-sin"}});
        s.truth.channels = chart(other).channels;
        if (sinusoidal != nullptr) s.encoding = other;
        add(std::move(s));
      }
    }
  }

  /// The other function in every column.
  void swapped() {
    Candidate s = claimed("sin-cos-swapped", {});
    for (Channel& c : s.truth.channels)
      c.function = c.function == Function::sine ? Function::cosine : Function::sine;
    add(std::move(s));
  }

  void degrees() {
    const Rational pi = lower_pi();
    for (const bool to_radians : {true, false}) {
      Candidate s = claimed(
          "degrees", {{"direction", to_radians ? "angles times pi/180" : "angles times 180/pi"}});
      for (Frequency& f : s.truth.waves.frequencies) {
        f.coefficient = to_radians ? Rational(f.coefficient / 180) : Rational(f.coefficient * 180);
        f.pi_power = to_radians ? 1 : -1;
      }
      s.own_program = claim_.chart;
      s.own_program->waves.scale *= to_radians ? Rational(pi / 180) : Rational(180 / pi);
      add(std::move(s));
    }
  }

  /// Formats to which positions may be rounded, if that changes some position.
  void rounded_positions() {
    if (!counts_from_origin(claim_) || claim_.part == Part::inv_freq) return;
    const Candidate counted = with_origin_in_positions(as_claimed(claim_, ""));
    const auto positions = shifted(source_.positions, counted.shift);
    if (!positions) return;
    for (const Format& format : {kBfloat16, kFloat16, kFloat32}) {
      if (format == kFloat32 && claim_.formats.compute == kFloat32) continue;
      if (all_within(*positions, format)) continue;
      for (const Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero}) {
        Candidate s = counted;
        s.fault = "position-rounded", s.parameters = {{"format", format.name()}};
        if (rounding == Rounding::toward_zero) s.parameters["conversion"] = "toward zero";
        s.formats.intermediate.position = format;
        s.formats.intermediate.rounding = rounding;
        add(std::move(s));
      }
    }
  }

  /// Positions in integers of few bits, which start again at the least of them; and quotients of
  /// integers by the factor of linear scaling, which are rounded down.
  void integer_positions() {
    if (claim_.part == Part::inv_freq || source_.positions.parts != 1) return;
    for (const int bits : {8, 16}) {
      for (const bool with_sign : {true, false}) {
        const Position all = Position{1} << bits, beyond = with_sign ? all / 2 : all;
        const auto wrapped = [&](Position p) {
          const Position up = ((p + all - beyond) % all + all) % all;
          return up + beyond - all;
        };
        at_positions(
            "position-restart",
            {{"position", position_value(beyond)}, {"holds", position_value(wrapped(beyond))}},
            wrapped);
      }
    }
    const Context& context = claim_.chart.waves.context;
    if (context.scaling != Scaling::linear || !is_integer(context.factor) ||
        context.factor > to_rational(kLargestPosition))
      return;
    const Position factor = to_position(context.factor);
    at_positions("position-rounded",
                 {{"multiples-of", position_value(factor)}, {"conversion", "down"}},
                 [&](Position p) { return p - (p % factor + factor) % factor; });
  }

  /// The last row repeats because the table was too short.
  void overrun() {
    const auto row = repeated_from(source_);
    if (!row) return;
    Candidate s = claimed("table-overrun", {{"rows", *row + 1}});
    if (source_.positions.listed) {
      auto held = *source_.positions.listed;
      std::fill(held.begin() + static_cast<std::ptrdiff_t>(*row), held.end(), held[*row]);
      s.alteration.positions = std::make_shared<const std::vector<Position>>(std::move(held));
    } else {
      s.last = source_.positions[*row];
    }
    add(std::move(s));
  }

 private:
  /// Returns whether a format holds every position exactly: all integers up to 2 to the power of
  /// its precision.
  static bool all_within(const Positions& positions, const Format& format) {
    const Position most = Position{1} << std::min(format.precision, 62);
    const auto inside = [&](Position p) { return -most <= p && p <= most; };
    if (positions.parts != 1) return false;
    if (!positions.listed) return inside(positions[0]) && inside(positions[positions.count - 1]);
    return std::all_of(positions.listed->begin(), positions.listed->end(), inside);
  }

  /// Returns whether an offset is implausible.  Known contexts are shorter than 2²⁴, and larger
  /// positions have bounds that fit too much.  Powers of two are allowed, for overflow of 32-bit
  /// counters.
  static bool too_far(Position offset, std::uint64_t parts) {
    constexpr std::uint64_t kFarthest = std::uint64_t{1} << 24;
    const std::uint64_t whole = magnitude(offset) / parts;
    return whole > kFarthest && !std::has_single_bit(whole);
  }

  Candidate claimed(std::string fault, Parameters parameters) const {
    return as_claimed(claim_, std::move(fault), std::move(parameters));
  }

  /// Returns the rotary encoding as a table [cos | sin], or of pairs.
  Sinusoidal as_sinusoidal() const {
    return {.dim = dim(claim_.encoding),
            .layout = claim_.part == Part::pairs ? Layout::interleaved : Layout::halves,
            .order = Order::cos_sin};
  }

  /// A table of one function: the other function, or repeated columns in the other layout.
  void halves_of_pairs() {
    if (claim_.part == Part::inv_freq) return;
    swapped();
    const int pairs = claim_.chart.waves.pairs();
    if (static_cast<int>(claim_.chart.width()) != 2 * pairs || pairs < 2) return;
    const bool interleaved = claim_.chart.channels[1].pair == 0;
    Candidate s = claimed("layout", {{"layout", interleaved ? "half-split" : "interleaved"}});
    for (int j = 0; j < 2 * pairs; ++j)
      s.truth.channels[static_cast<std::size_t>(j)].pair = interleaved ? j % pairs : j / 2;
    add(std::move(s));
  }

  /// Adds the rows of other positions, of(p) for a claimed p, if that changes some.
  template <class Of>
  void at_positions(std::string fault, Parameters parameters, const Of& of) {
    constexpr std::uint64_t kMostListed = std::uint64_t{1} << 20;
    if (source_.rows > kMostListed) return;
    auto held = std::make_shared<std::vector<Position>>();
    bool changed = false;
    for (std::uint64_t row = 0; row < source_.rows; ++row) {
      const Position p = source_.positions[row];
      held->push_back(of(p));
      changed |= held->back() != p;
    }
    if (!changed) return;
    Candidate s = claimed(std::move(fault), std::move(parameters));
    s.alteration.positions = std::move(held);
    add(std::move(s));
  }

  void add(Candidate s) { candidates_.push_back(std::move(s)); }

  const Source& source_;
  const Claim& claim_;
  std::vector<Candidate> candidates_;
};

/// Whether the scale of xPos has a value at all positions, as the candidate counts them.
bool has_scales(const Candidate& candidate, const Positions& positions) {
  const auto [least, most] = extremes(positions);
  return has_scale(candidate.truth.waves, least + candidate.shift) &&
         has_scale(candidate.truth.waves, most + candidate.shift);
}

/// Removes candidates with given frequencies whose bounds are uninformative at some position, even
/// with the frequencies that rows show: some law of frequencies always fits there.
std::vector<Candidate> decided_by_bounds(std::vector<Candidate> candidates, const Source& source,
                                         const Claim& claim) {
  std::erase_if(candidates, [&](const Candidate& s) {
    return s.given != Given::no && !bounded(source.positions, source.format, s,
                                            claim.formats.compute, estimated_part(s, source.rows));
  });
  return candidates;
}

}  // namespace

std::vector<Candidate> out_of_order(const Source& source, const Claim& claim) {
  CandidateList list(source, claim);
  list.rounded_positions();
  list.integer_positions();
  list.append(product_candidates(source, claim));
  list.append(order_candidates(source, claim));
  return list.take();
}

std::vector<Candidate> candidates(const Source& source, const Claim& claim, Search search) {
  CandidateList list(source, claim);
  if (is_reciprocal(claim.chart.channels.front().function)) {
    list.append(reciprocal_candidates(source, claim, [&](const Source& other, const Claim& of) {
      return candidates(other, of, search);
    }));
    return list.take();
  }
  if (query_scale_of(claim) != nullptr) {
    list.append(row_candidates(source, claim));
    list.append(query_scale_candidates(source, claim));
    return list.take();
  }
  if (recipe::of_bias(claim.chart)) {
    list.append(storing_candidates(source, claim));
    list.append(row_candidates(source, claim));
    list.append(bias_candidates(source, claim));
    list.append(bucket_candidates(source, claim));
    list.append(window_candidates(source, claim));
    list.append(xpos_candidates(source, claim));
    if (claim.part == Part::slopes) return list.take();
    list.append(gain_candidates(source, claim, search));
    if (!claim.chart.integral()) list.overrun();  // buckets and clipped distances repeat anyway
    list.append(order_candidates(source, claim));
    return list.take();
  }
  if (claim.chart.waves.pairs() == 0) return {};
  if (claim.chart.waves.xpos) {
    list.append(storing_candidates(source, claim));
    list.append(xpos_candidates(source, claim));
    for (Candidate& one : candidates(unscaled(source, claim), unscaled(claim), search)) {
      Candidate scaled = with_scale(std::move(one), claim);
      if (has_scales(scaled, source.positions)) list.append({std::move(scaled)});
    }
    return list.take();
  }
  // First: the claim's bounds also fit many other tables.
  list.append(storing_candidates(source, claim));
  list.append(row_candidates(source, claim));  // before offsets: reversed cosines are also shifted
  list.uninitialised();                        // all rows equal that of position 0
  list.extreme_bases();
  list.offsets(search);
  if (claim.chart.waves.pairs() > (dim(claim.encoding) + 1) / 2) {
    // After a fault that gives every column a frequency of its own, as no encoding does.
    list.swapped();
    list.append(gain_candidates(source, claim, search));
    list.append(angle_candidates(source, claim, search));
    list.rounded_positions();
    list.overrun();
    list.append(order_candidates(source, claim));
    return list.take();
  }
  list.layouts();
  list.append(context_candidates(claim));
  list.append(kind_candidates(claim));
  list.append(gain_candidates(source, claim, search));
  // Before bases: the rounding of a ratio is nearly another base.
  list.append(recipe_candidates(source, claim));
  if (claim.part == Part::inv_freq) list.append(other_numbers(claim));
  list.degrees();
  list.append(decided_by_bounds(law_candidates(claim), source, claim));
  if (search == Search::direct) list.append(fitted_candidates(source, claim, ShownBy::positions));
  if (search == Search::among_others) list.append(usual_bases(claim, true));
  list.append(usual_bases(claim, false));
  list.append(frequency_candidates(source, claim, search));
  list.append(angle_candidates(source, claim, search));
  list.fractional_offsets(search);  // after phases, which a single pair shows alike
  list.rounded_positions();
  list.integer_positions();
  list.append(product_candidates(source, claim));
  list.overrun();
  list.append(order_candidates(source, claim));
  list.append(column_candidates(source, claim, search));
  // Late in the list, because these bounds also fit many other tables.
  if (source.rows < kLongRun) list.append(run_candidates(source, claim));
  list.append(sine_candidates(source, claim));
  list.append(
      run_candidates(source, claim, true));  // last: rounded frequencies may give the same rows
  return list.take();
}

}  // namespace sextant::verify
