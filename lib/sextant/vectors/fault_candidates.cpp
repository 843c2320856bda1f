#include "sextant/vectors/fault_candidates.hpp"

#include <utility>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/wave/layout.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/number/round.hpp"
#include "sextant/vectors/flag.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::vectors {
namespace {

using verify::Candidate;
using verify::Parameters;

/// A fault that changes the function evaluated.
class Changed final : public FaultCandidate {
 public:
  explicit Changed(Candidate candidate)
      : FaultCandidate(flag_of(candidate.fault, candidate.parameters), candidate.parameters),
        candidate_(std::move(candidate)),
        oracle_(candidate_.truth) {
    candidate_.own_program = candidate_.program();
    candidate_.truth = oracle_.chart();  // settled
    waves_ = std::make_shared<const Waves>(oracle_.waves());
  }

  std::optional<Cell> cell(Position position, std::size_t channel) const override {
    const auto at = moved(position);
    if (!at) return std::nullopt;
    return Cell{waves_, to_rational(*at), oracle_.chart().channels[channel]};
  }

  std::optional<double> about(Position position, std::size_t channel) const override {
    const auto at = moved(position);
    if (!at) return std::nullopt;
    return exact::near(oracle_.ball(*at, oracle_.chart().channels[channel])).high;
  }

  void prepare(const std::vector<Position>& positions) override {
    std::vector<Position> seen;
    for (const Position p : positions) {
      if (const auto at = moved(p)) seen.push_back(*at);
    }
    const bool given = candidate_.given != verify::Given::no;
    if (!seen.empty())
      accepted_.emplace(given ? candidate_.truth : candidate_.program(), seen, candidate_.given);
  }

  Margins margins(Position position, std::size_t channel, const Rational& value) const override {
    return accepted_->at(*moved(position), channel, value, kWrongBits);
  }

 private:
  /// The position that the program uses instead.
  std::optional<Position> moved(Position position) const {
    const auto& rounded = candidate_.formats.intermediate.position;
    const Position p = position + candidate_.shift;
    if (!rounded) return p;
    const Number n = round(*rounded, to_rational(p));
    if (!n.finite()) return std::nullopt;
    const Rational whole = to_rational(n);
    return is_integer(whole) ? std::optional(to_position(whole)) : std::nullopt;
  }

  Candidate candidate_;
  exact::Oracle oracle_;
  std::shared_ptr<const Waves> waves_;
  std::optional<RecipeMargins> accepted_;
};

/// Every candidate is the claim with one change.
class CandidateList {
 public:
  CandidateList(const Encoding& encoding, Part part, const Chart& chart)
      : claim_{encoding, part, chart, {}} {}

  FaultCandidates take() { return std::move(found_); }
  bool waves() const { return is_wave(claim_.chart.channels.front().function); }

  void offsets() {
    for (const int offset : {1, -1}) {
      Candidate s = claimed("position-offset", {{"offset", offset}});
      s.shift = offset;
      add(std::move(s));
    }
  }

  /// Sines exchanged with cosines, and another layout of a whole table.
  void columns() {
    Candidate swap = claimed("sin-cos-swapped");
    for (Channel& c : swap.truth.channels) {
      if (is_wave(c.function))
        c.function = c.function == Function::sine ? Function::cosine : Function::sine;
    }
    add(std::move(swap));
    const auto* sinusoidal = std::get_if<Sinusoidal>(&claim_.encoding);
    const int dim = sextant::dim(claim_.encoding);
    if (claim_.part != Part::table || dim % 2 != 0 || dim < 4) return;
    const bool interleaved = sinusoidal != nullptr && sinusoidal->layout == Layout::interleaved;
    const Order order = sinusoidal != nullptr ? sinusoidal->order : Order::cos_sin;
    Candidate s = claimed("layout", {{"layout", interleaved ? "halves" : "interleaved"}});
    s.truth.channels =
        lay_out(dim, interleaved ? Layout::halves : Layout::interleaved, order, Odd::error);
    add(std::move(s));
  }

  /// The exponents of law d under other laws, and half of them.
  void exponents() {
    const GeometricFrequencies& l = claim_.chart.waves.geometric;
    if (claim_.chart.waves.context.scaling != Scaling::none) return;
    add(with_geometric("exponent-halved", {{"factor", "1/2"}},
                       {l.base, l.multiplier, l.divisor * 2}));
    const Rational half = claim_.chart.waves.pairs();
    if (l.multiplier == 1)
      add(with_geometric("exponent-denominator", {{"law", "d"}}, {l.base, 1, half}));
    else if (half > 1)
      add(with_geometric("exponent-denominator", {{"law", "half-minus-shift"}, {"shift", 1}},
                         {l.base, 1, half - 1}));
  }

  void bases() {
    for (const char* base : {"10000", "500000"}) {
      Encoding other = claim_.encoding;
      set_field(other, "base", base);
      if (other == claim_.encoding) continue;
      Candidate s = claimed("wrong-base", {{"base", base}});
      s.truth.waves = sextant::chart(other, claim_.part).waves;
      add(std::move(s));
    }
  }

  /// Angles in degrees.
  void degrees() {
    const Rational pi = lower_pi();
    Candidate s = claimed("degrees", {{"direction", "angles times pi/180"}});
    for (Frequency& f : s.truth.waves.frequencies) {
      f.coefficient /= 180;
      f.pi_power += 1;
    }
    s.own_program = claim_.chart;
    s.own_program->waves.scale *= pi / 180;
    add(std::move(s));
  }

  void rounded_frequencies() {
    for (const Format& format : {kBfloat16, kFloat16}) {
      Candidate s = claimed("frequency-rounded", {{"format", format.name()}});
      s.given = verify::Given::exactly;
      s.truth.waves.context = {};  // the rounded frequencies include it
      for (Frequency& f : s.truth.waves.frequencies)
        f = {.coefficient = to_rational(exact::nearest(format, f.expression()))};
      add(std::move(s));
    }
  }

  void rounded_positions() {
    for (const Format& format : {kBfloat16, kFloat16, kFloat32}) {
      Candidate s = claimed("position-rounded", {{"format", format.name()}});
      s.formats.intermediate.position = format;
      add(std::move(s));
    }
  }

  /// Faults of a context; for exponents over a wider head, only the widest.
  void contexts() {
    bool head = false;
    for (Candidate& s : verify::context_candidates(claim_)) {
      if (s.parameters.contains("blend")) continue;  // the file has enough of one fault
      if (verify::has(s.fault, verify::Trait::kBase | verify::Trait::kAlone)) continue;
      if (verify::has(s.fault, verify::Trait::kWiderHead) && std::exchange(head, true)) continue;
      add(std::move(s));
    }
  }

 private:
  Candidate claimed(std::string fault, Parameters parameters = {}) const {
    return verify::as_claimed(claim_, std::move(fault), std::move(parameters));
  }
  Candidate with_geometric(std::string fault, Parameters parameters,
                           const GeometricFrequencies& geometric) const {
    Candidate s = claimed(std::move(fault), std::move(parameters));
    s.truth.waves.geometric = geometric;
    for (int pair = 0; pair < s.truth.waves.pairs(); ++pair)
      s.truth.waves.frequencies[static_cast<std::size_t>(pair)] = geometric[pair];
    return s;
  }
  void add(Candidate s) { found_.push_back(std::make_unique<Changed>(std::move(s))); }

  verify::Claim claim_;
  FaultCandidates found_;
};

}  // namespace

FaultCandidates fault_candidates(const Encoding& encoding, Part part, const Chart& chart) {
  if (chart.waves.pairs() == 0) return {};
  CandidateList list(encoding, part, chart);
  const bool turns = list.waves();
  if (!one_row(part)) list.offsets();
  if (turns) list.columns();
  const bool rotary = std::holds_alternative<Rotary>(encoding);
  if (!rotary && !std::holds_alternative<Sinusoidal>(encoding)) return list.take();
  list.contexts();
  if (turns) list.degrees();
  list.exponents();
  list.bases();
  list.rounded_frequencies();
  if (turns) list.rounded_positions();
  FaultCandidates found = list.take();
  if (!turns) return found;
  for (auto& candidate : angle_candidates(chart)) found.push_back(std::move(candidate));
  return found;
}

}  // namespace sextant::vectors
