#include "sextant/verify/diagnosis/suspect_bias.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarthest = 0x1p40;  // beyond that an estimated offset is none

/// Builds the list: every suspect starts as the claim and has one thing changed.
class BiasLine {
 public:
  BiasLine(const Source& source, const Claim& claim) : source_(source), claim_(claim) {}

  std::vector<Suspect> take() { return std::move(suspects_); }

  /// Queries taken for keys; or a bias that rewards distance.
  void sign() {
    Suspect s = claimed("sign", {});
    if (const auto* kerple = formula<Kerple>()) {
      Kerple other = *kerple;
      for (Rational& r : other.r1) r *= -1;
      s.truth.waves.formula = other;
    } else {
      s.truth.waves.scale *= -1;
    }
    add(std::move(s));
  }

  void forms(const Alibi& alibi) {
    for (const BiasForm form : {BiasForm::keys, BiasForm::distance, BiasForm::causal}) {
      if (form == alibi.form) continue;
      Alibi other = alibi;
      other.form = form;
      Suspect s = claimed("bias-form", {{"form", text_of("form", other)}});
      s.truth = chart(other);
      add(std::move(s));
    }
  }

  void kernels(const Kerple& kerple) {
    Kerple other = kerple;
    const bool log = kerple.kernel == Kerple::Kernel::log;
    other.kernel = log ? Kerple::Kernel::power : Kerple::Kernel::log;
    Suspect s = claimed("bias-form", {{"form", log ? "power" : "log"}});
    s.truth.waves.formula = other;
    add(std::move(s));
  }

  /// Slopes of other exponents −max·(count + first)/heads.
  void slopes(const Alibi& alibi) {
    const int n = alibi.heads;
    const int c = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
    missing_one(c);
    if (n != c) {
      even(alibi, n, 1, {{"interpolation", "none"}});
      even(alibi, n, 0, {{"interpolation", "none"}, {"first", "1"}});
      even(alibi, 2 * c, 1, {{"interpolation", "none"}, {"heads", 2 * c}});
      sorted();
    }
    if (const auto max_bias = likely_max_bias(c); max_bias && *max_bias != alibi.max_bias) {
      Alibi other = alibi;
      other.max_bias = *max_bias;
      Suspect s = claimed("slopes", {{"max-bias", to_text(*max_bias)}});
      s.truth.waves.frequencies = sextant::slopes(other);
      s.truth.waves.geometric = chart(other).waves.geometric;
      add(std::move(s));
    }
  }

  /// Heads split among ranks: a rank has the slopes of a model of its own heads alone, or those of
  /// the first heads of the whole.
  void local_heads(const Alibi& alibi) {
    for (int local = alibi.heads / 2; local > 0; --local) {
      if (alibi.heads % local != 0) continue;
      Alibi small = alibi;
      small.heads = local;
      std::vector<Frequency> first = claim_.chart.waves.frequencies;
      first.resize(static_cast<std::size_t>(local));
      add_ranks(sextant::slopes(small), {{"slopes", "of a model of so many heads"}});
      add_ranks(first, {{"slopes", "of the first heads"}});
    }
  }

  /// Products in bfloat16, which a program that computes in float32 does not make.
  void in_half() {
    Suspect s = claimed("computed-in-half", {{"format", "bfloat16"}});
    s.recipe = "bfloat16-product";
    add(std::move(s));
  }

  void offsets() {
    for (const int offset : {1, -1, 2, -2}) add_offset(offset);
    for (const Position offset : likely_offsets()) add_offset(offset);
  }

  void directions(const T5& t5) {
    T5 other = t5;
    other.bidirectional = !t5.bidirectional;
    if (other.buckets_a_direction() < 2) return;
    Suspect s = claimed("bucket-direction", {{"bidirectional", other.bidirectional}});
    s.truth.waves.formula = other;
    add(std::move(s));
  }

  void axes(const Swin& swin) {
    Suspect s = claimed("axes-swapped", {});
    s.truth.waves.formula = SwappedSwin{swin};
    add(std::move(s));
  }

  template <class F>
  const F* formula() const {
    const auto& known = claim_.chart.waves.formula;
    return known ? std::get_if<F>(&*known) : nullptr;
  }

 private:
  Suspect claimed(std::string fault, Parameters parameters) const {
    return {.fault = std::move(fault),
            .parameters = std::move(parameters),
            .truth = claim_.chart,
            .program = claim_.chart,
            .formats = claim_.formats};
  }

  void add(Suspect s) {
    s.program = s.truth;
    suspects_.push_back(std::move(s));
  }

  static std::string text_of(std::string_view field, const Alibi& alibi) {
    const std::string text = to_text(alibi);
    const std::string key = " " + std::string(field) + "=";
    const auto at = text.find(key);
    if (at == std::string::npos) return "distance";
    return text.substr(at + key.size(), text.find(' ', at + key.size()) - at - key.size());
  }

  /// Heads counted from 0: the first slope is 1.
  void missing_one(int c) {
    Suspect s = claimed("slopes", {{"first", "1"}});
    const Rational step = 1 / s.truth.waves.geometric.divisor;
    for (int head = 0; head < s.truth.waves.pairs(); ++head) {
      Rational& exponent = s.truth.waves.frequencies[static_cast<std::size_t>(head)].exponent;
      exponent += head < c ? step : Rational(step / 2);
    }
    add(std::move(s));
  }

  /// 2^(−max·(h + first)/heads) for all heads alike.
  void even(const Alibi& alibi, int heads, int first, Parameters parameters) {
    Suspect s = claimed("slopes", std::move(parameters));
    s.truth.waves.geometric.divisor = Rational(heads) / alibi.max_bias;
    for (int head = 0; head < s.truth.waves.pairs(); ++head) {
      Rational& exponent = s.truth.waves.frequencies[static_cast<std::size_t>(head)].exponent;
      exponent = alibi.max_bias;
      exponent *= -(head + first);
      exponent /= heads;
    }
    add(std::move(s));
  }

  /// The slopes of ranks that have those of others where these fit better.
  void add_ranks(const std::vector<Frequency>& local, Parameters parameters) {
    Suspect s = claimed("local-heads", std::move(parameters));
    std::vector<Frequency>& slopes = s.truth.waves.frequencies;
    const std::vector<double> seen = exponents_seen();
    const std::size_t heads = local.size();
    IndexRanges ranks;
    for (std::size_t head = 0; head < slopes.size(); head += heads) {
      double as_claimed = 0, as_local = 0;
      for (std::size_t k = 0; k < heads; ++k) {
        as_claimed += std::abs(seen[head + k] - static_cast<double>(slopes[head + k].exponent));
        as_local += std::abs(seen[head + k] - static_cast<double>(local[k].exponent));
      }
      if (!(as_local < as_claimed)) continue;
      ranks.add(head / heads);
      std::copy(local.begin(), local.end(), slopes.begin() + static_cast<std::ptrdiff_t>(head));
    }
    if (ranks.empty()) return;
    s.parameters["heads"] = static_cast<Position>(heads);
    s.parameters["ranks"] = ranks.text();
    s.parameters["of"] = static_cast<Position>(slopes.size() / heads);
    add(std::move(s));
  }

  void sorted() {
    Suspect s = claimed("slopes", {{"order", "descending"}});
    auto& slopes = s.truth.waves.frequencies;
    std::sort(slopes.begin(), slopes.end(),
              [](const Frequency& a, const Frequency& b) { return a.exponent > b.exponent; });
    add(std::move(s));
  }

  void add_offset(Position offset) {
    Suspect s = claimed("position-offset", {{"offset", static_cast<std::int64_t>(offset)}});
    s.truth.waves.origin += to_rational(offset);
    add(std::move(s));
  }

  bool alone() const { return claim_.chart.channels.front().function == Function::slope; }

  std::vector<double> row(std::uint64_t number) const {
    std::vector<double> values(source_.columns);
    source_.read(number, 1, values);
    return values;
  }

  /// The logarithms to base 2 of the slopes of the last row, or of the first one if that has no
  /// distance.
  std::vector<double> exponents_seen() const {
    const std::uint64_t last = source_.rows - 1;
    const std::uint64_t number = !alone() && last_position() == 0 ? 0 : last;
    std::vector<double> values = row(number);
    const double times = alone() ? 1 : static_cast<double>(source_.positions[number]);
    for (double& x : values) x = std::log2(std::abs(x / times));
    return values;
  }

  /// The multiple of the first head's slope that the last row holds, of the claimed slope or
  /// unknown.
  double last_entry() const { return row(source_.rows - 1).front(); }
  double last_position() const { return static_cast<double>(source_.positions[source_.rows - 1]); }

  /// −log₂ of the first slope times the heads that it is a root of, to the nearest integer.
  std::optional<Rational> likely_max_bias(int c) const {
    const double slope = std::abs(alone() ? last_entry() : last_entry() / last_position());
    const double exponent = std::round(-std::log2(slope) * c);
    if (!(exponent > 0 && exponent < 4096)) return std::nullopt;
    return Rational(static_cast<int>(exponent));
  }

  /// What the last row's entry is short of, either way round.
  std::vector<Position> likely_offsets() const {
    if (claim_.chart.waves.formula) return {};
    const exact::Oracle oracle(claim_.chart);
    const double slope = exact::near(oracle.ball(0, {Function::slope, 0})).high;
    const double steps = last_entry() / slope * static_cast<double>(claim_.chart.waves.scale);
    std::vector<Position> found;
    for (const double place : {steps, -steps}) {
      const double offset = std::round(place - last_position());
      if (std::abs(offset) < kFarthest && std::abs(offset) > 2)
        found.push_back(static_cast<Position>(offset));
    }
    return found;
  }

  const Source& source_;
  const Claim& claim_;
  std::vector<Suspect> suspects_;
};

}  // namespace

std::vector<Suspect> bias_suspects(const Source& source, const Claim& claim) {
  BiasLine line(source, claim);
  const bool slopes_alone = claim.part == Part::slopes;
  if (!slopes_alone) line.sign();
  if (const auto* alibi = std::get_if<Alibi>(&claim.encoding)) {
    if (!slopes_alone) line.forms(*alibi);
    line.slopes(*alibi);
    line.local_heads(*alibi);
    line.in_half();
  }
  if (const auto* kerple = line.formula<Kerple>()) line.kernels(*kerple);
  if (const auto* t5 = line.formula<T5>()) line.directions(*t5);
  if (const auto* swin = line.formula<Swin>()) return line.axes(*swin), line.take();
  if (!slopes_alone) line.offsets();
  return line.take();
}

}  // namespace sextant::verify
