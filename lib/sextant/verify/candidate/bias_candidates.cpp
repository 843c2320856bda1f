#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarthest = 0x1p40;  // larger estimated offsets are rejected

/// Builds the list of candidates.  Each is the claim with one change.
class BiasCandidates {
 public:
  BiasCandidates(const Source& source, const Claim& claim)
      : source_(source),
        claim_(claim),
        alone_(claim.chart.channels.front().function == Function::slope),
        last_(source.rows - 1),
        last_position_(static_cast<double>(source.positions[last_])),
        farthest_(std::abs(distance(0)) > std::abs(distance(last_)) ? 0 : last_) {}

  std::vector<Candidate> list() && {
    const bool slopes_alone = claim_.part == Part::slopes;
    const auto& formula = claim_.chart.waves.formula;
    const bool xpos = formula && std::holds_alternative<XposForm>(*formula);
    if (slopes_alone)
      for (Frequency& slope : add("sign", {}).waves.frequencies) slope.coefficient *= -1;
    else if (!xpos)
      sign(formula ? std::get_if<Kerple>(&*formula) : nullptr);
    if (const auto* alibi = std::get_if<Alibi>(&claim_.encoding)) {
      first_head_ = alibi->shard.first;
      of_alibi(*alibi, slopes_alone);
    }
    if (formula) std::visit([this](const auto& f) { of_formula(f); }, *formula);
    const bool window = formula && (std::holds_alternative<SwinForm>(*formula) ||
                                    std::holds_alternative<SwinCoordinatesForm>(*formula));
    if (!slopes_alone && !window && !xpos) offsets();
    return std::move(candidates_);
  }

 private:
  Chart& add(std::string fault, Parameters parameters) {
    candidates_.push_back(as_claimed(claim_, std::move(fault), std::move(parameters)));
    return candidates_.back().truth;
  }

  /// Query and key are exchanged or, for KERPLE, the bias grows with distance.
  void sign(const Kerple* kerple) {
    Waves& waves = add("sign", {}).waves;
    if (kerple == nullptr) {
      waves.scale *= -1;
      return;
    }
    Kerple other = *kerple;
    for (Rational& r : other.r1) r *= -1;
    waves.formula = other;
  }

  template <class F>
  void of_formula(const F& formula) {
    F other = formula;
    if constexpr (std::is_same_v<F, Kerple>) {
      const bool log = formula.kernel == Kerple::Kernel::log;
      other.kernel = log ? Kerple::Kernel::power : Kerple::Kernel::log;
      add("bias-form", {{"form", log ? "power" : "log"}}).waves.formula = other;
    } else if constexpr (std::is_same_v<F, T5>) {
      other.bidirectional = !formula.bidirectional;
      if (other.buckets_a_direction() >= 2)
        add("bucket-direction", {{"bidirectional", other.bidirectional}}).waves.formula = other;
    }
    if constexpr (requires { formula.first_key; }) local_keys(formula.keys, formula.first_key);
    if constexpr (requires { formula.of.first_key; })
      local_keys(formula.of.keys, formula.of.first_key);
  }

  /// Keys that are counted from the first one of the table, or queries from its first row.
  void local_keys(int keys, int first) {
    if (keys == 0) return;
    const Position row = source_.positions[0];
    for (const Position offset : {Position(first), -row, first - row})
      if (magnitude(offset) > 2)
        add("position-offset", {{"offset", offset}}).waves.origin += to_rational(offset);
  }

  void of_alibi(const Alibi& alibi, bool slopes_alone) {
    if (!slopes_alone) forms(alibi);
    other_slopes(alibi);
    if (alibi.shard == HeadRange{})
      local_heads(alibi);
    else
      other_shards(alibi);
    rounded_to_16_bits(slopes_alone);
  }

  /// Slopes, positions or all numbers in 16 bits, which a program in float32 does not compute.
  void rounded_to_16_bits(bool slopes_alone) {
    for (const char* format : {"bfloat16", "float16"}) {
      const auto by = [&](const char* fault, Parameters parameters, const char* step) {
        parameters["format"] = format;
        add(fault, std::move(parameters));
        candidates_.back().recipe = std::string(format) + step;
      };
      if (slopes_alone) {
        by("stored-narrower", {}, "-slope");
        continue;
      }
      by("computed-in-half", {{"rounded", "the slopes"}}, "-slope");
      by("position-rounded", {}, "-position");
      by("computed-in-half", {}, "-product");
    }
  }

  /// The other forms, with the slopes of the claim.
  void forms(const Alibi& alibi) {
    for (const std::string_view form : {"keys", "distance", "causal"}) {
      Encoding other = alibi;
      set_field(other, "form", form);
      if (std::get<Alibi>(other).form == alibi.form) continue;
      const Chart meant = chart(other);
      Chart& truth = add("bias-form", {{"form", form}});
      truth.channels = meant.channels;
      truth.waves.scale *= meant.waves.scale * chart(alibi).waves.scale;
    }
  }

  /// Adds a candidate with slopes of other exponents; of(head, exponent) returns that of a head of
  /// the model.
  template <class Of>
  Chart& add_exponents(Parameters parameters, const Of& of) {
    Chart& truth = add("slopes", std::move(parameters));
    for (int head = 0; head < truth.waves.pairs(); ++head) {
      Rational& exponent = truth.waves.frequencies[static_cast<std::size_t>(head)].exponent;
      exponent = of(first_head_ + head, exponent);
    }
    return truth;
  }

  /// Other slopes: counted from 0, with another interpolation or none, sorted, or with another
  /// maximum.  The exponent is −max·(h + first)/heads.
  void other_slopes(const Alibi& alibi) {
    const int n = alibi.heads;
    const int c = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
    const Rational step = 1 / claim_.chart.waves.geometric.divisor;
    add_exponents({{"first", "1"}}, [&](int head, const Rational& exponent) {
      return Rational(exponent + (head < c ? step : Rational(step / 2)));
    });
    const auto even = [&](int heads, int first, Parameters parameters) {
      Chart& truth = add_exponents(std::move(parameters), [&](int head, const Rational&) {
        return Rational(alibi.max_bias * -(head + first) / heads);
      });
      truth.waves.geometric.divisor = Rational(heads) / alibi.max_bias;
    };
    if (n != c) {
      even(n, 1, {{"interpolation", "none"}});
      even(n, 0, {{"interpolation", "none"}, {"first", "1"}});
      even(2 * c, 1, {{"interpolation", "none"}, {"heads", 2 * c}});
      // Heads beyond c should have the 1st, 3rd, … slopes of 2c heads.  These have the 2nd, 4th, …,
      // or the first ones in order.
      for (const int every : {2, 1}) {
        add_exponents({{"interpolation", every == 2 ? "even slopes" : "first slopes"}},
                      [&](int head, const Rational& exponent) {
                        return head < c
                                   ? exponent
                                   : Rational(alibi.max_bias * -(every * (head - c + 1)) / (2 * c));
                      });
      }
      Alibi whole = alibi;
      whole.shard = {};
      std::vector<Frequency> all = slopes(whole);
      std::sort(all.begin(), all.end(),
                [](const Frequency& a, const Frequency& b) { return a.exponent > b.exponent; });
      add("slopes", {{"order", "descending"}})
          .waves.frequencies.assign(all.begin() + first_head_, all.begin() + alibi.end());
    }
    // The exponents are proportional to max-bias, which is taken for an integer.
    const double entry = source_.row(farthest_).front();
    const double slope = std::abs(alone_ ? entry : entry / distance(farthest_));
    const auto claimed = static_cast<double>(claim_.chart.waves.frequencies.front().exponent);
    const double exponent =
        std::round(std::log2(slope) / claimed * static_cast<double>(alibi.max_bias));
    if (!(exponent > 0 && exponent < 4096) ||
        alibi.max_bias == Rational(static_cast<int>(exponent)))
      return;
    Alibi other = alibi;
    other.max_bias = static_cast<int>(exponent);
    Waves& waves = add("slopes", {{"max-bias", to_text(other.max_bias)}}).waves;
    waves.frequencies = slopes(other);
    waves.geometric = chart(other).waves.geometric;
  }

  /// Heads are split among ranks.  Each rank has the slopes of a model with only its own heads, or
  /// the slopes of the model's first heads.
  void local_heads(const Alibi& alibi) {
    const std::vector<double> seen = exponents_seen();
    for (int local = alibi.heads / 2; local > 0; --local) {
      if (alibi.heads % local != 0) continue;
      Alibi small = alibi;
      small.heads = local;
      add_ranks(slopes(small), seen, {{"slopes", "of a model of that many heads"}}, false);
      auto first = claim_.chart.waves.frequencies;
      first.resize(static_cast<std::size_t>(local));
      add_ranks(first, seen, {{"slopes", "of the first heads"}}, true);
    }
  }

  /// The heads of another shard, or slopes of a model that has as many heads as the shard.
  void other_shards(const Alibi& alibi) {
    const std::vector<double> seen = exponents_seen();
    Alibi whole = alibi;
    whole.shard = {};
    const std::vector<Frequency> all = slopes(whole);
    const auto off = [&](auto slope) {
      double sum = 0;
      for (const double exponent : seen)
        sum += std::abs(exponent - static_cast<double>((slope++)->exponent));
      return sum;
    };
    const auto heads = static_cast<std::ptrdiff_t>(seen.size());
    auto best = all.begin() + first_head_;
    for (auto one = all.begin(); all.end() - one >= heads; ++one)
      if (off(one) < off(best)) best = one;
    const auto first = static_cast<Position>(best - all.begin());
    if (first != first_head_) {
      add("local-heads", {{"shard", fmt::format("{}:{}", first, first + heads)}})
          .waves.frequencies.assign(best, best + heads);
    }
    Alibi small = alibi;
    small.heads = static_cast<int>(heads);
    small.shard = {};
    add("local-heads",
        {{"heads", static_cast<Position>(heads)}, {"slopes", "of a model of that many heads"}})
        .waves.frequencies = slopes(small);
  }

  /// Adds a candidate in which every rank has the local slopes if these fit its entries better than
  /// the claimed ones.  If `all`, none unless they fit better in every rank that should have
  /// others.
  void add_ranks(const std::vector<Frequency>& local, const std::vector<double>& seen,
                 Parameters parameters, bool all) {
    std::vector<Frequency> made = claim_.chart.waves.frequencies;
    const auto heads = static_cast<std::ptrdiff_t>(local.size());
    const auto off = [](double exponent, const Frequency& slope) {
      return std::abs(exponent - static_cast<double>(slope.exponent));
    };
    IndexRanges ranks;
    for (auto share = made.begin(); share != made.end(); share += heads) {
      const auto at = seen.begin() + (share - made.begin());
      const double as_claimed = std::inner_product(at, at + heads, share, 0.0, std::plus(), off);
      const double as_local =
          std::inner_product(at, at + heads, local.begin(), 0.0, std::plus(), off);
      if (std::equal(local.begin(), local.end(), share)) continue;
      if (!(as_local < as_claimed)) {
        if (all) return;
        continue;
      }
      ranks.add(static_cast<std::uint64_t>((share - made.begin()) / heads));
      std::copy(local.begin(), local.end(), share);
    }
    if (ranks.empty()) return;
    parameters["heads"] = static_cast<Position>(heads);
    parameters["ranks"] = ranks.text();
    parameters["of"] = static_cast<Position>(made.size() / local.size());
    add("local-heads", std::move(parameters)).waves.frequencies = std::move(made);
  }

  /// Returns the smallest offsets with which some rows hold the values of other rows of the claim.
  std::vector<Position> offsets_of_rows() const {
    constexpr std::uint64_t kMostRows = 1 << 12, kRowsCompared = 16, kColumns = 16;
    constexpr std::size_t kFewOffsets = 2;
    const Positions& positions = source_.positions;
    if (positions.listed || source_.rows > kMostRows || !claim_.chart.integral()) return {};
    const exact::Oracle oracle(claim_.chart);
    const auto columns = spread(source_.columns, kColumns);
    const auto compared = spread(source_.rows, kRowsCompared);
    std::vector<std::vector<double>> meant, got;
    for (std::uint64_t r = 0; r < source_.rows; ++r) {
      meant.emplace_back();
      for (const std::uint64_t c : columns)
        meant.back().push_back(
            oracle.nearest(source_.format, positions[r], claim_.chart.channels[c]).value);
    }
    for (const std::uint64_t r : compared) {
      const std::vector<double> all = source_.row(r);
      got.emplace_back();
      for (const std::uint64_t c : columns) got.back().push_back(all[c]);
    }
    std::vector<Position> found;
    const auto rows = static_cast<std::int64_t>(source_.rows);
    for (std::int64_t k = 2; k < 2 * rows && found.size() < kFewOffsets; ++k) {
      const std::int64_t by = k % 2 == 0 ? k / 2 : -(k / 2);
      std::size_t inside = 0, equal = 0;
      for (std::size_t n = 0; n < compared.size(); ++n) {
        const std::int64_t at = static_cast<std::int64_t>(compared[n]) + by;
        if (at < 0 || at >= rows) continue;
        ++inside;
        equal += got[n] == meant[static_cast<std::size_t>(at)] ? 1 : 0;
      }
      if (2 * inside >= compared.size() && equal == inside)
        found.push_back(by * static_cast<Position>(positions.step));
    }
    return found;
  }

  /// Offsets of one or two positions, and those estimated from rows, for both signs.
  void offsets() {
    std::vector<Position> found = {1, -1, 2, -2};
    for (const Position offset : offsets_of_rows())
      if (magnitude(offset) > 2) found.push_back(offset);
    if (!claim_.chart.waves.formula) {
      const exact::Oracle oracle(claim_.chart);
      const double slope = exact::near(oracle.ball(0, {Function::slope, 0})).high;
      const double steps = last_entry() / slope * static_cast<double>(claim_.chart.waves.scale);
      for (const double place : {steps, -steps}) {
        const double offset = std::round(place - last_position_);
        if (std::abs(offset) < kFarthest && std::abs(offset) > 2)
          found.push_back(static_cast<Position>(offset));
      }
    }
    for (const Position offset : found)
      add("position-offset", {{"offset", offset}}).waves.origin += to_rational(offset);
  }

  /// Returns the entry of the last row and first head, which is a multiple of that head's slope.
  double last_entry() const { return source_.row(last_).front(); }

  /// Returns the number that the claim multiplies with the slopes in a row.
  double distance(std::uint64_t number) const {
    const Waves& waves = claim_.chart.waves;
    return static_cast<double>(
        Rational(waves.scale * (to_rational(source_.positions[number]) + waves.origin)));
  }

  /// Returns the binary logarithms of the slopes in the first or last row, the farther one.
  std::vector<double> exponents_seen() const {
    std::vector<double> values = source_.row(farthest_);
    const double times = alone_ ? 1 : distance(farthest_);
    for (double& x : values) x = std::log2(std::abs(x / times));
    return values;
  }

  const Source& source_;
  const Claim& claim_;
  int first_head_ = 0;  ///< number of the first head in the model
  bool alone_;          ///< the table holds slopes, not biases
  std::uint64_t last_;  ///< number of the last row
  double last_position_;
  std::uint64_t farthest_;  ///< number of the row whose distance is largest, the first or the last
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> bias_candidates(const Source& source, const Claim& claim) {
  return BiasCandidates(source, claim).list();
}

}  // namespace sextant::verify
